import type { Translate } from '../../shared/texts/translate.ts'
import type { AccountForLogin } from './auth.queries.ts'

type MailedPassword = Pick<
  AccountForLogin,
  'password_is_generated' | 'password_expires_at' | 'password_used_at'
>

/** Returns why a mailed password no longer works, or null. A password chosen by its owner does not expire (S-133). */
export function mailedPasswordProblem(t: Translate, account: MailedPassword, now: Date): string | null {
  if (!account.password_is_generated) return null
  if (account.password_used_at) return t('refused.mailed_password_used')
  const isOver =
    account.password_expires_at !== null && Date.parse(account.password_expires_at) <= now.getTime()
  return isOver ? t('refused.mailed_password_expired') : null
}
