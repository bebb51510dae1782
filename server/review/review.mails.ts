import type { Level } from '../../shared/access/levels.ts'
import { currentLevel, REVIEW_CHAIN } from '../../shared/review/review-chain.ts'
import type { Ctx, Services } from '../lib/context.ts'
import type { Db } from '../lib/db.ts'
import { queueTogether } from '../lib/mail.ts'
import { choiceWords, isMailedAtOnce, mailChoiceOf } from '../../shared/users/mail-choice.ts'
import type { KindFacts, MailedRecord } from './record.kind.ts'
import { type Approvers, listReaders, type Reader } from './review.queries.ts'

type Letter = { subject: string; text: string }

const AT_ONCE = 'This mail came at once because something happened.'

/**
 * Puts what everybody is to be told into the outbox, for those who want it now; nothing where there is no letter.
 * `isOwn` where the record is the reader's own, as it is that of those who are named.
 */
function mailTo(
  { config }: Services,
  db: Db,
  readers: readonly Reader[],
  letterTo: (reader: Reader) => Letter,
  isOwn = ({ is_named }: Reader): boolean => is_named,
): Promise<void> {
  const wanted = readers.filter((reader) =>
    isMailedAtOnce(mailChoiceOf(reader.mail_choice, config.mail_notifications), isOwn(reader)),
  )
  return queueTogether(
    db,
    wanted.map((reader) => {
      const { subject, text } = letterTo(reader)
      return { to: reader.email, subject, text: `${text}\n${choiceWords(AT_ONCE, config.public_url)}` }
    }),
  )
}

/** Who can approve a record of this kind at these levels, for `listReaders`. */
const approversOf = (
  { policies }: KindFacts,
  { region_id, office_id }: MailedRecord,
  levels: readonly Level[],
): Approvers => ({ key: policies.keys.approve, levels, region_id, office_id })

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
  const readers = await listReaders(db, [], approversOf(kind, record, [level]))
  const words = `A ${kind.noun} is waiting for ${level} to approve or return it.`
  const letter = letterOf(services, record, kind.approvalPath(record.id))('waiting for your review', words)
  await mailTo(services, db, readers, () => letter)
}

/**
 * Tells the approvers who were told at once that the record waits; whoever has chosen the mail of a day finds it no longer
 * there (S-117). `record`: as it waited. Not who recalls it and approves for the office as well.
 */
export async function mailRecalled(ctx: Ctx, db: Db, kind: KindFacts, record: MailedRecord) {
  const level = currentLevel(record)
  if (!level) return
  const readers = await listReaders(db, [], approversOf(kind, record, [level]))
  const others = readers.filter(({ email }) => email !== ctx.actor.email)
  const words = `A ${kind.noun} that waited for ${level} was recalled by its office. You need not review it now.`
  const letter = letterOf(ctx.services, record, kind.approvalPath(record.id))('recalled', words)
  await mailTo(ctx.services, db, others, () => letter)
}

/** Tells the approvers of an office how many records of an import wait for them, in one mail for all. */
export async function mailImported(
  { config }: Pick<Services, 'config'>,
  db: Db,
  kind: KindFacts,
  office: { region_id: number; office_id: number; count: number },
): Promise<void> {
  const readers = await listReaders(db, [], { ...office, key: kind.policies.keys.approve, levels: ['PENRO'] })
  const wanted = readers.filter((reader) =>
    isMailedAtOnce(mailChoiceOf(reader.mail_choice, config.mail_notifications), reader.is_named),
  )
  const profiles = `${office.count} ${kind.noun}${office.count === 1 ? '' : 's'}`
  const text = `${profiles} of your office ${office.count === 1 ? 'was' : 'were'} imported and ${office.count === 1 ? 'is' : 'are'} waiting for PENRO to approve or return.\n\n${config.public_url}/sites/approval\n\n${choiceWords(AT_ONCE, config.public_url)}`
  await queueTogether(
    db,
    wanted.map(({ email }) => ({
      to: email,
      subject: `${profiles} imported: waiting for your review`,
      text,
    })),
  )
}

/** Tells the submitting encoder and the office's approvers that the last level has approved. */
export async function mailApproved(services: Services, db: Db, kind: KindFacts, record: MailedRecord) {
  const readers = await listReaders(db, [record.submitted_by_id], approversOf(kind, record, ['PENRO']))
  const letter = letterOf(services, record, kind.encoderPath(record.id))
  const mail = letter('approved', `A ${kind.noun} has its final approval.`)
  await mailTo(services, db, readers, () => mail)
}

/** Tells the submitting encoder, and the levels below the one that returned it (part 4, P05 to P07). */
export async function mailReturned(
  services: Services,
  db: Db,
  kind: KindFacts,
  record: MailedRecord,
  by: Level,
): Promise<void> {
  const below = REVIEW_CHAIN.slice(0, REVIEW_CHAIN.indexOf(by))
  const readers = await listReaders(db, [record.submitted_by_id], approversOf(kind, record, below))
  const letter = letterOf(services, record, kind.encoderPath(record.id))
  const mail = (advice: string) =>
    letter(`returned by ${by}`, `A ${kind.noun} was returned by ${by} with comments.${advice}`)
  const [toCorrect, toKnow] = [mail(' Please correct it and submit it again.'), mail('')]
  await mailTo(services, db, readers, ({ is_named }) => (is_named ? toCorrect : toKnow))
}

/** Tells the creator that somebody else has deactivated or activated the record (P10, P11, A14, A15). */
export async function mailSwitched(ctx: Ctx, db: Db, kind: KindFacts, record: MailedRecord) {
  if (record.created_by_id === ctx.actor.id) return
  const done = record.status.toLowerCase()
  const readers = await listReaders(db, [record.created_by_id])
  const letter = letterOf(ctx.services, record, kind.encoderPath(record.id))
  const mail = letter(done, `Your ${kind.noun} was ${done}.`)
  await mailTo(ctx.services, db, readers, () => mail)
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
  const sentence = `The file ${file.name} did not pass the virus check and cannot be opened.`
  const advice = `${sentence} Please upload a clean copy.`
  if (!owner) {
    const uploader = await listReaders(db, [file.uploaded_by])
    const subject = 'A file did not pass the virus check'
    const text = `${advice}\n\n${services.config.public_url}\n`
    return mailTo(services, db, uploader, () => ({ subject, text }))
  }
  const { kind, record } = owner
  const level = currentLevel(record) ?? (record.site_status === 'Approved' ? REVIEW_CHAIN.at(-1) : null)
  const readers = await listReaders(db, [file.uploaded_by], approversOf(kind, record, level ? [level] : []))
  const subject = 'a file did not pass the virus check'
  const toUploader = letterOf(services, record, kind.encoderPath(record.id))(subject, advice)
  const toReviewers = letterOf(services, record, kind.approvalPath(record.id))(subject, sentence)
  const letterTo = ({ is_named }: Reader) => (is_named ? toUploader : toReviewers)
  await mailTo(services, db, readers, letterTo, () => true)
}
