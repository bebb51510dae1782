import { sql } from 'kysely'
import { manilaDay } from '../../shared/lib/dates.ts'
import type { MailChoice } from '../../shared/users/mail-choice.ts'
import type { Services } from '../lib/context.ts'
import type { Db } from '../lib/db.ts'
import { queueMail } from '../lib/mail.ts'
import { actorOf, actorQuery } from '../lib/sessions.ts'
import { dailyMail } from './daily-mail.ts'
import { KINDS } from './kinds.ts'
import { listWaitingFor, type Waiting } from './waiting.queries.ts'

/** more than anybody reads in a mail; the lists of the product hold all */
const MOST_LISTED = 50
/** so many people are read at a time */
const CHUNK = 200

const asListed = ({ record, id, task, ...rest }: Waiting) => {
  const [profiles, activities] = KINDS
  const { noun, approvalPath, encoderPath } = record === profiles.table.name ? profiles : activities
  return { ...rest, task, noun, path: task === 'review' ? approvalPath(id) : encoderPath(id) }
}

/** Activated people with the day's mail who have not had that of this day, by id. */
const readersAfter = (db: Db, bureau: MailChoice, day: string, last: number) =>
  actorQuery(db)
    .where('users.status', '=', 'Activated')
    .where(sql<boolean>`coalesce(users.mail_choice, ${bureau}) = 'daily'`)
    .where(sql<boolean>`users.daily_mail_on is distinct from ${day}`)
    .where('users.id', '>', last)
    .orderBy('users.id')
    .limit(CHUNK)
    .execute()

/** Whether nobody has sent this person the mail of this day; notes that it is sent now, until the transaction ends. */
async function takeDay(db: Db, id: number, day: string): Promise<boolean> {
  const taken = await db
    .updateTable('users')
    .set({ daily_mail_on: day })
    .where('users.id', '=', id)
    .where(sql<boolean>`users.daily_mail_on is distinct from ${day}`)
    .returning('users.id')
    .execute()
  return taken.length === 1
}

/**
 * Queues the day's mail of everybody who has chosen it and for whom something waits (S-117). The day is noted with the
 * mail in one transaction, so that whoever runs this twice, or on two servers at once, sends one mail.
 */
export async function sendDailyMails({ db, config, now }: Services): Promise<void> {
  const at = now()
  const day = manilaDay(at)
  for (let last = 0, more = true; more; ) {
    const people = await readersAfter(db, config.mail_notifications, day, last)
    for (const person of people) {
      const actor = actorOf(person)
      const { records, count } = await listWaitingFor(db, actor, MOST_LISTED)
      if (count === 0) continue
      const { email: to, first_name } = actor
      const { public_url } = config
      const mail = dailyMail({ to, first_name, records: records.map(asListed), count, now: at, public_url })
      await db.transaction().execute(async (open) => {
        if (await takeDay(open, actor.id, day)) await queueMail(open, mail)
      })
    }
    last = people.at(-1)?.id ?? last
    more = people.length === CHUNK
  }
}
