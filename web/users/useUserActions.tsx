import type { User } from '../../shared/auth/auth.schema.ts'
import { no, sentenceOf } from '../../shared/lib/verdict.ts'
import type { UnattendedWork } from '../../shared/review/review.schema.ts'
import { usersApi } from '../../shared/users/users.schema.ts'
import { toMessage } from '../lib/call.ts'
import { isFailure } from '../lib/failures.ts'
import { useChange } from '../lib/queries.ts'
import { LastApprover } from './LastApprover.tsx'
import { cover } from '../ui/cover.ts'
import { confirm, inform } from '../ui/dialogs.tsx'
import { fail } from '../ui/fail.ts'
import { useStatusChange } from '../ui/useStatusChange.ts'

const nameOf = (user: User): string => `${user.first_name} ${user.last_name}`

/** Reports a failed switch: a server fault as in 000 §8, a refusal with the note that the account is unchanged. */
const reportFailedSwitch = (name: string) => (error: unknown) =>
  isFailure(error)
    ? fail(error, { titlesFaults: true })
    : inform({
        title: toMessage(error),
        message: `The account of ${name} is as it was.`,
        button: 'Back to user profile',
      })

/** Deactivates or activates an account, after a question, and reports the result. */
export function useUserSwitch(user: User, leftAlone?: UnattendedWork) {
  const deactivate = useChange(usersApi.deactivate)
  const activate = useChange(usersApi.activate)
  const params = { id: user.id }
  const name = nameOf(user)
  return useStatusChange({
    status: user.status,
    off: {
      title: 'Deactivate this account?',
      message: (
        <>
          <p>{`${name} is logged out at once and cannot log in until the account is activated again.`}</p>
          <LastApprover user={user} leftAlone={leftAlone} />
        </>
      ),
    },
    on: {
      title: 'Reactivate this account?',
      message: `${name} can log in again with the role ${user.role}.`,
      confirmLabel: 'Reactivate',
    },
    deactivate: (input) => deactivate.mutateAsync({ params, ...input }),
    activate: (input) => activate.mutateAsync({ params, ...input }),
    onDone: (now) =>
      now === 'Activated'
        ? inform({ title: 'Account Reactivated', message: `${name} can log in again.` })
        : inform({ title: 'Account Deactivated', message: `${name} can no longer log in.` }),
    onFailed: reportFailedSwitch(name),
  })
}

/** An administrator's reset: after a question, a generated password is mailed (C-45). */
export function usePasswordReset(user: User) {
  const reset = useChange(usersApi.resetPassword)
  const name = nameOf(user)

  const run = async () => {
    const answer = await confirm({
      title: 'Reset the password of this user?',
      message: `A new password is mailed to ${user.email}, and ${name} is logged out everywhere.`,
      confirmLabel: 'Reset password',
    })
    if (!answer) return
    const uncover = cover()
    try {
      await reset.mutateAsync({ body: { email: user.email } }).finally(uncover)
    } catch (error) {
      return inform({
        title: 'Unable to Send New Password',
        message: isFailure(error) ? sentenceOf(no('password_not_sent')) : toMessage(error),
      })
    }
    return inform({ title: 'Reset Password Successful', message: `New password sent to ${name}.` })
  }
  return { run }
}
