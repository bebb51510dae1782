import { useEffect, useMemo, useRef, useState } from 'react'
import type { Section } from '../../shared/summaries/sections.ts'
import type { SummaryText } from '../../shared/summaries/summaries.schema.ts'
import { type OpenDraft, useTakeOver } from '../drafts/useDraft.ts'
import { useDraftGuard } from '../drafts/useDraftGuard.ts'
import {
  type PartState,
  partState,
  type TypedTexts,
  unsavedOf,
  unsavedParts,
  withOthersSeen,
  withoutTyped,
  withSaved,
  withTyped,
  withUnanswered,
} from './texts-draft.ts'

/** The typed texts of a summary, stored as a draft until each of them is saved. */
export type SummaryTexts = {
  stateOf: (section: Section) => PartState
  unsaved: Section[]
  type: (section: Section, text: string) => void
  drop: (section: Section) => void
  /** allows the typed text to replace the other user's; returns what a save is based on */
  readOthers: (section: Section) => string | null
  saved: (section: Section, sent: string, written: SummaryText) => void
  unanswered: (section: Section, sent: string) => void
  /** the summary is frozen or discarded: leaving asks no question */
  release: () => void
}

export function useSummaryTexts(draft: OpenDraft<TypedTexts>, texts: SummaryText[]): SummaryTexts {
  const { start, keep, drop } = draft
  const [typed, setTyped] = useState<TypedTexts>(start ?? {})
  const unsaved = useMemo(() => unsavedParts(typed, texts), [typed, texts])
  useTakeOver(draft, (came) => setTyped(came ?? {}))
  const stored = useRef(unsavedOf(typed, texts) === null && start === null ? null : JSON.stringify(start))
  useEffect(() => {
    const now = unsavedOf(typed, texts)
    const content = now && JSON.stringify(now)
    if (content === stored.current) return
    stored.current = content
    if (now) keep(now)
    else void drop()
  }, [typed, texts, keep, drop])

  const release = useDraftGuard({
    draft,
    active: unsaved.length > 0,
    title: 'Leave without saving?',
    message:
      'What you have written is kept as a draft, and opens again when you come back. Until it is saved it is not part of the summary.',
  })

  return {
    stateOf: (section) => partState(typed, texts, section),
    unsaved,
    type: (section, text) => setTyped((now) => withTyped(now, texts, section, text)),
    drop: (section) => setTyped((now) => withoutTyped(now, section)),
    readOthers: (section) => {
      setTyped((now) => withOthersSeen(now, texts, section))
      return texts.find((one) => one.section === section)?.written_at ?? null
    },
    saved: (section, sent, written) => setTyped((now) => withSaved(now, section, sent, written)),
    unanswered: (section, sent) => setTyped((now) => withUnanswered(now, section, sent)),
    release,
  }
}
