import { manilaDay, mondayOf } from '../../shared/lib/dates.ts'
import type { Services } from '../context/context.ts'
import { sendSummaries } from './summary-mails.ts'
import { listWaitingTimes } from './waiting-times.queries.ts'
import { weeklyMail } from './weekly-mail.ts'

/** Queues the weekly mail for every user who has chosen it and has pending records in scope (S-117). */
export async function sendWeeklyMails(services: Services): Promise<void> {
  const { readDb } = services
  const now = services.now()
  const day = manilaDay(now)
  await sendSummaries(services, { choice: 'weekly', since: mondayOf(day), day }, async (actor) => {
    const waitingTimes = await listWaitingTimes(readDb, actor, now)
    return waitingTimes.length === 0 ? null : weeklyMail(services, { actor, waitingTimes, day })
  })
}
