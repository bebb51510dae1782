import type { ReactNode } from 'react'
import type { Status } from '../../shared/access/levels.ts'
import { REASON_LENGTH } from '../../shared/lib/deactivation.ts'
import { useDialogs } from './dialogs.tsx'
import { useOnce } from './useOnce.ts'

type Question = { title: string; message: ReactNode; confirmLabel?: string }

type Change<Given> = { mutateAsync: (given: Given) => Promise<unknown>; isPending: boolean }

type StatusChange = {
  status: Status
  /** asked before it is switched off, for a reason, and before it is switched on */
  off: Question
  on: Question
  deactivate: Change<string>
  activate: Change<undefined>
  onDone: (now: Status) => unknown
  onFailed: (error: unknown, wanted: Status) => unknown
}

/** Switching a record, an account or a role off and on: asked first, told afterwards, one at a time. */
export function useStatusChange(change: StatusChange) {
  const { status, off, on, deactivate, activate, onDone, onFailed } = change
  const { confirm } = useDialogs()
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
      await (isOn ? deactivate.mutateAsync(answer.reason ?? '') : activate.mutateAsync(undefined))
    } catch (error) {
      return void (await onFailed(error, wanted))
    }
    await onDone(wanted)
  })
  return { run, busy: activate.isPending || deactivate.isPending }
}
