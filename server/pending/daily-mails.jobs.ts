import { manilaDay } from '../../shared/lib/dates.ts'
import type { Services } from '../context/context.ts'
import { dailyMail } from './daily-mail.ts'
import { kindIn } from './kinds.ts'
import { sendSummaries } from './summary-mails.ts'
import { listWaitingFor, type Waiting, type WaitingGroup } from './waiting.queries.ts'

/** more than anyone reads in a mail; the lists of the product show all */
const MAX_LISTED = 50

const asListed = ({ record, id, task, ...more }: Waiting) => {
  const { noun, approvalPath, encoderPath } = kindIn(record)
  return { ...more, task, noun, path: task === 'review' ? approvalPath(id) : encoderPath(id) }
}

/** The record status in the encoders' list for each task. */
const STATUS_OF_TASK = { correct: 'Returned', resubmit: 'Recalled' } as const

const asRest = ({ record, task, count }: WaitingGroup) => {
  const { noun, lists } = kindIn(record)
  const path = task === 'review' ? lists.approval : `${lists.encoder}?record_status=${STATUS_OF_TASK[task]}`
  return { noun, task, count, path }
}

/** Queues the daily mail for every user who has chosen it and has pending records (S-117). */
export async function sendDailyMails(services: Services): Promise<void> {
  const { db } = services
  const now = services.now()
  const day = manilaDay(now)
  await sendSummaries(services, { choice: 'daily', since: day, day }, async (actor) => {
    const { records, count, rest } = await listWaitingFor(db, actor, MAX_LISTED)
    return count === 0
      ? null
      : dailyMail(services, {
          reader: actor,
          count,
          now,
          records: records.map(asListed),
          rest: rest.map(asRest),
        })
  })
}
