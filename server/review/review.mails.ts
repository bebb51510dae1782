import type { Level } from '../../shared/access/levels.ts'
import { plural } from '../../shared/lib/format.ts'
import { lineForm } from '../../shared/lib/text-form.ts'
import { currentLevel, REVIEW_CHAIN } from '../../shared/review/review-chain.ts'
import type { SpellingEdit } from '../../shared/review/review.schema.ts'
import { correctedTexts, correctionWords } from '../../shared/review/spelling-words.ts'
import { isMailedAtOnce, mailChoiceOf } from '../../shared/users/mail-choice.ts'
import type { Ctx, Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { queueInBatches } from '../mails/mail.ts'
import {
  type AddressedNotice,
  commentText,
  noticeMail,
  recordMail,
  type RecordNotice,
} from './record-notices.ts'
import type { KindFacts, MailedRecord } from './record.kind.ts'
import {
  type Approvers,
  listReaders,
  listReturnReaders,
  type Reader,
  type StepComments,
} from './review.queries.ts'

/** Takes the notices of a change, in the transaction of the change. */
export type NoticeOutbox = (db: Db, notices: readonly AddressedNotice[]) => Promise<void>

const mailImmediately =
  ({ config }: Services): NoticeOutbox =>
  (db, notices) =>
    queueInBatches(
      db,
      notices.map(({ to, letter: notice }) => noticeMail(to, [notice], config.public_url)),
    )

/** Returns the readers who want a mail at once; `isOwn` says whether the record is the reader's own. */
const readersWanting = <One extends Reader>(
  { config }: Pick<Services, 'config'>,
  readers: readonly One[],
  isOwn: (reader: One) => boolean,
): One[] =>
  readers.filter((reader) =>
    isMailedAtOnce(mailChoiceOf(reader.mail_choice, config.mail_notifications), isOwn(reader)),
  )

type MailOptions = { isOwn?: (reader: Reader) => boolean; outbox?: NoticeOutbox | undefined }

const isNamed = ({ is_named }: Reader): boolean => is_named

/** Notifies the readers who want a mail at once. By default, the record is the own one of the named readers. */
function mailTo(
  services: Services,
  db: Db,
  readers: readonly Reader[],
  noticeTo: (reader: Reader) => RecordNotice,
  { isOwn = isNamed, outbox = mailImmediately(services) }: MailOptions = {},
): Promise<void> {
  const wanted = readersWanting(services, readers, isOwn)
  return outbox(
    db,
    wanted.map((reader) => ({ to: reader.email, letter: noticeTo(reader) })),
  )
}

const approversOf = (
  { policies }: KindFacts,
  { region_id, office_id }: MailedRecord,
  levels: readonly Level[],
): Approvers => ({ key: policies.keys.approve, levels, region_id, office_id })

type NoticeWords = Pick<RecordNotice, 'subject' | 'one'> &
  Partial<Pick<RecordNotice, 'many' | 'advice' | 'comment'>>

/** A notice about a record, with the path of the reader's page. */
const noticeOf = (
  { noun }: KindFacts,
  { code, name_of_partner }: MailedRecord,
  path: string,
  { subject, one, many = '', advice = null, comment = null }: NoticeWords,
): RecordNotice => ({ subject, one, many, advice, noun, code, name: name_of_partner, comment, path })

/** Notifies the approvers of the level that must act now. */
export async function mailWaiting(
  services: Services,
  db: Db,
  kind: KindFacts,
  record: MailedRecord,
  outbox?: NoticeOutbox,
): Promise<void> {
  const level = currentLevel(record)
  if (!level) return
  const readers = await listReaders(db, [], approversOf(kind, record, [level]))
  const notice = noticeOf(kind, record, kind.approvalPath(record.id), {
    subject: 'waiting for your review',
    one: `A ${kind.noun} is waiting for ${level} to approve or return it.`,
    many: `are waiting for ${level} to approve or return them.`,
  })
  await mailTo(services, db, readers, () => notice, { outbox })
}

/**
 * Notifies the approvers who had a mail at once that the record was waiting; the daily mail no longer lists it (S-117).
 * `record` is the record before the recall. The caller gets no mail, even as an approver of the office.
 */
export async function mailRecalled(ctx: Ctx, db: Db, kind: KindFacts, record: MailedRecord) {
  const level = currentLevel(record)
  if (!level) return
  const readers = await listReaders(db, [], approversOf(kind, record, [level]))
  const others = readers.filter(({ email }) => email !== ctx.actor.email)
  const notice = noticeOf(kind, record, kind.approvalPath(record.id), {
    subject: 'recalled',
    one: `A ${kind.noun} that waited for ${level} was recalled by its office. You do not need to review it now.`,
  })
  await mailTo(ctx.services, db, others, () => notice)
}

/** Notifies the approvers of an office of the imported records that wait for them, in one mail for all records. */
export async function mailImported(
  services: Pick<Services, 'config'>,
  db: Db,
  kind: KindFacts,
  office: { region_id: number; office_id: number; count: number },
): Promise<void> {
  const { public_url } = services.config
  const readers = await listReaders(db, [], { ...office, key: kind.policies.keys.approve, levels: ['PENRO'] })
  const wanted = readersWanting(services, readers, isNamed)
  const profiles = plural(office.count, kind.noun)
  const [were, are] = office.count === 1 ? ['was', 'is'] : ['were', 'are']
  const text = `${profiles} of your office ${were} imported and ${are} waiting for PENRO to approve or return.\n\n${public_url}/sites/approval\n`
  const subject = `${profiles} imported: waiting for your review`
  await queueInBatches(
    db,
    wanted.map(({ email }) => recordMail(email, subject, text, public_url)),
  )
}

/** Notifies the submitting encoder and the office's approvers of the final approval. */
export async function mailApproved(
  services: Services,
  db: Db,
  kind: KindFacts,
  record: MailedRecord,
  outbox?: NoticeOutbox,
): Promise<void> {
  const readers = await listReaders(db, [record.submitted_by_id], approversOf(kind, record, ['PENRO']))
  const notice = noticeOf(kind, record, kind.encoderPath(record.id), {
    subject: 'approved',
    one: `A ${kind.noun} has its final approval.`,
    many: 'have their final approval.',
  })
  await mailTo(services, db, readers, () => notice, { outbox })
}

/**
 * Notifies of a return, with its comments and the number of its points: the encoders of the office, who should correct the record, and for
 * information the users who created or submitted it (an importer, for example) and the approvers of the levels below
 * the one that returned it (P05 to P07, S-142).
 */
export async function mailReturned(
  services: Services,
  db: Db,
  kind: KindFacts,
  record: MailedRecord,
  { by, said, asked }: { by: Level; said: StepComments; asked: number },
  outbox: NoticeOutbox = mailImmediately(services),
): Promise<void> {
  const { region_id, office_id, created_by_id, submitted_by_id } = record
  const readers = await listReturnReaders(db, {
    ...{ region_id, office_id },
    named: [created_by_id, submitted_by_id].filter((id) => id !== null),
    edit: kind.policies.keys.edit,
    approve: kind.policies.keys.approve,
    levels: REVIEW_CHAIN.slice(0, REVIEW_CHAIN.indexOf(by)),
  })
  const what = asked > 0 ? plural(asked, 'point') : 'comments'
  const words = {
    subject: `returned by ${by}`,
    one: `A ${kind.noun} was returned by ${by} with ${what}.`,
    many: `were returned by ${by} with comments.`,
    comment: commentText(said),
  }
  const toKnow = noticeOf(kind, record, kind.encoderPath(record.id), words)
  const advice = 'Please correct it and submit it again.'
  const toCorrect = noticeOf(kind, record, kind.editPath(record.id), { ...words, advice })
  const wanted = readersWanting(services, readers, ({ is_encoder, is_named }) => is_encoder || is_named)
  await outbox(
    db,
    wanted.map(({ email, is_encoder }) => ({ to: email, letter: is_encoder ? toCorrect : toKnow })),
  )
}

/**
 * Notifies the users who created and submitted the record of the spelling that the caller corrected while approving,
 * with the old and the new words.
 */
export async function mailCorrected(
  { services, actor }: Ctx,
  db: Db,
  kind: KindFacts,
  record: MailedRecord,
  edits: readonly SpellingEdit[],
): Promise<void> {
  if (edits.length === 0) return
  const { created_by_id, submitted_by_id } = record
  const readers = await listReaders(db, [created_by_id, submitted_by_id])
  const level = actor.access_level
  const notice = noticeOf(kind, record, kind.encoderPath(record.id), {
    subject: `spelling corrected by ${level}`,
    one: `${level} corrected the spelling of ${correctedTexts(edits)} while approving a ${kind.noun} of yours. You do not need to do anything.`,
    many: `had their spelling corrected by ${level}.`,
    comment: correctionWords(edits),
  })
  const others = readers.filter(({ email }) => email !== actor.email)
  await mailTo(services, db, others, () => notice)
}

/** Notifies the creator that another user has deactivated or activated the record (P10, P11, A14, A15). */
export async function mailSwitched(ctx: Ctx, db: Db, kind: KindFacts, record: MailedRecord) {
  if (record.created_by_id === ctx.actor.id) return
  const done = record.status.toLowerCase()
  const readers = await listReaders(db, [record.created_by_id])
  const words = { subject: done, one: `Your ${kind.noun} was ${done}.` }
  const notice = noticeOf(kind, record, kind.encoderPath(record.id), words)
  await mailTo(ctx.services, db, readers, () => notice)
}

/**
 * Notifies the uploader of a quarantined file, and the level at which its record is pending, or FMB if the record is
 * approved. A file without a record has no reviewers. The mail is sent at once to every reader who has not turned mails
 * off.
 */
export async function mailQuarantined(
  services: Services,
  db: Db,
  file: { name: string; uploaded_by: number },
  owner: { kind: KindFacts; record: MailedRecord } | null,
): Promise<void> {
  const sentence = `The file ${lineForm(file.name)} did not pass the virus check and cannot be opened.`
  const advice = 'Please upload a clean copy.'
  const isOwn = () => true
  if (!owner) {
    const { public_url } = services.config
    const uploader = readersWanting(services, await listReaders(db, [file.uploaded_by]), isOwn)
    const subject = 'A file did not pass the virus check'
    const text = `${sentence} ${advice}\n\n${public_url}\n`
    return queueInBatches(
      db,
      uploader.map(({ email }) => recordMail(email, subject, text, public_url)),
    )
  }
  const { kind, record } = owner
  const level = currentLevel(record) ?? (record.site_status === 'Approved' ? REVIEW_CHAIN.at(-1) : null)
  const readers = await listReaders(db, [file.uploaded_by], approversOf(kind, record, level ? [level] : []))
  const words = { subject: 'a file did not pass the virus check', one: sentence }
  const toUploader = noticeOf(kind, record, kind.encoderPath(record.id), { ...words, advice })
  const toReviewers = noticeOf(kind, record, kind.approvalPath(record.id), words)
  await mailTo(services, db, readers, ({ is_named }) => (is_named ? toUploader : toReviewers), { isOwn })
}
