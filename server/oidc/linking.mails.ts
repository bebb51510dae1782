import type { Actor } from '../../shared/access/actor.ts'
import { dateTimeIn } from '../../shared/texts/times.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { queueMail } from '../mails/mail.ts'
import { findLanguage, letterOf, type MailLanguage, mailTo } from '../mails/reader.ts'
import { providerOf } from './provider.ts'

type Owner = { id: number; first_name: string; email: string }
type Change = { owner: Owner; by: Actor; identity: string }
type Facts = { bureau: string; identity: string; provider: string; at: string; person: string }
type Words = (
  t: MailLanguage['t'],
  facts: Facts,
  isOwn: boolean,
) => { subject: string; paragraphs: readonly string[] }

async function mailOwner(services: Services, db: Db, { owner, by, identity }: Change, words: Words) {
  const reader = { email: owner.email, language: await findLanguage(db, owner.id) }
  const mail = mailTo(services, reader, ({ t }) => {
    const facts = {
      bureau: services.config.bureau_name,
      identity,
      provider: providerOf(services).name,
      at: dateTimeIn(t, services.now().toISOString()),
      person: by.name,
    }
    const { subject, paragraphs } = words(t, facts, owner.id === by.id)
    return { subject, text: letterOf(t('mails.hello', { name: owner.first_name }), ...paragraphs) }
  })
  await queueMail(db, mail)
}

/** Notifies the owner of an account that it can be entered with this identity from now on. */
export const mailLinked = (services: Services, db: Db, change: Change): Promise<void> =>
  mailOwner(services, db, change, (t, facts, isOwn) => ({
    subject: t('mails.linked_subject', facts),
    paragraphs: [
      `${t(isOwn ? 'mails.linked' : 'mails.linked_by', facts)} ${t('mails.linked_login', facts)}`,
      t('mails.linked_unknown'),
    ],
  }))

/** Notifies the owner of an account that this identity cannot enter it any more. */
export const mailUnlinked = (services: Services, db: Db, change: Change): Promise<void> =>
  mailOwner(services, db, change, (t, facts, isOwn) => ({
    subject: t('mails.unlinked_subject', facts),
    paragraphs: [
      `${t(isOwn ? 'mails.unlinked' : 'mails.unlinked_by', facts)} ${t('mails.unlinked_login')}`,
      t('mails.unlinked_unexpected'),
    ],
  }))
