import type { Level, Status } from '../../shared/access/levels.ts'
import { currentLevel, REVIEW_CHAIN, type Review } from '../../shared/review/review-chain.ts'
import type { Ctx, Services } from '../lib/context.ts'
import type { Db } from '../lib/db.ts'
import { queueMails } from '../lib/mail.ts'
import { isMailedAtOnce, mailChoiceOf } from '../../shared/users/mail-choice.ts'
import { listApprovers, listReaders, type Reader } from './review.queries.ts'

/** What a mail may say of a record: code, partner, status and link; no evidence (S-75). */
export type MailedRecord = Review & {
  id: number
  code: string
  name_of_partner: string
  region_id: number
  office_id: number
  submitted_by_id: number | null
}

export type Reviewable = {
  noun: 'SITES profile' | 'SITES activity'
  key: 'site_maps_approval' | 'site_activities_approval'
  approvalPath: (id: number) => string
  encoderPath: (id: number) => string
}

/** To each of these once who wants it now; `isOwn` where the record is the reader's own. */
function mailTo(
  { config }: Services,
  db: Db,
  { readers, isOwn }: { readers: readonly Reader[]; isOwn: boolean },
  { subject, text }: { subject: string; text: string },
): Promise<void> {
  const wanted = readers.filter(({ mail_choice }) =>
    isMailedAtOnce(mailChoiceOf(mail_choice, config.mail_notifications), isOwn),
  )
  const addresses = [...new Set(wanted.map(({ email }) => email))]
  return queueMails(
    db,
    addresses.map((to) => ({ to, subject, text })),
  )
}

/** Those who are not among the others. */
const without = (readers: readonly Reader[], others: readonly Reader[]): Reader[] =>
  readers.filter(({ id }) => !others.some((other) => other.id === id))

const about = (record: MailedRecord) => `${record.code}, ${record.name_of_partner}`

/** Tells the approvers of the level that must act now. */
export async function mailWaiting(
  services: Services,
  db: Db,
  kind: Reviewable,
  record: MailedRecord,
): Promise<void> {
  const level = currentLevel(record)
  if (!level) return
  const readers = await listApprovers(db, kind.key, level, record)
  const link = `${services.config.public_url}${kind.approvalPath(record.id)}`
  await mailTo(
    services,
    db,
    { readers, isOwn: false },
    {
      subject: `${record.code}: waiting for your review`,
      text: `A ${kind.noun} is waiting for ${level} to approve or return it.\n\n${about(record)}\n\n${link}\n`,
    },
  )
}

/** Tells the submitting encoder and the office's approvers that the last level has approved. */
export async function mailApproved(
  services: Services,
  db: Db,
  kind: Reviewable,
  record: MailedRecord,
): Promise<void> {
  const encoders = await listReaders(db, [record.submitted_by_id])
  const approvers = await listApprovers(db, kind.key, 'PENRO', record)
  const link = `${services.config.public_url}${kind.encoderPath(record.id)}`
  const mail = {
    subject: `${record.code}: approved`,
    text: `A ${kind.noun} has its final approval.\n\n${about(record)}\n\n${link}\n`,
  }
  await mailTo(services, db, { readers: encoders, isOwn: true }, mail)
  await mailTo(services, db, { readers: without(approvers, encoders), isOwn: false }, mail)
}

/** Tells the submitting encoder, and the levels below the one that returned it (part 4, P05 to P07). */
export async function mailReturned(
  services: Services,
  db: Db,
  kind: Reviewable,
  record: MailedRecord,
  by: Level,
): Promise<void> {
  const encoders = await listReaders(db, [record.submitted_by_id])
  const approvers = by === 'PENRO' ? [] : await listApprovers(db, kind.key, 'PENRO', record)
  if (by === 'FMB') approvers.push(...(await listApprovers(db, kind.key, 'Region', record)))
  const link = `${services.config.public_url}${kind.encoderPath(record.id)}`
  const mail = (advice: string) => ({
    subject: `${record.code}: returned by ${by}`,
    text: `A ${kind.noun} was returned by ${by} with comments.${advice}\n\n${about(record)}\n\n${link}\n`,
  })
  await mailTo(
    services,
    db,
    { readers: encoders, isOwn: true },
    mail(' Please correct it and submit it again.'),
  )
  await mailTo(services, db, { readers: without(approvers, encoders), isOwn: false }, mail(''))
}

/** Tells the creator that somebody else has deactivated or activated the record (P10, P11, A14, A15). */
export async function mailSwitched(
  ctx: Ctx,
  db: Db,
  kind: Reviewable,
  record: MailedRecord & { status: Status; created_by_id: number },
): Promise<void> {
  if (record.created_by_id === ctx.actor.id) return
  const done = record.status.toLowerCase()
  const link = `${ctx.services.config.public_url}${kind.encoderPath(record.id)}`
  const readers = await listReaders(db, [record.created_by_id])
  await mailTo(
    ctx.services,
    db,
    { readers, isOwn: true },
    {
      subject: `${record.code}: ${done}`,
      text: `Your ${kind.noun} was ${done}.\n\n${about(record)}\n\n${link}\n`,
    },
  )
}

/**
 * Tells whoever uploaded a file that it has a virus, and the level that reviews its record; FMB where the review is
 * over. Nobody reviews a file that belongs to no record yet. It leaves at once for everybody who has mails at all.
 */
export async function mailQuarantined(
  services: Services,
  db: Db,
  file: { name: string; uploaded_by: number },
  owner: { kind: Reviewable; record: MailedRecord } | null,
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
  const mail = (words: string, path: string) => ({
    subject: `${record.code}: a file did not pass the virus check`,
    text: `${words}\n\n${about(record)}\n\n${services.config.public_url}${path}\n`,
  })
  await mailTo(services, db, { readers: uploader, isOwn: true }, mail(advice, kind.encoderPath(record.id)))

  const level = currentLevel(record) ?? (record.site_status === 'Approved' ? REVIEW_CHAIN.at(-1) : null)
  const reviewers = level ? await listApprovers(db, kind.key, level, record) : []
  const others = { readers: without(reviewers, uploader), isOwn: true }
  await mailTo(services, db, others, mail(sentence, kind.approvalPath(record.id)))
}
