import { manilaDay } from '../../shared/lib/dates.ts'
import type { Services } from '../lib/context.ts'
import { dailyMail } from './daily-mail.ts'
import { KINDS } from './kinds.ts'
import { sendSummaries } from './summary-mails.ts'
import { listWaitingFor, type Waiting } from './waiting.queries.ts'

/** more than anybody reads in a mail; the lists of the product hold all */
const MOST_LISTED = 50

const asListed = ({ record, id, task, ...rest }: Waiting) => {
  const [profiles, activities] = KINDS
  const { noun, approvalPath, encoderPath } = record === profiles.table.name ? profiles : activities
  return { ...rest, task, noun, path: task === 'review' ? approvalPath(id) : encoderPath(id) }
}

/** Queues the day's mail of everybody who has chosen it and for whom something waits (S-117). */
export async function sendDailyMails(services: Services): Promise<void> {
  const { db, config } = services
  const now = services.now()
  const day = manilaDay(now)
  await sendSummaries(services, { choice: 'daily', since: day, day }, async (actor) => {
    const { records, count } = await listWaitingFor(db, actor, MOST_LISTED)
    const { email: to, first_name } = actor
    const { public_url } = config
    return count === 0
      ? null
      : dailyMail({ to, first_name, records: records.map(asListed), count, now, public_url })
  })
}
