import { createHash, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import type { Insertable } from 'kysely'
import { expect } from 'vitest'
import type { SiteProfiles } from '../../../db/types.ts'
import { findActivity } from '../../../server/activities/activities.queries.ts'
import { listPrinciples } from '../../../server/principles/principles.queries.ts'
import type { SiteActivity } from '../../../shared/activities/activities.schema.ts'
import type { FieldChange } from '../../../shared/audit/audit.schema.ts'
import type { SitePrinciple } from '../../../shared/principles/principles.schema.ts'
import type { TestApp } from '../product/app.ts'
import { aSite } from './factories.ts'
import { deliveredMails } from './mails.ts'

/** The people of each office of the demo bureau, by what they do. */
export const OFFICES = {
  laguna: {
    name: 'PENRO Laguna',
    encoder: 'laguna.encoder',
    PENRO: 'laguna.approver',
    Region: 'r4a.approver',
    FMB: 'fmb.approver',
  },
  quezon: {
    name: 'PENRO Quezon',
    encoder: 'quezon.encoder',
    PENRO: 'quezon.approver',
    Region: 'r4a.approver',
    FMB: 'fmb.approver',
  },
  zds: {
    name: 'PENRO Zamboanga del Sur',
    encoder: 'zds.encoder',
    PENRO: 'zds.approver',
    Region: 'r9.approver',
    FMB: 'fmb.approver',
  },
  ncr: {
    name: 'DENR-NCR North Field Office',
    encoder: 'ncr.encoder',
    PENRO: 'ncr.approver',
    Region: null,
    FMB: 'fmb.approver',
  },
} as const
export type OfficeName = keyof typeof OFFICES

/** An uploaded, unattached file of this person: its row only, without bytes. */
export async function aMov(
  t: TestApp,
  person: string,
  name = `${randomUUID()}.pdf`,
  more: { kind?: string; size?: number; scan_status?: string } = {},
): Promise<number> {
  const user = await t.db
    .selectFrom('users')
    .select(['id', 'office_id', 'region_id'])
    .where('id', '=', await t.userId(person))
    .executeTakeFirstOrThrow()
  const { id } = await t.db
    .insertInto('files')
    .values({
      storage_key: randomUUID(),
      kind: more.kind ?? 'pdf',
      name,
      media_type: 'application/pdf',
      size: more.size ?? 1000,
      sha256: createHash('sha256').update(name).digest('hex'),
      office_id: user.office_id,
      region_id: user.region_id,
      uploaded_by: user.id,
      ...(more.scan_status ? { scan_status: more.scan_status } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A finally approved profile of an office. */
export async function anApprovedSite(
  t: TestApp,
  office: OfficeName = 'laguna',
  more: Partial<Insertable<SiteProfiles>> = {},
): Promise<number> {
  const { name } = OFFICES[office]
  const { id } = await aSite(t, { site_status: 'Approved', office: name, boundary: null, columns: more })
  return id
}

export const batchOne = (t: TestApp): Promise<SitePrinciple[]> => listPrinciples(t.db, 1)

/** The id of the principle with this number, and the ids of its indicators in order. */
export function principleNumber(principles: SitePrinciple[], number: number) {
  const principle = principles.find((one) => one.principle_number === number)
  if (!principle) throw new Error(`There is no principle ${number}.`)
  const indicators = principle.criteria.flatMap((criteria) => criteria.criteria_indicator.map(({ id }) => id))
  return { ...principle, indicators: indicators as [number, number, ...number[]] }
}

export const mailRecipients = {
  DRAFT: [],
  'AT-PENRO': ['submitted'],
  'AT-REGION': ['submitted', 'PENRO'],
  'AT-FMB': ['submitted', 'PENRO', 'Region'],
  DONE: ['submitted', 'PENRO', 'Region', 'FMB'],
  'RET-PENRO': ['submitted', 'returned by PENRO'],
  'RET-REGION': ['submitted', 'PENRO', 'returned by Region'],
  'RET-FMB': ['submitted', 'PENRO', 'Region', 'returned by FMB'],
} as const
export type ActivityState = keyof typeof mailRecipients

function ok(reply: LightMyRequestResponse): LightMyRequestResponse {
  expect(reply.statusCode, reply.body).toBe(200)
  return reply
}

/**
 * An activity on this approved profile, with evidence for principle 1, brought to a state by the people of its office.
 */
export async function anActivity(
  t: TestApp,
  state: ActivityState,
  place: { site_profile_id: number; office?: OfficeName },
): Promise<SiteActivity> {
  const people = OFFICES[place.office ?? 'laguna']
  const encoder = await t.as(people.encoder)
  const first = principleNumber(await batchOne(t), 1)
  const created = await encoder.post('/sites/activities', {
    site_profile_id: place.site_profile_id,
    sites_principle_id: first.id,
    criteria_means: [
      { sites_criteria_indicator_id: first.indicators[0], upload_id: [await aMov(t, people.encoder)] },
    ],
  })
  const { id } = ok(created).json().siteActivities as SiteActivity
  for (const step of mailRecipients[state]) {
    const level = step.replace('returned by ', '') as 'PENRO' | 'Region' | 'FMB'
    if (step === 'submitted') ok(await encoder.post(`/sites/activities/submitted/${id}`))
    else if (step.startsWith('returned'))
      ok(
        await (await t.as(people[level])).post(`/sites/activities/returned/${id}`, {
          returned_reason_2: 'More.',
        }),
      )
    else ok(await (await t.as(people[level])).post(`/sites/activities/approved/${id}`))
  }
  return activityOf(t, id)
}

/** The activity as stored now. */
export async function activityOf(t: TestApp, id: number): Promise<SiteActivity> {
  const found = await findActivity(t.db, id)
  if (!found) throw new Error(`There is no activity ${id}.`)
  const { review_round: _never_sent, record_id: _nor_sent, ...activity } = found
  return activity
}

export type AuditLine = {
  event: string
  user_email: string | null
  code: string | null
  changes: FieldChange[]
}

/** The rows of the log about an activity, oldest first. */
export async function activityAudit(t: TestApp, id: number): Promise<AuditLine[]> {
  const rows = await t.db
    .selectFrom('audit_logs')
    .select(['event', 'user_email', 'auditable_code as code', 'field_change as changes'])
    .where('auditable_type', '=', 'SITES Activities')
    .where('auditable_id', '=', id)
    .orderBy('id')
    .execute()
  return rows as unknown as AuditLine[]
}

/** Delivers the queued mails and returns them, sorted by address. */
export async function takeMails(t: TestApp): Promise<{ to: string; subject: string; text: string }[]> {
  const mails = await deliveredMails(t)
  await rm(path.join(t.dataDir, 'mail'), { recursive: true, force: true })
  return mails
    .map((mail) => ({
      to: mail.to?.[0]?.address ?? '',
      subject: mail.subject ?? '',
      text: mail.text ?? '',
    }))
    .sort((a, b) => a.to.localeCompare(b.to))
}
