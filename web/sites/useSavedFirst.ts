import type { UseFormReturnType } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { whoSavedBefore } from '../../shared/lib/saved-before.ts'
import type { SiteProfile } from '../../shared/sites/sites.schema.ts'
import type { Choice } from '../drafts/SideBySide.tsx'
import { type Merged, mergeValues, withGroup } from '../drafts/merge.ts'
import type { OpenDraft } from '../drafts/useDraft.ts'
import { placeNames } from './place-name.ts'
import { SITE_GROUPS, siteSides } from './site-sides.ts'
import { type SiteFormValues, siteToValues } from './site-form-values.ts'
import { ApiError } from '../lib/call.ts'

type Met = Merged<SiteFormValues> & {
  who: string
  record: SiteProfile
  theirs: SiteFormValues
  /** as they were when the two met */
  mine: SiteFormValues
  /** the profile can still be saved from this form */
  isOpen: boolean
}

/** The form and what somebody else has saved of the same profile since it was begun; null while nobody has. */
function metOf(
  { record, began, mine }: { record: SiteProfile; began: SiteFormValues | null; mine: SiteFormValues },
  who: string,
  isOpen = true,
): Met {
  const theirs = siteToValues(record)
  return { ...mergeValues(SITE_GROUPS, { began, theirs, mine }), who, record, theirs, mine, isOpen }
}

type SavedFirst = {
  draft: OpenDraft<SiteFormValues>
  /** the profile as it was when the form was opened; null for a new one */
  record: SiteProfile | null
  /** asks for the profile as it is now; a save goes on from its revision */
  reread: () => Promise<SiteProfile>
  goOnFrom: (record: SiteProfile) => void
}

/** What the form begins with: the unfinished work, with what only a colleague has changed since. */
export function openingOf({ draft, record }: Pick<SavedFirst, 'draft' | 'record'>): Met | null {
  if (!record || draft.start === null) return null
  const met = metOf(
    { record, began: draft.began, mine: draft.start },
    whoSavedBefore({
      by: record.updated_by ?? 'Another user',
      at: record.updated_at,
      events: [],
      fields: [],
    }),
  )
  return met.taken.length > 0 || met.open.length > 0 ? met : null
}

/** Keeps a second saver from overwriting the first one: what both changed must be chosen before the next save (S-144). */
export function useSavedFirst(
  form: UseFormReturnType<SiteFormValues>,
  opening: Met | null,
  { draft, record, reread, goOnFrom }: SavedFirst,
) {
  const client = useQueryClient()
  const [met, setMet] = useState(opening)
  const [chosen, setChosen] = useState<Record<string, Choice>>({})
  const began = useRef(draft.start === null ? (record ? siteToValues(record) : null) : draft.began)
  const place = useRef<HTMLDivElement>(null)

  const settle = (theirs: SiteFormValues) => {
    began.current = theirs
    draft.beganFrom(theirs)
  }

  /** Whether a refusal was told here, because somebody else had saved first. */
  const meet = async (error: unknown, mine: SiteFormValues): Promise<boolean> => {
    if (!(error instanceof ApiError) || !error.saved_before || error.why === 'repeated') return false
    const now = await reread()
    const next = metOf(
      { record: now, began: began.current, mine },
      whoSavedBefore(error.saved_before),
      error.why === 'conflict',
    )
    setMet(next)
    setChosen({})
    if (next.isOpen) {
      form.setValues(next.values)
      goOnFrom(now)
      if (next.open.length === 0) settle(next.theirs)
    }
    requestAnimationFrame(() => place.current?.focus())
    return true
  }

  const choose = (field: string, choice: Choice) => {
    const group = met?.open.find((one) => one[0] === field)
    if (!met || !group) return
    form.setValues(withGroup(form.values, met[choice], group))
    const next = { ...chosen, [field]: choice }
    setChosen(next)
    if (met.open.every((one) => next[one[0] ?? ''])) settle(met.theirs)
  }

  const placeName = placeNames(client, met?.record ?? record)
  const sides = met ? siteSides(met.open, met, placeName) : []
  return {
    met,
    chosen,
    sides,
    /** what came from the colleague because it was untouched here */
    taken: met ? siteSides(met.taken, met, placeName) : [],
    place,
    meet,
    choose,
    isUndecided: met !== null && met.isOpen && sides.some(({ field }) => !chosen[field]),
  }
}
