import { beforeAll, describe, expect, test } from 'vitest'
import {
  isCitable,
  listChosen,
  listStatements,
  type StatementQuery,
} from '../../server/summaries/summary-statements.queries.ts'
import type { SummaryScope } from '../../server/summaries/scope-records.queries.ts'
import type { Site } from '../../server/sites/sites.queries.ts'
import { batchOne, principleNumber } from '../support/records/activity-factories.ts'
import { withServer } from '../support/product/app.ts'
import { anActivityRow, APPROVED, aSite } from '../support/records/factories.ts'
import { addEvidence } from '../support/records/summary-draws.ts'

const SCOPE: SummaryScope = { region_ids: [], reporting_years: [2024, 2025] }
const OFF = { status: 'Deactivated', deactivated_at: '2026-05-01T00:00:00Z' }

const t = withServer()
let summary: number
let laguna: Site
let zds: Site
let ncr: Site
/** indicators of principles 3 and 4 in order, and one of principle 5 */
let consent: number
let meetings: number
let seats: number
let training: number
/** the statements by their text */
let told: Record<string, { site_activity_id: number; sites_criteria_indicator_id: number }>

beforeAll(async () => {
  const principles = await batchOne(t)
  const indicators = (number: number) => principleNumber(principles, number).indicators
  ;[consent] = indicators(3)
  ;[meetings, seats] = indicators(4)
  ;[training] = indicators(5)
  const by = await t.userId('fmb.super')
  const draft = { year: 2026, title: 'Summary', reporting_years: [2024, 2025], region_ids: [] }
  const { id } = await t.db
    .insertInto('summaries')
    .values({ ...draft, created_by: by, updated_by: by })
    .returning('id')
    .executeTakeFirstOrThrow()
  summary = id
  const site = (office: string) => aSite(t, { site_status: 'Approved', office, boundary: null })
  laguna = await site('PENRO Laguna')
  zds = await site('PENRO Zamboanga del Sur')
  ncr = await site('DENR-NCR North Field Office')

  told = {}
  const tell = async (
    place: Site,
    reporting_year: number | null,
    texts: Record<string, number>,
    { hour = 1, ...more }: { hour?: number; status?: string; deactivated_at?: string } = {},
  ) => {
    const row = { ...APPROVED, reporting_year, approved_at: `2026-04-01T0${hour}:00:00Z`, ...more }
    const site_activity_id = await anActivityRow(t, place, row)
    for (const [what_happened, sites_criteria_indicator_id] of Object.entries(texts)) {
      told[what_happened] = { site_activity_id, sites_criteria_indicator_id }
      await t.db
        .insertInto('site_activity_statements')
        .values({ site_activity_id, sites_criteria_indicator_id, what_happened })
        .execute()
    }
    return site_activity_id
  }
  await tell(laguna, 2024, { 'replaced in May': meetings })
  await tell(laguna, 2024, { 'Seats of 2024': seats, 'Meetings of 2024': meetings }, { hour: 2 })
  const id25 = await tell(laguna, 2025, {
    'Ang samahan ay nagpulong sa Sitio Niño.': meetings,
    'Consent was given 100%.': consent,
    'A training': training,
  })
  await tell(laguna, 2025, { 'switched off': meetings }, { hour: 5, ...OFF })
  await tell(laguna, 2023, { 'too old': meetings })
  await tell(laguna, null, { 'of no year': meetings })
  await tell(zds, 2025, { 'Zamboanga met': meetings })
  await tell(ncr, 2024, { 'In the capital': meetings })
  await addEvidence(
    t.db,
    id25,
    [
      ...['Niño.pdf', 'minutes.pdf', 'a-list.csv'].map((name) => ({ indicator: meetings, name })),
      { indicator: consent, name: 'consent.pdf' },
    ],
    by,
  )
})

const list = (more: Partial<StatementQuery> = {}, scope = SCOPE) =>
  listStatements(t.db, summary, scope, {
    safeguard: 'd',
    chosen_only: false,
    principles: [4, 3],
    page: 1,
    length: 100,
    order: undefined,
    ...more,
  })
const texts = async (more: Partial<StatementQuery> = {}, scope = SCOPE) =>
  (await list(more, scope)).data.map((one) => one.what_happened)

const ALL = [
  'In the capital',
  'Consent was given 100%.',
  'Meetings of 2024',
  'Ang samahan ay nagpulong sa Sitio Niño.',
  'Seats of 2024',
  'Zamboanga met',
]
const choose = async (what: string, safeguard = 'd') => {
  const one = told[what]
  if (!one) throw new Error(`Nobody tells of ${what}.`)
  const chosen_by = await t.userId('fmb.super')
  await t.db
    .insertInto('summary_statements')
    .values({ summary_id: summary, safeguard, chosen_by, ...one })
    .execute()
}

describe('the statements that a summary may cite', () => {
  test('stand on the latest record of each site and year, by region, site, place in the criteria and year', async () => {
    const { data, totalCount, filteredCount } = await list()
    expect(data.map((one) => one.what_happened)).toEqual(ALL)
    expect([totalCount, filteredCount]).toEqual([6, 6])
    expect(data[3]).toEqual({
      ...told['Ang samahan ay nagpulong sa Sitio Niño.'],
      code: laguna.code,
      region: 'Region IV-A (CALABARZON)',
      principle_number: 4,
      indicator: '4.1.1',
      indicator_title: expect.stringMatching(/./),
      reporting_year: 2025,
      what_happened: 'Ang samahan ay nagpulong sa Sitio Niño.',
      files: 3,
      chosen: false,
    })
    expect(data[2]).toMatchObject({ reporting_year: 2024, files: 0 })
  })

  test('are narrowed by region, years and principles of the scope and of the question', async () => {
    expect(await texts({ principles: [3] })).toEqual([ALL[1]])
    expect(await texts({ principles: [] })).toEqual([])
    expect(await texts({}, { region_ids: [zds.region_id], reporting_years: [2025, 2024] })).toEqual([ALL[5]])
    expect(await texts({}, { region_ids: [], reporting_years: [2024] })).toEqual([ALL[0], ALL[2], ALL[4]])
    const narrowed = await list({ region_id: ncr.region_id })
    expect([narrowed.totalCount, narrowed.filteredCount]).toEqual([6, 1])
    expect(narrowed.data.map((one) => one.what_happened)).toEqual([ALL[0]])
  })

  test('come in pages that never overlap, the last one instead of one past the end', async () => {
    const pages = await Promise.all([1, 2, 3, 9].map((page) => texts({ page, length: 2 })))
    expect(pages.slice(0, 3).flat()).toEqual(ALL)
    expect(pages[3]).toEqual(pages[2])
  })

  test('only those of a record in the scope, under a principle that answers, are citable', async () => {
    const asked = (what: string, principles = [3, 4], scope = SCOPE) =>
      isCitable(t.db, scope, {
        ...(told[what] ?? { site_activity_id: 0, sites_criteria_indicator_id: 0 }),
        principles,
      })
    for (const what of ALL) expect(await asked(what), what).toBe(true)
    for (const what of ['replaced in May', 'switched off', 'too old', 'of no year', 'A training', 'nothing'])
      expect(await asked(what), what).toBe(false)
    expect(await asked('A training', [5])).toBe(true)
    expect(await asked(ALL[5] ?? '', [3, 4], { ...SCOPE, region_ids: [laguna.region_id] })).toBe(false)
    expect(
      await isCitable(t.db, SCOPE, {
        ...told[ALL[1] ?? ''],
        sites_criteria_indicator_id: seats,
        principles: [4],
      } as never),
    ).toBe(false)
  })
})

test('what was chosen is marked for its safeguard, listed with its files, and left out once its record has gone', async () => {
  for (const what of ['Zamboanga met', 'Ang samahan ay nagpulong sa Sitio Niño.', 'Seats of 2024', 'too old'])
    await choose(what)
  await choose('Consent was given 100%.', 'c')
  expect(await texts({ chosen_only: true })).toEqual([ALL[3], ALL[4], ALL[5]])
  expect(await texts({ chosen_only: true, safeguard: 'c' })).toEqual([ALL[1]])
  expect(await texts({ chosen_only: true, region_id: zds.region_id })).toEqual([ALL[5]])
  expect((await list()).data.map((one) => one.chosen)).toEqual([false, false, false, true, true, true])

  const chosen = await listChosen(t.db, summary, SCOPE)
  expect(chosen.map((one) => [one.safeguard, one.what_happened])).toEqual([
    ['c', ALL[1]],
    ['d', ALL[3]],
    ['d', ALL[4]],
    ['d', ALL[5]],
  ])
  expect(chosen[1]).toEqual({
    safeguard: 'd',
    principle_number: 4,
    code: laguna.code,
    region: 'Region IV-A (CALABARZON)',
    indicator: '4.1.1',
    indicator_title: expect.stringMatching(/./),
    reporting_year: 2025,
    what_happened: ALL[3],
    files: ['pdf', 'pdf', 'pdf'].map((kind) => ({ kind, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })),
  })
  // with their names once their office allows it, and those of no other office
  const allow = (file_names_public: boolean) =>
    t.db.updateTable('offices').set({ file_names_public }).where('name', '=', 'PENRO Laguna').execute()
  await allow(true)
  const named = (await listChosen(t.db, summary, SCOPE)).map(({ files }) => files.map(({ name }) => name))
  expect(named).toEqual([['consent.pdf'], ['Niño.pdf', 'a-list.csv', 'minutes.pdf'], [], []])
  await allow(false)

  await t.db
    .updateTable('site_activities')
    .set(OFF)
    .where('id', '=', told['Zamboanga met']?.site_activity_id ?? 0)
    .execute()
  expect((await listChosen(t.db, summary, SCOPE)).map((one) => one.what_happened)).toEqual(
    ALL.slice(1, 2).concat(ALL.slice(3, 5)),
  )
  expect(await texts({ chosen_only: true })).toEqual([ALL[3], ALL[4]])
})
