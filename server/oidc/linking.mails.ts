import type { Actor } from '../../shared/access/actor.ts'
import { dateTimeIn } from '../../shared/texts/times.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { listFmbAdministrators } from '../users/administrators.queries.ts'
import { queueMail, queueMails } from '../mails/mail.ts'
import { findLanguage, letterOf, type MailLanguage, mailTo } from '../mails/reader.ts'
import { providerOf } from './provider.ts'

type Owner = { id: number; first_name: string; email: string }
type Change = { owner: Owner; by: Actor; identity: string }
type Facts = Record<'bureau' | 'identity' | 'provider' | 'at' | 'person', string>
type Words = (
  t: MailLanguage['t'],
  facts: Facts,
  isOwn: boolean,
) => { subject: string; paragraphs: readonly string[] }

const factsIn = (services: Services, t: MailLanguage['t'], { by, identity }: Change): Facts => ({
  bureau: services.config.bureau_name,
  identity,
  provider: providerOf(services).name,
  at: dateTimeIn(t, services.now().toISOString()),
  person: by.name,
})

async function mailOwner(services: Services, db: Db, change: Change, words: Words) {
  const { owner, by } = change
  const reader = { email: owner.email, language: await findLanguage(db, owner.id) }
  const mail = mailTo(services, reader, ({ t }) => {
    const { subject, paragraphs } = words(t, factsIn(services, t, change), owner.id === by.id)
    return { subject, text: letterOf(t('mails.hello', { name: owner.first_name }), ...paragraphs) }
  })
  await queueMail(db, mail)
}

/** Notifies the owner of an account, and the administrators of FMB, that a link to this identity was offered. */
export async function mailOffered(
  services: Services,
  db: Db,
  change: Change & { owner: Owner & { last_name: string } },
): Promise<void> {
  await mailOwner(services, db, change, (t, facts) => ({
    subject: t('mails.offered_subject', facts),
    paragraphs: [t('mails.offered', facts), t('mails.offered_accept', facts), t('mails.linked_unknown')],
  }))
  const { owner } = change
  const others = (await listFmbAdministrators(db)).filter(({ id }) => id !== owner.id)
  await queueMails(
    db,
    others.map((one) =>
      mailTo(services, one, ({ t }) => {
        const named = { owner: `${owner.first_name} ${owner.last_name}`, owner_email: owner.email }
        const facts = { ...factsIn(services, t, change), ...named }
        return {
          subject: t('mails.offered_for_subject', facts),
          text: letterOf(t('mails.hello', { name: one.first_name }), t('mails.offered_for', facts)),
        }
      }),
    ),
  )
}

/** Notifies the owner of an account that it can be entered with this identity from now on. */
export const mailLinked = (services: Services, db: Db, change: Change): Promise<void> =>
  mailOwner(services, db, change, (t, facts) => ({
    subject: t('mails.linked_subject', facts),
    paragraphs: [`${t('mails.linked', facts)} ${t('mails.linked_login', facts)}`, t('mails.linked_unknown')],
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
