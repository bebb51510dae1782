import { hash, randomBytes } from 'node:crypto'
import { addDays } from '../../shared/lib/date-range.ts'
import { formatDate, manilaDay } from '../../shared/lib/dates.ts'
import type { Services } from '../context/context.ts'
import { isRefusal } from '../lib/errors.ts'
import { type Mail, queueMails } from '../mails/mail.ts'
import { callExternal, EXTERNAL_LIMIT_MS, noExternalAnswer } from './call-external.ts'
import { checkpointLine } from './saved-checkpoints.ts'
import { findDisagreement, findPublishedCheckpoint } from './log.queries.ts'
import { findNewestDay, hasDay, insertDay, isDayWithin, type LogDay, saveStamp } from './external.queries.ts'
import { nonceOf, type Question, readStamp, stampQuestion } from './stamp.ts'
import type { WorkLog } from './witnesses.actions.ts'

type DayServices = Pick<Services, 'config' | 'db' | 'files' | 'now'>

const NONCE_BYTES = 8
const STATUS_OK = 200

/** Name of a day's file in the file store. */
export const dayFile = (day: string, what: 'checkpoint' | 'stamp'): string =>
  `day/${day.replaceAll('-', '')}/${what}`

const mailOf = (
  { bureau_name, public_url }: DayServices['config'],
  day: string,
  text: string,
): Omit<Mail, 'to'> => ({
  subject: `Checkpoint of the audit log, ${formatDate(day)}`,
  text: `Please keep this mail where ${bureau_name} cannot change it. The line below fixes every row of its audit log until the end of ${formatDate(day)}. You receive one each day; ask if one is missing.

${checkpointLine(text)}

How to check the log with it: ${public_url}/how-to-check
`,
})

/**
 * Stores the first checkpoint that holds the whole of yesterday in Manila as that day's head, and mails it to
 * CHECKPOINT_MAIL: once, whichever instance comes first. A day without events has a head too, so that a missing mail
 * means something. While the log is stopped, none is sent.
 */
export async function saveDayHead({ config, db, now }: DayServices): Promise<void> {
  const day = addDays(manilaDay(now()), -1)
  if (await hasDay(db, day)) return
  if (await findDisagreement(db)) return
  const published = await findPublishedCheckpoint(db)
  if (!published || !(await isDayWithin(db, day, published.size))) return
  const { size, checkpoint, public_key } = published
  const mailed = config.checkpoint_mail.length
  await db.transaction().execute(async (held) => {
    const made_at = now().toISOString()
    if (!(await insertDay(held, { day, size, checkpoint, public_key, made_at, mailed }))) return
    const mail = mailOf(config, day, checkpoint)
    await queueMails(
      held,
      config.checkpoint_mail.map((to) => ({ to, ...mail })),
    )
  })
}

/** Asks the authority for a time stamp, once. Throws `no_answer_outside` with one sentence. */
async function requestStamp(
  url: string,
  question: Question,
  patience: number,
): Promise<{ at: string; answer: Buffer }> {
  const { status, body } = await callExternal(url, {
    type: 'application/timestamp-query',
    body: stampQuestion(question),
    patience,
  })
  if (status !== STATUS_OK) throw noExternalAnswer(`It answered with ${status}.`)
  const read = readStamp(body, question)
  if ('why' in read) throw noExternalAnswer(read.why)
  return { at: read.at, answer: body }
}

/** Stores the checkpoint of the day and its time stamp where the public can read them. */
async function storeStamp({ files }: DayServices, { day, checkpoint }: LogDay, answer: Buffer) {
  await files.named.put(dayFile(day, 'checkpoint'), Buffer.from(checkpoint))
  await files.named.put(dayFile(day, 'stamp'), answer)
}

/** Has TSA_URL stamp the newest day unless it is stamped; a failure is recorded, and the next run retries. */
export async function stampDay(
  services: DayServices,
  { patience = EXTERNAL_LIMIT_MS, log }: { patience?: number; log: WorkLog },
): Promise<void> {
  const { config, db } = services
  const newest = await findNewestDay(db)
  if (config.tsa_url === null || !newest || newest.stamped_at !== null) return
  const question = {
    digest: hash('sha256', newest.checkpoint, 'buffer'),
    nonce: nonceOf(randomBytes(NONCE_BYTES)),
  }
  try {
    const { at, answer } = await requestStamp(config.tsa_url, question, patience)
    await storeStamp(services, newest, answer)
    await saveStamp(db, newest.day, { stamped_at: at, stamp_fault: null })
    if (newest.stamp_fault) log.info('The time stamp authority stamps again.')
  } catch (error) {
    if (!isRefusal(error, 'no_answer_outside')) throw error
    await saveStamp(db, newest.day, { stamped_at: null, stamp_fault: error.message })
    if (newest.stamp_fault !== error.message)
      log.warn(`The time stamp authority did not stamp: ${error.message}`)
  }
}
