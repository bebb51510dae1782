import { createHash } from 'node:crypto'
import { composeSummary } from '../../../shared/summaries/compose.ts'
import type { SummaryDocument } from '../../../shared/summaries/summary-document.ts'
import type { Summary, SummaryRow, SummaryStatus } from '../../../shared/summaries/summaries.schema.ts'
import {
  aMov,
  anApprovedSite,
  batchOne,
  OFFICES,
  type OfficeName,
  principleNumber,
} from './activity-factories.ts'
import { docxBytes } from '../../../server/summaries/docx-bytes.ts'
import { annexCsv } from '../../../server/summaries/summary-files.ts'
import { ENTERED } from '../../../bench/log-reviews.ts'
import type { TestApp } from '../product/app.ts'
import { someSources } from './summary-sources.ts'

const summed = (bytes: Buffer) => ({ bytes, sha256: createHash('sha256').update(bytes).digest('hex') })

/** A document without content. */
const aDocument = (year: number, title: string): SummaryDocument =>
  composeSummary(
    someSources({
      year,
      title,
      reporting_years: [year - 1],
      data_of: `${year}-06-30`,
      facts: [],
      evidence: { files: 0, sha256: createHash('sha256').update('').digest('hex') },
    }),
  )

/** Enters a summary in a state directly, with what the log says of it; returns its id. */
export async function aSummary(
  { db, userId }: Pick<TestApp, 'db' | 'userId'>,
  wanted: { status?: SummaryStatus; year?: number; title?: string; by?: string; word?: Buffer } = {},
): Promise<number> {
  const { status = 'Draft', year = 2026, title = 'Summary of information', by = 'fmb.super' } = wanted
  const user = await userId(by)
  const at = new Date().toISOString()
  const { id } = await db
    .insertInto('summaries')
    .values({
      year,
      title,
      reporting_years: [year - 1],
      region_ids: [],
      created_by: user,
      updated_by: user,
      updated_at: at,
      ...(status === 'Draft' ? {} : { frozen_by: user, frozen_at: at }),
      ...(status === 'Published' ? { published_by: user, published_at: at } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (status === 'Draft') return id
  const content = aDocument(year, title)
  const document = JSON.stringify(content)
  const { sha256 } = summed(Buffer.from(document))
  await db
    .insertInto('summary_files')
    .values([
      { summary_id: id, format: 'csv', ...summed(annexCsv(content)) },
      { summary_id: id, format: 'docx', ...summed(wanted.word ?? (await docxBytes(content, []))) },
    ])
    .execute()
  await db
    .insertInto('summary_documents')
    .values({ summary_id: id, document, sha256, crosswalk_version: 1 })
    .execute()
  const by_whom = { user_id: user, access_level: 'FMB', request_id: ENTERED }
  const logged = { auditable_type: 'Summary of Information', auditable_id: id, ...by_whom }
  await db
    .insertInto('audit_logs')
    .values([
      { auditable_type: 'Authentication', auditable_id: user, event: 'Login' },
      { ...logged, event: 'Created' },
      ...(status === 'Published' ? ['Frozen', 'Published'] : ['Frozen']).map((event) => ({
        ...logged,
        event,
        field_change: JSON.stringify([
          { field: 'sha256', old: null, new: sha256 },
          { field: event === 'Frozen' ? 'frozen_at' : 'published_at', old: null, new: at },
        ]),
      })),
    ])
    .execute()
  return id
}

export type RecordWithFacts = { id: number; sites_criteria_indicator_id: number; site_profile_id: number }

/**
 * A record with a statement for a reporting year, brought by the people of its office to FMB's review or through it.
 */
export async function aRecord(
  t: TestApp,
  wanted: {
    what_happened: string
    reporting_year?: number
    principle?: number
    office?: OfficeName
    site_profile_id?: number
    file?: string
    state?: 'AT-FMB' | 'DONE'
  },
): Promise<RecordWithFacts> {
  const { what_happened, reporting_year = 2025, principle = 3, office = 'laguna', state = 'DONE' } = wanted
  const people = OFFICES[office]
  const site_profile_id = wanted.site_profile_id ?? (await anApprovedSite(t, office))
  const { id: sites_principle_id, indicators } = principleNumber(await batchOne(t), principle)
  const [sites_criteria_indicator_id] = indicators
  const upload_id = [await aMov(t, people.encoder, wanted.file)]
  const created = await (await t.as(people.encoder)).post('/sites/activities', {
    site_profile_id,
    reporting_year,
    sites_principle_id,
    criteria_means: [{ sites_criteria_indicator_id, upload_id, what_happened }],
  })
  if (created.statusCode !== 200) throw new Error(created.body)
  const { id } = created.json().siteActivities as { id: number }
  await climb(t, id, office, ['submitted', 'PENRO', 'Region', ...(state === 'DONE' ? ['FMB' as const] : [])])
  return { id, sites_criteria_indicator_id, site_profile_id }
}

type Step = 'submitted' | 'PENRO' | 'Region' | 'FMB'

/** Makes these review steps of a record. */
export async function climb(t: TestApp, id: number, office: OfficeName, steps: readonly Step[]) {
  const people = OFFICES[office]
  for (const step of steps) {
    const person = step === 'submitted' ? people.encoder : people[step]
    if (person === null) throw new Error(`Nobody at ${office} is ${step}.`)
    const call = step === 'submitted' ? 'submitted' : 'approved'
    const reply = await (await t.as(person)).post(`/sites/activities/${call}/${id}`)
    if (reply.statusCode !== 200) throw new Error(reply.body)
  }
}

/** The form of a new summary. */
export const summaryInput = (more: object = {}) => ({
  year: 2026,
  title: 'Third summary of information',
  reporting_years: [2025],
  region_ids: [],
  ...more,
})

/** Creates a draft through the API. */
export async function aDraft(t: TestApp, more: object = {}, by = 'fmb.admin'): Promise<SummaryRow> {
  const reply = await (await t.as(by)).post('/summaries', summaryInput(more))
  if (reply.statusCode !== 201) throw new Error(reply.body)
  return reply.json().summary
}

/** The summary as FMB sees it. */
export const shown = async (t: TestApp, id: number): Promise<Summary> => {
  const reply = await (await t.as('fmb.admin')).get(`/summaries/${id}`)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json()
}

/** Freezes a draft through the API. */
export async function frozen(t: TestApp, id: number): Promise<SummaryRow> {
  const { updated_at } = (await shown(t, id)).summary
  const reply = await (await t.as('fmb.super')).post(`/summaries/${id}/freeze`, { updated_at })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json().summary
}

export async function published(t: TestApp, id: number): Promise<SummaryRow> {
  await frozen(t, id)
  const reply = await (await t.as('fmb.super')).post(`/summaries/${id}/publish`)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json().summary
}
