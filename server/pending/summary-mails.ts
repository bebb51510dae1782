import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import type { MailChoice } from '../../shared/users/mail-choice.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { type Mail, queueMail } from '../mails/mail.ts'
import { hasActiveRole } from '../database/scope.ts'
import { actorOf, actorQuery } from '../context/sessions.ts'

/** users read per query */
const CHUNK = 200

/** A daily or weekly mail. A user with a mail on the day `since` in Manila, or later, has already had this one. */
type Summary = { choice: MailChoice; since: string; day: string }

/** Whether a user has had no mail since then; days are ISO texts, so they compare in order. */
const hasHadNoSummary = ({ since }: Summary) => sql<boolean>`coalesce(users.daily_mail_on, '') < ${since}`

/** The activated users with this choice who have not had the mail yet, by id. */
const readersAfter = (db: Db, bureau: MailChoice, summary: Summary, last: number) =>
  actorQuery(db)
    .where(hasActiveRole)
    .where(sql<boolean>`coalesce(users.mail_choice, ${bureau}) = ${summary.choice}`)
    .where(hasHadNoSummary(summary))
    .where('users.id', '>', last)
    .orderBy('users.id')
    .limit(CHUNK)
    .execute()

/** Marks the user as having had the mail, in the transaction that queues it; false if another run was first. */
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
 * Queues the mail for every user who has chosen it and for whom `mailFor` returns one. One transaction stores the day
 * and queues the mail, so that two runs, even on two servers at once, send one mail, and no user gets two a day.
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
