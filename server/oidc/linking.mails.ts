import type { Actor } from '../../shared/access/actor.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { listFmbAdministrators } from '../users/administrators.queries.ts'
import { mail } from '../mails/compose.ts'
import { queueMail, queueMails } from '../mails/mail.ts'
import { findLanguage } from '../mails/reader.ts'
import { providerOf } from './provider.ts'

type Owner = { id: number; first_name: string; email: string }
type Change = { owner: Owner; by: Actor; identity: string }

const valuesOf = (services: Services, { by, identity }: Change) => ({
  bureau: services.config.bureau_name,
  identity,
  provider: providerOf(services).name,
  at: services.now(),
  person: by.name,
})

const withLanguage = async (db: Db, owner: Owner) => ({
  ...owner,
  language: await findLanguage(db, owner.id),
})

/** Notifies the owner of an account, and the administrators of FMB, that a link to this identity was offered. */
export async function mailOffered(
  services: Services,
  db: Db,
  change: Change & { owner: Owner & { last_name: string } },
): Promise<void> {
  const { owner } = change
  const values = valuesOf(services, change)
  const toOwner = mail(services, await withLanguage(db, owner), 'offered', values, {
    paragraphs: ['mails.offered', 'mails.offered_accept', 'mails.linked_unknown'],
  })
  const named = { ...values, owner: `${owner.first_name} ${owner.last_name}`, owner_email: owner.email }
  const others = (await listFmbAdministrators(db)).filter(({ id }) => id !== owner.id)
  await queueMails(db, [toOwner, ...others.map((one) => mail(services, one, 'offered_for', named))])
}

/** Notifies the owner of an account that it can be entered with this identity from now on. */
export async function mailLinked(services: Services, db: Db, change: Change): Promise<void> {
  const owner = await withLanguage(db, change.owner)
  const toOwner = mail(services, owner, 'linked', valuesOf(services, change), {
    paragraphs: [['mails.linked', 'mails.linked_login'], 'mails.linked_unknown'],
  })
  await queueMail(db, toOwner)
}

/** Notifies the owner of an account that this identity cannot enter it any more. */
export async function mailUnlinked(services: Services, db: Db, change: Change): Promise<void> {
  const owner = await withLanguage(db, change.owner)
  const removed = owner.id === change.by.id ? 'mails.unlinked' : 'mails.unlinked_by'
  const toOwner = mail(services, owner, 'unlinked', valuesOf(services, change), {
    paragraphs: [[removed, 'mails.unlinked_login'], 'mails.unlinked_unexpected'],
  })
  await queueMail(db, toOwner)
}
