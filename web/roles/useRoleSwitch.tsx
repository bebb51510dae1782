import { plural } from '../../shared/lib/format.ts'
import { type RoleShowReply, rolesApi } from '../../shared/roles/roles.schema.ts'
import { toMessage } from '../lib/call.ts'
import { isFailure } from '../lib/failures.ts'
import { useChange } from '../lib/queries.ts'
import { lastRoleApproverWords } from '../review/last-approver-words.ts'
import { inform } from '../ui/dialogs.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useStatusChange } from '../ui/useStatusChange.ts'

const ADVICE = 'Please try again. If the issue persists, contact your administrator.'

/** What deactivating means for the holders of the role (S-09, S-29). */
function holdersWarning(holders: number): string {
  if (holders === 0) return 'No activated user holds this role. It can no longer be given to users.'
  const who = plural(holders, 'activated user holds', 'activated users hold')
  const left = holders === 1 ? 'is' : 'are'
  return `${who} this role and ${left} left with the five fixed permissions until it is activated again.`
}

/** Deactivates or activates a role, after a question, and reports the result. */
export function useRoleSwitch({ role, activated_holders: holders, left_alone }: RoleShowReply) {
  const deactivate = useChange(rolesApi.deactivate)
  const activate = useChange(rolesApi.activate)
  const params = { id: role.id }
  const leftAlone = lastRoleApproverWords(left_alone)
  return useStatusChange({
    status: role.status,
    off: {
      title: 'Deactivate this role?',
      message: (
        <>
          <p>{holdersWarning(holders)}</p>
          {leftAlone ? <Notice tone="warning">{leftAlone}</Notice> : null}
        </>
      ),
    },
    on: {
      title: 'Activate this role?',
      message: `The users who hold ${role.name} have its permissions again.`,
    },
    deactivate: (input) => deactivate.mutateAsync({ params, ...input }),
    activate: (input) => activate.mutateAsync({ params, ...input }),
    onDone: (now) =>
      now === 'Activated'
        ? inform({ title: 'Role Activated', message: `${role.name} can be given to users again.` })
        : inform({ title: 'Role Deactivated', message: `${role.name} can no longer be given to users.` }),
    // the same title for both directions (000 §8, C-27), then the reason of a refusal
    onFailed: (error, wanted) =>
      inform({
        title: 'Role Deactivated Unsuccessful',
        message: `${wanted === 'Activated' ? 'Activating' : 'Deactivating'} the role was unsuccessful. ${isFailure(error) ? ADVICE : toMessage(error)}`,
      }),
  })
}
