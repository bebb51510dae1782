import type { Level } from '../../shared/access/levels.ts'
import { currentLevel, REVIEW_CHAIN } from '../../shared/review/review-chain.ts'
import type { Ctx, Services } from '../lib/context.ts'
import type { Db } from '../lib/db.ts'
import { queueMails } from '../lib/mail.ts'
import { isMailedAtOnce, mailChoiceOf } from '../../shared/users/mail-choice.ts'
import type { KindFacts, MailedRecord } from './record.kind.ts'
import { listApprovers, listReaders, type Reader } from './review.queries.ts'

type Letter = { subject: string; text: string }

/** To each of these once who wants it now; `isOwn` where the record is the reader's own. */
function mailTo(
  { config }: Services,
  db: Db,
  { readers, isOwn }: { readers: readonly Reader[]; isOwn: boolean },
  letter: Letter,
): Promise<void> {
  const wanted = readers.filter(({ mail_choice }) =>
    isMailedAtOnce(mailChoiceOf(mail_choice, config.mail_notifications), isOwn),
  )
  const addresses = new Set(wanted.map(({ email }) => email))
  const mails = [...addresses].map((to) => ({ to, ...letter }))
  return queueMails(db, mails)
}

/** Those who are not among the others. */
const without = (readers: readonly Reader[], others: readonly Reader[]): Reader[] =>
  readers.filter(({ id }) => !others.some((other) => other.id === id))

/** A sentence about a record, with a link to where its reader finds it. */
const letterOf =
  ({ config }: Services, record: MailedRecord, path: string) =>
  (subject: string, words: string): Letter => ({
    subject: `${record.code}: ${subject}`,
    text: `${words}\n\n${record.code}, ${record.name_of_partner}\n\n${config.public_url}${path}\n`,
  })

/** Tells the approvers of the level that must act now. */
export async function mailWaiting(services: Services, db: Db, kind: KindFacts, record: MailedRecord) {
  const level = currentLevel(record)
  if (!level) return
  const readers = await listApprovers(db, kind.policies.keys.approve, level, record)
  const words = `A ${kind.noun} is waiting for ${level} to approve or return it.`
  const letter = letterOf(services, record, kind.approvalPath(record.id))
  await mailTo(services, db, { readers, isOwn: false }, letter('waiting for your review', words))
}

/** Tells the submitting encoder and the office's approvers that the last level has approved. */
export async function mailApproved(services: Services, db: Db, kind: KindFacts, record: MailedRecord) {
  const encoders = await listReaders(db, [record.submitted_by_id])
  const approvers = await listApprovers(db, kind.policies.keys.approve, 'PENRO', record)
  const letter = letterOf(services, record, kind.encoderPath(record.id))
  const mail = letter('approved', `A ${kind.noun} has its final approval.`)
  await mailTo(services, db, { readers: encoders, isOwn: true }, mail)
  await mailTo(services, db, { readers: without(approvers, encoders), isOwn: false }, mail)
}

/** Tells the submitting encoder, and the levels below the one that returned it (part 4, P05 to P07). */
export async function mailReturned(
  services: Services,
  db: Db,
  kind: KindFacts,
  record: MailedRecord,
  by: Level,
): Promise<void> {
  const key = kind.policies.keys.approve
  const encoders = await listReaders(db, [record.submitted_by_id])
  const approvers: Reader[] = []
  for (const level of REVIEW_CHAIN.slice(0, REVIEW_CHAIN.indexOf(by)))
    approvers.push(...(await listApprovers(db, key, level, record)))
  const letter = letterOf(services, record, kind.encoderPath(record.id))
  const mail = (advice: string) =>
    letter(`returned by ${by}`, `A ${kind.noun} was returned by ${by} with comments.${advice}`)
  const toCorrect = mail(' Please correct it and submit it again.')
  await mailTo(services, db, { readers: encoders, isOwn: true }, toCorrect)
  await mailTo(services, db, { readers: without(approvers, encoders), isOwn: false }, mail(''))
}

/** Tells the creator that somebody else has deactivated or activated the record (P10, P11, A14, A15). */
export async function mailSwitched(ctx: Ctx, db: Db, kind: KindFacts, record: MailedRecord) {
  if (record.created_by_id === ctx.actor.id) return
  const done = record.status.toLowerCase()
  const readers = await listReaders(db, [record.created_by_id])
  const letter = letterOf(ctx.services, record, kind.encoderPath(record.id))
  await mailTo(ctx.services, db, { readers, isOwn: true }, letter(done, `Your ${kind.noun} was ${done}.`))
}

/**
 * Tells whoever uploaded a file that it has a virus, and the level that reviews its record; FMB where the review is
 * over. Nobody reviews a file that belongs to no record yet. It leaves at once for everybody who has mails at all.
 */
export async function mailQuarantined(
  services: Services,
  db: Db,
  file: { name: string; uploaded_by: number },
  owner: { kind: KindFacts; record: MailedRecord } | null,
): Promise<void> {
  const uploader = await listReaders(db, [file.uploaded_by])
  const sentence = `The file ${file.name} did not pass the virus check and cannot be opened.`
  const advice = `${sentence} Please upload a clean copy.`
  if (!owner) {
    const subject = 'A file did not pass the virus check'
    const text = `${advice}\n\n${services.config.public_url}\n`
    return mailTo(services, db, { readers: uploader, isOwn: true }, { subject, text })
  }
  const { kind, record } = owner
  const subject = 'a file did not pass the virus check'
  const forUploader = letterOf(services, record, kind.encoderPath(record.id))(subject, advice)
  await mailTo(services, db, { readers: uploader, isOwn: true }, forUploader)

  const level = currentLevel(record) ?? (record.site_status === 'Approved' ? REVIEW_CHAIN.at(-1) : null)
  const reviewers = level ? await listApprovers(db, kind.policies.keys.approve, level, record) : []
  const forReviewers = letterOf(services, record, kind.approvalPath(record.id))(subject, sentence)
  await mailTo(services, db, { readers: without(reviewers, uploader), isOwn: true }, forReviewers)
}
