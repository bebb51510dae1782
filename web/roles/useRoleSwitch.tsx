import { REASON_LENGTH } from '../../shared/lib/deactivation.ts'
import type { RoleShowReply } from '../../shared/roles/roles.schema.ts'
import { toMessage } from '../lib/call.ts'
import { isFault, unansweredWords } from '../lib/fault.ts'
import { useSwitchKey } from '../lib/form-key.ts'
import { roleLeftAloneWords } from '../review/left-alone.ts'
import { useDialogs } from '../ui/dialogs.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useSend } from '../ui/useSend.ts'
import { useActivateRole, useDeactivateRole } from './roles.calls.ts'

/** What deactivating does to those who hold the role (S-09, S-29). */
function holdersWarning(holders: number): string {
  if (holders === 0) return 'No activated user holds this role. It can no longer be given to anybody.'
  const who = holders === 1 ? '1 activated user holds' : `${holders} activated users hold`
  const left = holders === 1 ? 'is' : 'are'
  return `${who} this role and ${left} left with the five fixed permissions until it is activated again.`
}

/** A failed switch: title and first sentence of 000 §8 for both ways (C-27), then the reason of a refusal. */
function useSwitchFailure() {
  const { inform } = useDialogs()
  return (action: 'Activating' | 'Deactivating', error: unknown) => {
    const advice = 'Please try again. If the issue persists, contact your administrator.'
    return inform(
      unansweredWords(error) ?? {
        title: 'Role Deactivated Unsuccessful',
        message: `${action} the role was unsuccessful. ${isFault(error) ? advice : toMessage(error)}`,
      },
    )
  }
}

/** Switching a role off and on, each asked first and told afterwards. */
export function useRoleSwitch({ role, activated_holders: holders, left_alone }: RoleShowReply) {
  const { confirm, inform } = useDialogs()
  const fail = useSwitchFailure()
  const activate = useActivateRole(role.id)
  const deactivate = useDeactivateRole(role.id)
  const { busy, send, leave } = useSend(useSwitchKey(role.status))
  const leftAlone = roleLeftAloneWords(left_alone)

  const switchOff = async () => {
    const answer = await confirm({
      title: 'Deactivate this role?',
      message: (
        <>
          <p>{holdersWarning(holders)}</p>
          {leftAlone ? <Notice tone="warning">{leftAlone}</Notice> : null}
        </>
      ),
      confirmLabel: 'Deactivate',
      danger: true,
      reason: { label: 'Reason', ...REASON_LENGTH },
    })
    const { reason } = answer ?? {}
    if (reason === undefined) return
    try {
      await send((form_key) => deactivate.mutateAsync({ deactivate_reason: reason, form_key }))
    } catch (error) {
      return fail('Deactivating', error)
    }
    return inform({ title: 'Role Deactivated', message: `${role.name} can no longer be given to users.` })
  }

  const switchOn = async () => {
    const answer = await confirm({
      title: 'Activate this role?',
      message: `The users who hold ${role.name} have its permissions again.`,
      confirmLabel: 'Activate',
    })
    if (!answer) return
    try {
      await send((form_key) => activate.mutateAsync(form_key))
    } catch (error) {
      return fail('Activating', error)
    }
    return inform({ title: 'Role Activated', message: `${role.name} can be given to users again.` })
  }

  return {
    run: () => (role.status === 'Activated' ? switchOff() : switchOn()),
    busy,
    leave,
  }
}
