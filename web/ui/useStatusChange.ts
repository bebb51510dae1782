import type { ReactNode } from 'react'
import type { Status } from '../../shared/access/levels.ts'
import { REASON_LENGTH } from '../../shared/access/deactivation.ts'
import { isNotConfirmed, unansweredMessage } from '../lib/failures.ts'
import { useSwitchKey } from '../lib/form-key.ts'
import { confirm, inform } from './dialogs.tsx'
import { fail } from './fail.ts'
import { useOnce } from './useOnce.ts'
import { useSend } from './useSend.ts'

type Question = { title: string; message: ReactNode; confirmLabel?: string }

type Deactivation = { body: { deactivate_reason: string }; form_key: string }

type StatusChange = {
  status: Status
  /** the questions: `off` also asks for a reason */
  off: Question
  on: Question
  deactivate: (input: Deactivation) => Promise<unknown>
  activate: (input: { form_key: string }) => Promise<unknown>
  onDone: (now: Status) => unknown
  /** called after a refusal or a fault; a missing reply is reported here instead */
  onFailed: (error: unknown, wanted: Status) => unknown
}

/** Deactivates or activates a record, an account or a role: asks first, sends under a form key, reports the result. */
export function useStatusChange(change: StatusChange) {
  const { status, off, on, deactivate, activate, onDone, onFailed } = change
  const { busy, send } = useSend(useSwitchKey(status))
  const run = useOnce(async () => {
    const isOn = status === 'Activated'
    const answer = await (isOn
      ? confirm({
          confirmLabel: 'Deactivate',
          ...off,
          danger: true,
          reason: { label: 'Reason', ...REASON_LENGTH },
        })
      : confirm({ confirmLabel: 'Activate', ...on }))
    if (!answer) return
    const wanted = isOn ? 'Deactivated' : 'Activated'
    try {
      await send((form_key) =>
        isOn
          ? deactivate({ body: { deactivate_reason: answer.reason ?? '' }, form_key })
          : activate({ form_key }),
      )
    } catch (error) {
      if (isNotConfirmed(error)) return fail(error)
      const unanswered = unansweredMessage(error)
      return void (await (unanswered ? inform(unanswered) : onFailed(error, wanted)))
    }
    await onDone(wanted)
  })
  return { run, busy }
}
