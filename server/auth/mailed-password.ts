import type { AccountForLogin } from './auth.queries.ts'

const NEXT_STEP = 'Please choose "Forgot your password?" below, or ask your administrator for a new one.'

type MailedPassword = Pick<
  AccountForLogin,
  'password_is_generated' | 'password_expires_at' | 'password_used_at'
>

/** Returns why a mailed password no longer works, or null. A password chosen by its owner does not expire (S-133). */
export function mailedPasswordProblem(account: MailedPassword, now: Date): string | null {
  if (!account.password_is_generated) return null
  if (account.password_used_at)
    return `This password was mailed for one login and was used already. ${NEXT_STEP}`
  const isOver =
    account.password_expires_at !== null && Date.parse(account.password_expires_at) <= now.getTime()
  return isOver ? `This password was mailed more than 24 hours ago and no longer works. ${NEXT_STEP}` : null
}
