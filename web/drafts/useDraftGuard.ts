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
    message: message ?? 'What you have entered can be kept as a draft, and is offered when you come back.',
    confirmLabel: 'Keep draft and leave',
    cancelLabel: 'Continue editing',
    otherLabel: 'Discard draft',
    onOther: () => {
      onDiscard?.()
      void draft.drop()
    },
  })
