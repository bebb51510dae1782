import { formatDateTime } from '../../shared/lib/dates.ts'
import type { Actor } from '../../shared/access/actor.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { queueMail } from '../mails/mail.ts'
import { providerOf } from './provider.ts'

type Owner = { id: number; first_name: string; email: string }
type Change = { owner: Owner; by: Actor; identity: string }

const whoOf = ({ owner, by }: Change): string => (owner.id === by.id ? '' : ` by ${by.name}`)

/** Notifies the owner of an account that it can be entered with this identity from now on. */
export function mailLinked(services: Services, db: Db, change: Change): Promise<void> {
  const { name } = providerOf(services)
  const at = formatDateTime(services.now().toISOString())
  return queueMail(db, {
    to: change.owner.email,
    subject: `Your account was linked to ${name}`,
    text: `Hello ${change.owner.first_name},\n\nYour account in the REDD+ Safeguards Information System of the ${services.config.bureau_name} was linked to ${change.identity} at ${name} on ${at}${whoOf(change)}. From now on you can log in with ${name} as well.\n\nIf you do not know this name, please tell your administrator at once.\n`,
  })
}

/** Notifies the owner of an account that this identity cannot enter it any more. */
export function mailUnlinked(services: Services, db: Db, change: Change): Promise<void> {
  const { name } = providerOf(services)
  const at = formatDateTime(services.now().toISOString())
  return queueMail(db, {
    to: change.owner.email,
    subject: `Your account is no longer linked to ${name}`,
    text: `Hello ${change.owner.first_name},\n\nThe link between your account in the REDD+ Safeguards Information System of the ${services.config.bureau_name} and ${change.identity} at ${name} was removed on ${at}${whoOf(change)}. You can still log in with your password.\n\nIf you did not expect this, please tell your administrator.\n`,
  })
}
