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
import { queueInBatches } from '../mails/mail.ts'
import { languageOf, levelIn } from '../mails/reader.ts'
import {
  type AddressedNotice,
  returnText,
  nounIn,
  noticeMail,
  recordMail,
  type NoticeText,
  recordsIn,
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

type NoticeIn<To extends Reader = Reader> = (t: Translate, reader: To) => NoticeText

/** A notice to each of these readers, in their language. */
const addressed = <To extends Reader>(
  services: Services,
  readers: readonly To[],
  noticeIn: NoticeIn<To>,
): AddressedNotice[] =>
  readers.map((reader) => {
    const { code, t } = languageOf(services, reader)
    return { to: reader.email, letter: { ...noticeIn(t, reader), language: code } }
  })

/** Notifies the readers who want a mail at once. By default, the record is the own one of the named readers. */
function mailReaders(
  services: Services,
  db: Db,
  readers: readonly Reader[],
  noticeIn: NoticeIn,
  { isOwn = isNamed, outbox = mailImmediately(services) }: MailOptions = {},
): Promise<void> {
  return outbox(db, addressed(services, readersWanting(services, readers, isOwn), noticeIn))
}

const approversOf = (
  { policies }: KindFacts,
  { region_id, office_id }: MailedRecord,
  levels: readonly Level[],
): Approvers => ({ key: policies.keys.approve, levels, region_id, office_id })

type NoticeWords = Pick<NoticeText, 'subject' | 'one'> &
  Partial<Pick<NoticeText, 'many' | 'advice' | 'counted' | 'comment'>>

/** A notice about a record, with the path of the reader's page. */
const noticeOf = (
  { noun }: KindFacts,
  { code, name_of_partner }: MailedRecord,
  path: string,
  { subject, one, many = '', advice = null, counted = null, comment = null }: NoticeWords,
): NoticeText => ({ subject, one, many, advice, noun, code, name: name_of_partner, counted, comment, path })

type CountedFindings = Awaited<ReturnType<KindFacts['countFindings']>>

/** How many findings on the land of a record are open and accepted; null where there are none. */
const findingsWords = (t: Translate, { open, accepted }: CountedFindings): string | null =>
  open + accepted === 0
    ? null
    : t('mails.findings', { open: formatCount(open), accepted: formatCount(accepted) })

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
  const found = await kind.countFindings(db, record.id, level)
  const noticeIn: NoticeIn = (t) => {
    const facts = { record: nounIn(t, kind.noun), level: levelIn(t, level) }
    return noticeOf(kind, record, kind.approvalPath(record.id), {
      subject: t('mails.waiting_subject'),
      one: t('mails.waiting_one', facts),
      many: t('mails.waiting', facts),
      advice: findingsWords(t, found),
    })
  }
  await mailReaders(services, db, readers, noticeIn, { outbox })
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
  await mailReaders(ctx.services, db, others, (t) =>
    noticeOf(kind, record, kind.approvalPath(record.id), {
      subject: t('mails.recalled_subject'),
      one: t('mails.recalled', { record: nounIn(t, kind.noun), level: levelIn(t, level) }),
    }),
  )
}

/** Notifies the approvers of an office of the imported records that wait for them, in one mail for all records. */
export async function mailImported(
  services: Pick<Services, 'config' | 'languages' | 'readDb'>,
  db: Db,
  kind: KindFacts,
  office: { region_id: number; office_id: number; count: number },
): Promise<void> {
  const { public_url } = services.config
  const readers = await listReaders(db, [], { ...office, key: kind.policies.keys.approve, levels: ['PENRO'] })
  const wanted = readersWanting(services, readers, isNamed)
  await queueInBatches(
    db,
    wanted.map((reader) =>
      recordMail(services, reader, (t) => {
        const records = recordsIn(t, office.count, kind.noun)
        return {
          subject: t('mails.imported_subject', { records }),
          paragraphs: [
            t(office.count === 1 ? 'mails.imported_one' : 'mails.imported', { records }),
            `${public_url}/sites/approval`,
          ],
        }
      }),
    ),
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
  const found = await kind.countFindings(db, record.id, null)
  const noticeIn: NoticeIn = (t) =>
    noticeOf(kind, record, kind.encoderPath(record.id), {
      subject: t('mails.approved_subject'),
      one: t('mails.approved_one', { record: nounIn(t, kind.noun) }),
      many: t('mails.approved'),
      advice: findingsWords(t, found),
    })
  await mailReaders(services, db, readers, noticeIn, { outbox })
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
    noticeOf(kind, record, (is_encoder ? kind.editPath : kind.encoderPath)(record.id), {
      subject: t('mails.withdrawn_subject'),
      one: t('mails.withdrawn', { record: nounIn(t, kind.noun) }),
      comment: reason,
      advice: is_encoder ? t('mails.returned_correct') : null,
    }),
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
  await mailReaders(
    services,
    db,
    others,
    (t) =>
      noticeOf(kind, record, kind.approvalPath(record.id), {
        subject: t('mails.withdrawal_subject'),
        one: t('mails.withdrawal', { person: actor.name, record: nounIn(t, kind.noun) }),
        comment: reason,
      }),
    { isOwn: () => true },
  )
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
  {
    by,
    typed,
    asked,
    count,
  }: { by: Level; typed: StepComments; asked: readonly ListedPoint[]; count: number },
  outbox: NoticeOutbox = mailImmediately(services),
): Promise<void> {
  const wanted = await readersOfReturn(services, db, kind, record, by)
  const notices = addressed(services, wanted, (t, { is_encoder }) => {
    const facts = { record: nounIn(t, kind.noun), level: levelIn(t, by), count: formatCount(count) }
    return noticeOf(kind, record, (is_encoder ? kind.editPath : kind.encoderPath)(record.id), {
      subject: t('mails.returned_subject', facts),
      one: t(returnedWith(count), facts),
      many: t('mails.returned', facts),
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
  const noticeIn: NoticeIn = (t) => {
    const facts = { record: nounIn(t, kind.noun), level: levelIn(t, by) }
    return noticeOf(kind, record, kind.encoderPath(record.id), {
      subject: t('mails.point_withdrawn_subject', facts),
      one: t('mails.point_withdrawn', facts),
      comment: `${lineOfPoint(point)}\n\n${reason}`,
    })
  }
  await mailReaders(services, db, readers, noticeIn, { isOwn: () => true })
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
    const level = levelIn(t, actor.access_level)
    const facts = { level, record: nounIn(t, kind.noun), texts: correctedTexts(t, edits) }
    return noticeOf(kind, record, kind.encoderPath(record.id), {
      subject: t('mails.spelling_subject', facts),
      one: t('mails.spelling_one', facts),
      comment: correctionWords(t, edits),
    })
  })
}

/** Notifies the creator that another user has deactivated or activated the record (P10, P11, A14, A15). */
export async function mailSwitched(ctx: Ctx, db: Db, kind: KindFacts, record: MailedRecord) {
  if (record.created_by_id === ctx.actor.id) return
  const words =
    record.status === 'Activated'
      ? ({ subject: 'mails.activated_subject', one: 'mails.activated' } as const)
      : ({ subject: 'mails.deactivated_subject', one: 'mails.deactivated' } as const)
  const readers = await listReaders(db, [record.created_by_id])
  await mailReaders(ctx.services, db, readers, (t) =>
    noticeOf(kind, record, kind.encoderPath(record.id), {
      subject: t(words.subject),
      one: t(words.one, { record: nounIn(t, kind.noun) }),
    }),
  )
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
  const file_name = { file: lineForm(file.name) }
  const isOwn = () => true
  if (!owner) {
    const uploader = readersWanting(services, await listReaders(db, [file.uploaded_by]), isOwn)
    return queueInBatches(
      db,
      uploader.map((reader) =>
        recordMail(services, reader, (t) => ({
          subject: t('mails.quarantined_subject'),
          paragraphs: [
            `${t('mails.quarantined', file_name)} ${t('mails.quarantined_upload')}`,
            services.config.public_url,
          ],
        })),
      ),
    )
  }
  const { kind, record } = owner
  const level = currentLevel(record) ?? (record.site_status === 'Approved' ? REVIEW_CHAIN.at(-1) : null)
  const readers = await listReaders(db, [file.uploaded_by], approversOf(kind, record, level ? [level] : []))
  const noticeIn: NoticeIn = (t, { is_named }) =>
    noticeOf(kind, record, (is_named ? kind.encoderPath : kind.approvalPath)(record.id), {
      subject: t('mails.quarantined_record_subject'),
      one: t('mails.quarantined', file_name),
      advice: is_named ? t('mails.quarantined_upload') : null,
    })
  await mailReaders(services, db, readers, noticeIn, { isOwn })
}
