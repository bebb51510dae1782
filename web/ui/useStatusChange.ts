import type { ReactNode } from 'react'
import type { Status } from '../../shared/access/levels.ts'
import { REASON_LENGTH } from '../../shared/access/deactivation.ts'
import { unansweredMessage } from '../lib/failures.ts'
import { useSwitchKey } from '../lib/form-key.ts'
import { confirm, inform } from './dialogs.tsx'
import { useOnce } from './useOnce.ts'
import { useSend } from './useSend.ts'

type Question = { title: string; message: ReactNode; confirmLabel?: string }

/** What switching off sends, under the key of the switch. */
export type Deactivation = { deactivate_reason: string; form_key: string }

type Change<Given> = { mutateAsync: (input: Given) => Promise<unknown> }

type StatusChange = {
  status: Status
  /** asked before it is switched off, for a reason, and before it is switched on */
  off: Question
  on: Question
  deactivate: Change<Deactivation>
  /** given the form key */
  activate: Change<string>
  onDone: (now: Status) => unknown
  /** told of a refusal or a fault; where no answer came, that is told instead */
  onFailed: (error: unknown, wanted: Status) => unknown
}

/** Switching a record, an account or a role off and on: confirmed first, reported afterwards, one at a time, under a form key. */
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
          ? deactivate.mutateAsync({ deactivate_reason: answer.reason ?? '', form_key })
          : activate.mutateAsync(form_key),
      )
    } catch (error) {
      const unanswered = unansweredMessage(error)
      return void (await (unanswered ? inform(unanswered) : onFailed(error, wanted)))
    }
    await onDone(wanted)
  })
  return { run, busy }
}
