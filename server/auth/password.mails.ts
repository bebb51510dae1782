import { formatDateTime } from '../../shared/lib/dates.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { queueMail } from '../mails/mail.ts'

/** Notifies the owner of an account that its password was changed, by themselves or not (S-133). */
export const mailPasswordChanged = (
  { config, now }: Pick<Services, 'config' | 'now'>,
  db: Db,
  owner: { first_name: string; email: string },
): Promise<void> =>
  queueMail(db, {
    to: owner.email,
    subject: 'Your password was changed',
    text: `Hello ${owner.first_name},\n\nThe password of your account in the REDD+ Safeguards Information System of the ${config.bureau_name} was changed on ${formatDateTime(now().toISOString())}.\n\nIf you did not change it, please set a new one at once and tell your administrator:\n\n${config.public_url}/forgot-password\n`,
  })
