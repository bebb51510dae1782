import type { User } from '../../shared/auth/auth.schema.ts'
import { REASON_LENGTH } from '../../shared/lib/deactivation.ts'
import { ERROR_CODES } from '../../shared/lib/error-codes.ts'
import type { LeftAlone } from '../../shared/review/review.schema.ts'
import { NO_WORDS, toMessage } from '../lib/call.ts'
import { isFault, unansweredWords } from '../lib/fault.ts'
import { useSwitchKey } from '../lib/form-key.ts'
import { LastApprover } from './LastApprover.tsx'
import { useDialogs } from '../ui/dialogs.tsx'
import { useSend } from '../ui/useSend.ts'
import { useActivateUser, useDeactivateUser, useResetPassword } from './users.calls.ts'

/** 000 §8 */
const NOT_SENT =
  'We encountered an issue while sending the new password to the user registered email. Please try again later or contact support if the problem persists.'

const nameOf = (user: User): string => `${user.first_name} ${user.last_name}`

/** A failed switch, titled with the error: a fault with the words of 000 §8, a refusal with what became of the account. */
function useSwitchFailure(name: string) {
  const { inform } = useDialogs()
  return (error: unknown) => {
    const said = toMessage(error)
    const text = ERROR_CODES.internal.message
    return inform(
      unansweredWords(error) ?? {
        title: said === text ? NO_WORDS : said,
        message: isFault(error) ? text : `The account of ${name} is as it was.`,
        button: 'Back to user profile',
      },
    )
  }
}

/** Switching an account off and on, each asked first and told afterwards. */
export function useUserSwitch(user: User, leftAlone?: LeftAlone) {
  const { confirm, inform } = useDialogs()
  const name = nameOf(user)
  const fail = useSwitchFailure(name)
  const activate = useActivateUser(user.id)
  const deactivate = useDeactivateUser(user.id)
  const { busy, send, leave } = useSend(useSwitchKey(user.status))

  const switchOff = async () => {
    const answer = await confirm({
      title: 'Deactivate this account?',
      message: (
        <>
          <p>{`${name} is logged out at once and cannot log in until the account is activated again.`}</p>
          <LastApprover user={user} leftAlone={leftAlone} />
        </>
      ),
      confirmLabel: 'Deactivate',
      danger: true,
      reason: { label: 'Reason', ...REASON_LENGTH },
    })
    const { reason } = answer ?? {}
    if (reason === undefined) return
    await send((form_key) => deactivate.mutateAsync({ deactivate_reason: reason, form_key }))
    await inform({ title: 'Account Deactivated', message: `${name} can no longer log in.` })
  }

  const switchOn = async () => {
    const answer = await confirm({
      title: 'Reactivate this account?',
      message: `${name} can log in again with the role ${user.role}.`,
      confirmLabel: 'Reactivate',
    })
    if (!answer) return
    await send((form_key) => activate.mutateAsync(form_key))
    await inform({ title: 'Account Reactivated', message: `${name} can log in again.` })
  }

  const run = () => (user.status === 'Activated' ? switchOff() : switchOn()).catch(fail)
  return { run, busy, leave }
}

/** An administrator's reset: asked first, then a generated password is mailed (C-45). */
export function usePasswordReset(user: User) {
  const { confirm, inform } = useDialogs()
  const reset = useResetPassword()
  const name = nameOf(user)

  const run = async () => {
    const answer = await confirm({
      title: 'Reset the password of this user?',
      message: `A new password is mailed to ${user.email}, and ${name} is logged out everywhere.`,
      confirmLabel: 'Reset password',
    })
    if (!answer) return
    try {
      await reset.mutateAsync(user.email)
    } catch (error) {
      return inform({
        title: 'Unable to Send New Password',
        message: isFault(error) ? NOT_SENT : toMessage(error),
      })
    }
    return inform({ title: 'Reset Password Successful', message: `New password sent to ${name}.` })
  }
  return { run, busy: reset.isPending }
}
