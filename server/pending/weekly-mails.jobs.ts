import { manilaDay, mondayOf } from '../../shared/lib/dates.ts'
import type { Services } from '../lib/context.ts'
import { sendSummaries } from './summary-mails.ts'
import { listWaited } from './waited.queries.ts'
import { weeklyMail } from './weekly-mail.ts'

/** Queues the week's mail of everybody who has chosen it and in whose scope something waits (S-117). */
export async function sendWeeklyMails(services: Services): Promise<void> {
  const { reads, config } = services
  const now = services.now()
  const day = manilaDay(now)
  await sendSummaries(services, { choice: 'weekly', since: mondayOf(day), day }, async (actor) => {
    const waited = await listWaited(reads, actor, now)
    return waited.length === 0 ? null : weeklyMail({ actor, waited, day, public_url: config.public_url })
  })
}
