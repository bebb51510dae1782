import type { Level, Status } from '../../shared/access/levels.ts'
import { currentLevel, REVIEW_CHAIN, type Review } from '../../shared/review/review-chain.ts'
import type { Ctx, Services } from '../lib/context.ts'
import type { Db } from '../lib/db.ts'
import { queueMails } from '../lib/mail.ts'
import { listApproverEmails, listEmailsOf } from './review.queries.ts'

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

const distinct = (addresses: string[]) => [...new Set(addresses)]

const mailAll = (db: Db, to: string[], subject: string, text: string) =>
  queueMails(
    db,
    distinct(to).map((address) => ({ to: address, subject, text })),
  )

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
  const to = await listApproverEmails(db, kind.key, level, record)
  const link = `${services.config.public_url}${kind.approvalPath(record.id)}`
  await mailAll(
    db,
    to,
    `${record.code}: waiting for your review`,
    `A ${kind.noun} is waiting for ${level} to approve or return it.\n\n${about(record)}\n\n${link}\n`,
  )
}

/** Tells the submitting encoder and the office's approvers that the last level has approved. */
export async function mailApproved(
  services: Services,
  db: Db,
  kind: Reviewable,
  record: MailedRecord,
): Promise<void> {
  const to = [
    ...(await listEmailsOf(db, [record.submitted_by_id])),
    ...(await listApproverEmails(db, kind.key, 'PENRO', record)),
  ]
  const link = `${services.config.public_url}${kind.encoderPath(record.id)}`
  await mailAll(
    db,
    to,
    `${record.code}: approved`,
    `A ${kind.noun} has its final approval.\n\n${about(record)}\n\n${link}\n`,
  )
}

/** Tells the submitting encoder, and the levels below the one that returned it (part 4, P05 to P07). */
export async function mailReturned(
  services: Services,
  db: Db,
  kind: Reviewable,
  record: MailedRecord,
  by: Level,
): Promise<void> {
  const to = await listEmailsOf(db, [record.submitted_by_id])
  if (by !== 'PENRO') to.push(...(await listApproverEmails(db, kind.key, 'PENRO', record)))
  if (by === 'FMB') to.push(...(await listApproverEmails(db, kind.key, 'Region', record)))
  const link = `${services.config.public_url}${kind.encoderPath(record.id)}`
  await mailAll(
    db,
    to,
    `${record.code}: returned by ${by}`,
    `A ${kind.noun} was returned by ${by} with comments. Please correct it and submit it again.\n\n${about(record)}\n\n${link}\n`,
  )
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
  const to = await listEmailsOf(db, [record.created_by_id])
  await mailAll(
    db,
    to,
    `${record.code}: ${done}`,
    `Your ${kind.noun} was ${done}.\n\n${about(record)}\n\n${link}\n`,
  )
}

/**
 * Tells whoever uploaded a file that it has a virus, and the level that reviews its record; FMB where the review is
 * over. Nobody reviews a file that belongs to no record yet.
 */
export async function mailQuarantined(
  services: Services,
  db: Db,
  file: { name: string; uploaded_by: number },
  owner: { kind: Reviewable; record: MailedRecord } | null,
): Promise<void> {
  const uploader = await listEmailsOf(db, [file.uploaded_by])
  const sentence = `The file ${file.name} did not pass the virus check and cannot be opened.`
  const advice = `${sentence} Please upload a clean copy.`
  if (!owner) {
    const subject = 'A file did not pass the virus check'
    return mailAll(db, uploader, subject, `${advice}\n\n${services.config.public_url}\n`)
  }
  const { kind, record } = owner
  const subject = `${record.code}: a file did not pass the virus check`
  const text = (words: string, path: string) =>
    `${words}\n\n${about(record)}\n\n${services.config.public_url}${path}\n`
  await mailAll(db, uploader, subject, text(advice, kind.encoderPath(record.id)))

  const level = currentLevel(record) ?? (record.site_status === 'Approved' ? REVIEW_CHAIN.at(-1) : null)
  const reviewers = level ? await listApproverEmails(db, kind.key, level, record) : []
  const others = reviewers.filter((address) => !uploader.includes(address))
  await mailAll(db, others, subject, text(sentence, kind.approvalPath(record.id)))
}
