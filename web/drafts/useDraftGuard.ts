import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { useLeaveGuard } from '../ui/useLeaveGuard.ts'
import { type OpenDraft, useTakeOver } from './useDraft.ts'

type DraftGuard = {
  draft: Pick<OpenDraft<object>, 'drop'>
  /** whether there is typed work, which becomes a draft when the person leaves */
  active: boolean
  title: string
  message?: string
  /** discards what the form stores besides the draft */
  onDiscard?: () => void
}

/**
 * Asks before the person leaves a form with a draft: the draft stays unless the person chooses to discard it (S-123).
 * The returned function allows leaving after a successful save.
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

type FormDraft<Values extends object> = {
  draft: OpenDraft<Values>
  form: Pick<UseFormReturnType<Values>, 'values' | 'isDirty' | 'setValues' | 'reset'>
  title: string
  /** what the question says, where the form does not open again with its draft */
  message?: string
  /** files being uploaded are guarded too, although they are in no field yet */
  isUploading?: boolean
}

/** Stores a draft from the first change on, and takes over what another window has saved. */
export function useKeptForm<Values extends object>({
  draft,
  form,
}: Pick<FormDraft<Values>, 'draft' | 'form'>): void {
  const { keep } = draft
  const { values } = form
  const isDirty = form.isDirty()
  const typed = useRef(false)
  useEffect(() => {
    typed.current ||= isDirty
    if (typed.current) keep(values)
  }, [isDirty, values, keep])
  useTakeOver(draft, (came) => (came ? form.setValues(came) : form.reset()))
}

/** Stores a draft from the first change on, and guards it: restored work counts as unsent too. */
export function useFormDraft<Values extends object>({
  draft,
  form,
  title,
  message,
  isUploading = false,
}: FormDraft<Values>): () => void {
  useKeptForm({ draft, form })
  const active = draft.start !== null || form.isDirty() || isUploading
  return useDraftGuard({ draft, active, title, ...(message ? { message } : {}) })
}
