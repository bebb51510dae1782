import { useEffect, useRef } from 'react'
import { useLeaveGuard } from '../ui/useLeaveGuard.ts'
import type { OpenDraft } from './useDraft.ts'

type DraftGuard = {
  draft: Pick<OpenDraft<never>, 'drop'>
  /** whether there is typed work, which leaving keeps as a draft */
  active: boolean
  title: string
  /** what else the person should know */
  message?: string
  /** what is thrown away besides the draft */
  onDiscard?: () => void
}

/**
 * Asks before a form is left that keeps a draft: the draft stays unless the person discards it in so many words (S-123).
 * The returned function opens the way after a successful save.
 */
export const useDraftGuard = ({ draft, active, title, message, onDiscard }: DraftGuard): (() => void) =>
  useLeaveGuard({
    active,
    title,
    message: message ?? 'What you have entered can be kept as a draft, and opens again when you come back.',
    confirmLabel: 'Keep draft and leave',
    cancelLabel: 'Continue editing',
    otherLabel: 'Discard draft',
    onOther: () => {
      onDiscard?.()
      void draft.drop()
    },
  })

type FormDraft<Values> = {
  draft: OpenDraft<Values>
  form: { values: Values; isDirty: () => boolean }
  title: string
}

/** Keeps a form from its first change on, and guards it: what it started from is unsent work as well. */
export function useFormDraft<Values>({ draft, form, title }: FormDraft<Values>): () => void {
  const { keep, start } = draft
  const { values } = form
  const isDirty = form.isDirty()
  const typed = useRef(false)
  useEffect(() => {
    typed.current ||= isDirty
    if (typed.current) keep(values)
  }, [isDirty, values, keep])
  return useDraftGuard({ draft, active: start !== null || isDirty, title })
}
