import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import type { MailChoice } from '../../shared/users/mail-choice.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { type Mail, queueMail } from '../mails/mail.ts'
import { hasActiveRole } from '../database/scope.ts'
import { actorOf, actorQuery } from '../context/sessions.ts'

/** so many people are read at a time */
const CHUNK = 200

/** `since`: anyone who had a summary on this day of Manila or later has had the one that is sent now. */
type Summary = { choice: MailChoice; since: string; day: string }

/** Whether someone has had no summary since then; days as texts are in their order. */
const hasHadNoSummary = ({ since }: Summary) => sql<boolean>`coalesce(users.daily_mail_on, '') < ${since}`

/** Activated people of activated roles with this choice who have not had the summary yet, by id. */
const readersAfter = (db: Db, bureau: MailChoice, summary: Summary, last: number) =>
  actorQuery(db)
    .where(hasActiveRole)
    .where(sql<boolean>`coalesce(users.mail_choice, ${bureau}) = ${summary.choice}`)
    .where(hasHadNoSummary(summary))
    .where('users.id', '>', last)
    .orderBy('users.id')
    .limit(CHUNK)
    .execute()

/** Whether no one has sent this person the summary; notes that it is sent now, until the transaction ends. */
async function take(db: Db, id: number, summary: Summary): Promise<boolean> {
  const taken = await db
    .updateTable('users')
    .set({ daily_mail_on: summary.day })
    .where('users.id', '=', id)
    .where(hasHadNoSummary(summary))
    .returning('users.id')
    .execute()
  return taken.length === 1
}

/**
 * Queues a summary for everyone who has chosen it and for whom there is one. Its day is noted with the mail in one transaction,
 * so that anyone who runs this twice, or on two servers at once, sends one mail; and no one has two a day.
 */
export async function sendSummaries(
  { db, config }: Services,
  summary: Summary,
  mailFor: (actor: Actor) => Promise<Mail | null>,
): Promise<void> {
  for (let last = 0, more = true; more; ) {
    const people = await readersAfter(db, config.mail_notifications, summary, last)
    for (const person of people) {
      const actor = actorOf(person)
      const mail = await mailFor(actor)
      if (!mail) continue
      await db.transaction().execute(async (open) => {
        if (await take(open, actor.id, summary)) await queueMail(open, mail)
      })
    }
    last = people.at(-1)?.id ?? last
    more = people.length === CHUNK
  }
}
