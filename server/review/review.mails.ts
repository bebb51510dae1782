import type { Level } from '../../shared/access/levels.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { lineForm } from '../../shared/lib/text-form.ts'
import { type ListedPoint, lineOfPoint } from '../../shared/review/points.rules.ts'
import { currentLevel, REVIEW_CHAIN } from '../../shared/review/review-chain.ts'
import type { SpellingEdit } from '../../shared/review/review.schema.ts'
import { correctedTexts, correctionWords } from '../../shared/review/spelling-words.ts'
import { countIn } from '../../shared/texts/counted.ts'
import type { Translate } from '../../shared/texts/translate.ts'
import { isMailedAtOnce, mailChoiceOf } from '../../shared/users/mail-choice.ts'
import type { Ctx, Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { mail } from '../mails/compose.ts'
import { queueInBatches } from '../mails/mail.ts'
import { languageOf, levelIn } from '../mails/reader.ts'
import {
  type AddressedNotice,
  noticeIn,
  noticeMail,
  returnText,
  type NoticeText,
  recordsIn,
} from './record-notices.ts'
import type { FindingCounts, KindFacts, MailedRecord } from './record.kind.ts'
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
  (services: Services): NoticeOutbox =>
  (db, notices) =>
    queueInBatches(
      db,
      notices.map(({ to, letter: notice }) => noticeMail(to, [notice], services)),
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

type NoticeFor<To extends Reader = Reader> = (t: Translate, reader: To) => NoticeText

/** A notice to each of these readers, in their language. */
const addressed = <To extends Reader>(
  services: Services,
  readers: readonly To[],
  noticeFor: NoticeFor<To>,
): AddressedNotice[] =>
  readers.map((reader) => {
    const { code, t } = languageOf(services, reader)
    return { to: reader.email, letter: { ...noticeFor(t, reader), language: code } }
  })

/** Notifies the readers who want a mail at once. By default, the record is the own one of the named readers. */
function mailReaders(
  services: Services,
  db: Db,
  readers: readonly Reader[],
  noticeFor: NoticeFor,
  { isOwn = isNamed, outbox = mailImmediately(services) }: MailOptions = {},
): Promise<void> {
  return outbox(db, addressed(services, readersWanting(services, readers, isOwn), noticeFor))
}

const approversOf = (
  { policies }: KindFacts,
  { region_id, office_id }: Pick<MailedRecord, 'region_id' | 'office_id'>,
  levels: readonly Level[],
): Approvers => ({ key: policies.keys.approve, levels, region_id, office_id })

const NO_FINDINGS: FindingCounts = { open: 0, accepted: 0 }

/** How many findings on the land of a record are open and accepted; null where there are none. */
const findingsWords = (t: Translate, { open, accepted }: FindingCounts = NO_FINDINGS): string | null =>
  open + accepted === 0
    ? null
    : t('mails.findings', { open: formatCount(open), accepted: formatCount(accepted) })

/** Lists the approvers of a level at a record's place. */
export const listApprovers = (
  db: Db,
  kind: KindFacts,
  place: Pick<MailedRecord, 'region_id' | 'office_id'>,
  level: Level,
): Promise<Reader[]> => listReaders(db, [], approversOf(kind, place, [level]))

/** Notifies the approvers of the level that must act now; `readers` are these, where they are read already. */
export async function mailWaiting(
  services: Services,
  db: Db,
  kind: KindFacts,
  record: MailedRecord,
  { outbox, readers: known }: Pick<MailOptions, 'outbox'> & { readers?: Reader[] } = {},
): Promise<void> {
  const level = currentLevel(record)
  if (!level) return
  const readers = known ?? (await listApprovers(db, kind, record, level))
  const found = await kind.land?.count(db, record, level)
  const noticeFor: NoticeFor = (t) =>
    noticeIn(
      t,
      kind,
      record,
      'waiting',
      { level: levelIn(t, level) },
      { path: kind.approvalPath(record.id), advice: findingsWords(t, found) },
    )
  await mailReaders(services, db, readers, noticeFor, { outbox })
}

/**
 * Notifies the approvers who had a mail at once that the record was waiting; the daily mail no longer lists it (S-117).
 * `record` is the record before the recall. The caller gets no mail, even as an approver of the office.
 */
export async function mailRecalled(ctx: Ctx, db: Db, kind: KindFacts, record: MailedRecord) {
  const level = currentLevel(record)
  if (!level) return
  const readers = await listApprovers(db, kind, record, level)
  const others = readers.filter(({ email }) => email !== ctx.actor.email)
  const path = kind.approvalPath(record.id)
  await mailReaders(ctx.services, db, others, (t) =>
    noticeIn(t, kind, record, 'recalled', { level: levelIn(t, level) }, { path }),
  )
}

/** Notifies the approvers of an office of the imported records that wait for them, in one mail for all records. */
export async function mailImported(
  services: Pick<Services, 'config' | 'languages' | 'readDb'>,
  db: Db,
  kind: KindFacts,
  office: { region_id: number; office_id: number; count: number },
): Promise<void> {
  const { count } = office
  const readers = await listReaders(db, [], { ...office, key: kind.policies.keys.approve, levels: ['PENRO'] })
  const values = { count, records: (t: Translate) => recordsIn(t, count, kind.noun) }
  const mails = readersWanting(services, readers, isNamed).map((reader) =>
    mail(services, reader, 'imported', values, { kind: 'record', link: '/sites/approval' }),
  )
  await queueInBatches(db, mails)
}

/** Notifies the submitting encoder and the office's approvers of the final approval. */
export async function mailApproved(
  services: Services,
  db: Db,
  kind: KindFacts,
  record: MailedRecord,
  { outbox }: Pick<MailOptions, 'outbox'> = {},
): Promise<void> {
  const readers = await listReaders(db, [record.submitted_by_id], approversOf(kind, record, ['PENRO']))
  const found = await kind.land?.count(db, record, null)
  const path = kind.encoderPath(record.id)
  const noticeFor: NoticeFor = (t) =>
    noticeIn(t, kind, record, 'approved', {}, { path, advice: findingsWords(t, found) })
  await mailReaders(services, db, readers, noticeFor, { outbox })
}

/** Those of a record's office and the levels below `by` who want a mail when it is back with the office. */
async function readersOfReturn(
  services: Services,
  db: Db,
  kind: KindFacts,
  { region_id, office_id, created_by_id, submitted_by_id }: MailedRecord,
  by: Level,
) {
  const readers = await listReturnReaders(db, {
    region_id,
    office_id,
    named: [created_by_id, submitted_by_id].filter((id) => id !== null),
    edit: kind.policies.keys.edit,
    approve: kind.policies.keys.approve,
    levels: REVIEW_CHAIN.slice(0, REVIEW_CHAIN.indexOf(by)),
  })
  return readersWanting(services, readers, ({ is_encoder, is_named }) => is_encoder || is_named)
}

/** Notifies the same people as a return that the record's final approval was withdrawn, with the reason. */
export async function mailWithdrawn(
  services: Services,
  db: Db,
  kind: KindFacts,
  record: MailedRecord,
  reason: string,
): Promise<void> {
  const wanted = await readersOfReturn(services, db, kind, record, 'FMB')
  const notices = addressed(services, wanted, (t, { is_encoder }) =>
    noticeIn(
      t,
      kind,
      record,
      'withdrawn',
      {},
      {
        path: (is_encoder ? kind.editPath : kind.encoderPath)(record.id),
        comment: reason,
        advice: is_encoder ? t('mails.returned_correct') : null,
      },
    ),
  )
  await mailImmediately(services)(db, notices)
}

/** Notifies the others of FMB who can confirm that a final approval is withdrawn; nobody has turned this mail off. */
export async function mailWithdrawalProposed(
  { services, actor }: Ctx,
  db: Db,
  kind: KindFacts,
  record: MailedRecord,
  reason: string,
): Promise<void> {
  const readers = await listReaders(db, [], approversOf(kind, record, ['FMB']))
  const others = readers.filter(({ email }) => email !== actor.email)
  const path = kind.approvalPath(record.id)
  const noticeFor: NoticeFor = (t) =>
    noticeIn(t, kind, record, 'withdrawal', { person: actor.name }, { path, comment: reason })
  await mailReaders(services, db, others, noticeFor, { isOwn: () => true })
}

/** What a mail says of a return: its level, the typed comments, the other points, and how many they are together. */
export type ReturnMail = {
  by: Level
  typed: StepComments
  asked: readonly ListedPoint[]
  /** 0 if there are comments alone */
  count: number
}

/**
 * Notifies of a return, with all its texts and the number of its points: the encoders of the office, who should correct the record, and for
 * information the users who created or submitted it (an importer, for example) and the approvers of the levels below
 * the one that returned it (P05 to P07, S-142).
 */
export async function mailReturned(
  services: Services,
  db: Db,
  kind: KindFacts,
  record: MailedRecord,
  { by, typed, asked, count }: ReturnMail,
  outbox: NoticeOutbox = mailImmediately(services),
): Promise<void> {
  const wanted = await readersOfReturn(services, db, kind, record, by)
  const notices = addressed(services, wanted, (t, { is_encoder }) => {
    const values = { level: levelIn(t, by), count: formatCount(count) }
    return noticeIn(t, kind, record, 'returned', values, {
      path: (is_encoder ? kind.editPath : kind.encoderPath)(record.id),
      one: returnedWith(count),
      many: 'mails.returned',
      counted: count > 0 ? countIn(t, count, 'mails.with_point', 'mails.with_points') : null,
      comment: returnText(t, typed, asked),
      advice: is_encoder ? t('mails.returned_correct') : null,
    })
  })
  await outbox(db, notices)
}

/** Notifies the encoders of the office that a point of their returned record was withdrawn, and why (S-167). */
export async function mailPointWithdrawn(
  services: Services,
  db: Db,
  kind: KindFacts,
  record: MailedRecord,
  { by, point, reason }: { by: Level; point: ListedPoint; reason: string },
): Promise<void> {
  const { region_id, office_id, created_by_id, submitted_by_id } = record
  const readers = await listReturnReaders(db, {
    region_id,
    office_id,
    named: [created_by_id, submitted_by_id].filter((id) => id !== null),
    edit: kind.policies.keys.edit,
    approve: kind.policies.keys.approve,
    levels: [],
  })
  const path = kind.encoderPath(record.id)
  const comment = `${lineOfPoint(point)}\n\n${reason}`
  const noticeFor: NoticeFor = (t) =>
    noticeIn(t, kind, record, 'point_withdrawn', { level: levelIn(t, by) }, { path, comment })
  await mailReaders(services, db, readers, noticeFor, { isOwn: () => true })
}

function returnedWith(points: number) {
  if (points === 0) return 'mails.returned_with_comments'
  return points === 1 ? 'mails.returned_with_point' : 'mails.returned_with_points'
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
  const others = readers.filter(({ email }) => email !== actor.email)
  await mailReaders(services, db, others, (t) => {
    const values = { level: levelIn(t, actor.access_level), texts: correctedTexts(t, edits) }
    return noticeIn(t, kind, record, 'spelling', values, {
      path: kind.encoderPath(record.id),
      comment: correctionWords(t, edits),
    })
  })
}

/** Notifies the creator that another user has deactivated or activated the record (P10, P11, A14, A15). */
export async function mailSwitched(ctx: Ctx, db: Db, kind: KindFacts, record: MailedRecord) {
  if (record.created_by_id === ctx.actor.id) return
  const key = record.status === 'Activated' ? 'activated' : 'deactivated'
  const path = kind.encoderPath(record.id)
  const readers = await listReaders(db, [record.created_by_id])
  await mailReaders(ctx.services, db, readers, (t) => noticeIn(t, kind, record, key, {}, { path }))
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
  const values = { file: lineForm(file.name) }
  const isOwn = () => true
  if (!owner) {
    const uploader = readersWanting(services, await listReaders(db, [file.uploaded_by]), isOwn)
    const mails = uploader.map((reader) =>
      mail(services, reader, 'quarantined', values, {
        kind: 'record',
        paragraphs: [['mails.quarantined', 'mails.quarantined_upload'], { link: services.config.public_url }],
      }),
    )
    return queueInBatches(db, mails)
  }
  const { kind, record } = owner
  const level = currentLevel(record) ?? (record.site_status === 'Approved' ? REVIEW_CHAIN.at(-1) : null)
  const readers = await listReaders(db, [file.uploaded_by], approversOf(kind, record, level ? [level] : []))
  const noticeFor: NoticeFor = (t, { is_named }) =>
    noticeIn(t, kind, record, 'quarantined_record', values, {
      path: (is_named ? kind.encoderPath : kind.approvalPath)(record.id),
      one: 'mails.quarantined',
      many: 'mails.quarantined',
      advice: is_named ? t('mails.quarantined_upload') : null,
    })
  await mailReaders(services, db, readers, noticeFor, { isOwn })
}
