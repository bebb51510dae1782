import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  changedSince,
  freezeEvidence,
  freezeRecords,
  readEvidence,
  readFacts,
} from '../../server/summaries/summary-records.queries.ts'
import type { SummaryScope } from '../../server/summaries/scope-records.queries.ts'
import type { Db } from '../../server/database/db.ts'
import type { Site } from '../../server/sites/sites.queries.ts'
import { withServer } from '../support/product/app.ts'
import { anActivityRow, APPROVED, aSite } from '../support/records/factories.ts'
import { statementsOf } from '../support/records/statements.ts'
import { factsByHand } from '../support/oracles/summary-by-hand.ts'
import {
  addBatches,
  addEvidence,
  type Criteria,
  enter,
  indicatorsOf,
  recordsOf,
} from '../support/records/summary-draws.ts'
import { FULL } from '../support/full.ts'

const DRAWS = FULL ? 200 : 6
const OFFICES = [
  'PENRO Laguna',
  'PENRO Quezon',
  'PENRO Laguna',
  'PENRO Zamboanga del Sur',
  'PENRO Zamboanga del Sur',
  'DENR-NCR North Field Office',
  'PENRO Laguna',
]
const EVERYWHERE: SummaryScope = { region_ids: [], reporting_years: [2025] }

const t = withServer()
let criteria: Criteria
let sites: Site[]
let regions: { region_id: number; region: string }[]
beforeAll(async () => {
  criteria = await addBatches(t.db)
  sites = []
  for (const office of OFFICES)
    sites.push(await aSite(t, { site_status: 'Approved', office, boundary: null }))
  regions = await t.db
    .selectFrom('regions')
    .select(['id as region_id', 'name as region'])
    .orderBy('sort_order')
    .execute()
})

/** Runs in a transaction that is rolled back. */
async function forNow(work: (db: Db) => Promise<void>): Promise<void> {
  const undo = new Error('Nothing of it stays.')
  await t.db
    .transaction()
    .execute(async (db) => {
      await work(db)
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
}

async function aSummary(db: Db = t.db): Promise<number> {
  const by = await t.userId('fmb.super')
  const { id } = await db
    .insertInto('summaries')
    .values({
      year: 2026,
      title: 'Summary',
      reporting_years: [2025],
      region_ids: [],
      created_by: by,
      updated_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const firstIndicator = () => indicatorsOf(criteria.batches.get(1) ?? [])[0]?.indicator.id ?? 0

/** Ends a freeze as storing the document does. */
const closeSummary = (db: Db, summary_id: number) =>
  db
    .insertInto('summary_documents')
    .values({ summary_id, document: '{}', sha256: 'a'.repeat(64), crosswalk_version: 1 })
    .execute()

const approved = (site: Site, reporting_year: number | null, hour = 1, more: object = {}) =>
  anActivityRow(t, site, {
    ...APPROVED,
    reporting_year,
    approved_at: `2026-04-01T0${hour}:00:00Z`,
    ...more,
  })
const setStatus = (table: 'site_activities' | 'site_profiles', id: number, status: string) =>
  t.db
    .updateTable(table)
    .set({ status, deactivated_at: status === 'Deactivated' ? new Date().toISOString() : null })
    .where('id', '=', id)
    .execute()

describe('what the records of a scope tell', () => {
  test('is the same for a draft, for what is frozen and by hand, region by region, whatever the records', async () => {
    await fc.assert(
      fc.asyncProperty(recordsOf(sites), async ({ sites: drawn, ...scope }) => {
        await forNow(async (db) => {
          const entered = await enter(db, sites, drawn, criteria)
          const wanted = regions.filter(
            ({ region_id }) => scope.region_ids.length === 0 || scope.region_ids.includes(region_id),
          )
          const byHand = wanted.map((region) => factsByHand(region, entered, scope, criteria))
          expect(await readFacts(db, scope)).toEqual(byHand)
          expect(await freezeRecords(db, await aSummary(db), scope)).toEqual(byHand)
        })
      }),
      { numRuns: DRAWS },
    )
  }, 200_000)

  test('is read again where something was approved, and only there', async () => {
    const [laguna, , , zds] = sites as [Site, Site, Site, Site]
    const counts = async () =>
      (await readFacts(t.db, EVERYWHERE)).flatMap((one) =>
        one.sites > 0 ? [[one.region_id, one.sites]] : [],
      )
    expect(await counts()).toEqual([])
    await approved(zds, 2025)
    expect(await counts()).toEqual([[zds.region_id, 1]])
    const before = await readFacts(t.db, EVERYWHERE)
    const id = await approved(laguna, 2025)
    const after = await readFacts(t.db, EVERYWHERE)
    expect(after.filter((one, index) => one !== before[index]).map((one) => one.region_id)).toEqual([
      laguna.region_id,
    ])
    await setStatus('site_activities', id, 'Deactivated')
    expect(await counts()).toEqual([[zds.region_id, 1]])
    // the versions and the newest criteria; the facts are cached
    await readFacts(t.db, EVERYWHERE)
    expect(await statementsOf(() => readFacts(t.db, EVERYWHERE))).toHaveLength(2)
    const summary = await aSummary()
    // which records, which regions, and the facts of each region
    const frozen = await statementsOf(() => freezeRecords(t.db, summary, EVERYWHERE))
    expect(frozen).toHaveLength(2 + after.length)
    // the order of the years does not matter
    const both = await readFacts(t.db, { region_ids: [], reporting_years: [2025, 2024] })
    expect(await readFacts(t.db, { region_ids: [], reporting_years: [2024, 2025] })).toEqual(both)
  })
})

describe('the list of evidence of a frozen summary', () => {
  const linesOf = async (summary_id: number) => (await listOf(summary_id)).split('\r\n').slice(1, -1)
  async function listOf(summary_id: number) {
    let text = ''
    for await (const piece of readEvidence(t.db, summary_id)) text += piece
    return text
  }

  test('has the bytes that its SHA-256 is of, in one order, with no file name and nobody in it', async () => {
    const places = indicatorsOf(criteria.batches.get(1) ?? []).map(
      ({ principle, criteria: { order }, indicator }) => ({
        id: indicator.id,
        name: `${principle.principle_number}.${order}.${indicator.order}`,
      }),
    )
    const [first, last] = [places[0], places.at(-1)] as [(typeof places)[0], (typeof places)[0]]
    const site = await aSite(t, { site_status: 'Approved', boundary: null })
    const other = await aSite(t, { site_status: 'Approved', boundary: null })
    const put = (id: number, indicator: number, ...names: string[]) =>
      addEvidence(
        t.db,
        id,
        names.map((name) => ({ indicator, name })),
        site.created_by_id,
      )
    await put(await approved(other, 2025), first.id, 'Señora Peña.pdf')
    const [older, newer] = [await approved(site, 2024), await approved(site, 2025)]
    await put(newer, first.id, 'b.pdf', 'a.pdf')
    await put(older, last.id, 'd.pdf')
    await put(older, first.id, 'c.pdf')
    // an activity without a statement
    await put(await approved(site, 2023), first.id, 'e.pdf')
    await put(
      await approved(site, 2025, 1, { status: 'Deactivated', deactivated_at: new Date() }),
      first.id,
      'f.pdf',
    )

    const freeze = async () => {
      const id = await aSummary()
      const scope = { region_ids: [site.region_id], reporting_years: [2024, 2025] }
      await freezeRecords(t.db, id, scope)
      return { id, ...(await freezeEvidence(t.db, id)) }
    }
    const frozen = await freeze()
    const sha = (name: string) => createHash('sha256').update(name).digest('hex')
    const line = ({ code }: Site, indicator: string, year: number, name: string) =>
      [code, indicator, year, sha(name), 1000 + name.length].join(',')
    const [one, two] = ['a.pdf', 'b.pdf'].toSorted((a, b) => (sha(a) < sha(b) ? -1 : 1)) as [string, string]
    const mine = [
      line(site, first.name, 2024, 'c.pdf'),
      line(site, first.name, 2025, one),
      line(site, first.name, 2025, two),
      line(site, last.name, 2024, 'd.pdf'),
      line(other, first.name, 2025, 'Señora Peña.pdf'),
    ]
    const text = await listOf(frozen.id)
    expect(text).toBe(
      `\ufeffSITES Code,Outcome Indicator,Reporting Year,SHA-256,Bytes\r\n${mine.map((each) => `${each}\r\n`).join('')}`,
    )
    expect(frozen).toMatchObject({ files: 5, sha256: createHash('sha256').update(text).digest('hex') })
    expect(await freeze()).toMatchObject({ files: 5, sha256: frozen.sha256 })
  })

  test('of nothing is its header; of more lines than are read at once it has them all', async () => {
    const empty = await aSummary()
    const header = '\ufeffSITES Code,Outcome Indicator,Reporting Year,SHA-256,Bytes\r\n'
    expect(await freezeEvidence(t.db, empty)).toEqual({
      files: 0,
      sha256: createHash('sha256').update(header).digest('hex'),
    })
    const long = await aSummary()
    await sql`
      insert into summary_evidence (summary_id, number, lines)
      select ${long}::integer, 1 + n / 1000, string_agg(
        case n when 0 then ${header} else 'SITES-' || n || E',1.1.1\\r\\n' end, '' order by n)
      from generate_series(0, 12001) as n group by n / 1000`.execute(t.db)
    const lines = await linesOf(long)
    expect(lines).toHaveLength(12_001)
    expect(new Set(lines).size).toBe(12_001)
    expect(lines.at(-1)).toMatch(/^SITES-12001,/)
  })
})

describe('what has changed since a summary was frozen', () => {
  test('are records that were switched off, left the list, or were followed by one of the same year', async () => {
    const [first, second, third] = [
      await aSite(t, { site_status: 'Approved', boundary: null }),
      await aSite(t, { site_status: 'Approved', boundary: null }),
      await aSite(t, { site_status: 'Approved', boundary: null }),
    ]
    const id = await approved(first, 2025, 2)
    await approved(second, 2025)
    await approved(second, 2024)
    const scope = { region_ids: [first.region_id], reporting_years: [2024, 2025] }
    const summary = await aSummary()
    await freezeRecords(t.db, summary, scope)
    // whatever the other tests have left
    const { records, changed } = await changedSince(t.db, summary)
    expect(changed).toBe(0)
    const rows = await t.db
      .selectFrom('summary_records')
      .selectAll()
      .where('summary_id', '=', summary)
      .execute()
    expect(records).toBe(rows.filter((row) => row.site_activity_id !== null).length)
    expect(rows.length).toBeGreaterThan(records)
    const expectChanged = async (count: number) =>
      expect(await changedSince(t.db, summary)).toEqual({ records, changed: count })

    await setStatus('site_activities', id, 'Deactivated')
    await expectChanged(1)
    await setStatus('site_activities', id, 'Activated')
    await expectChanged(0)
    // two records of one site
    await setStatus('site_profiles', second.id, 'Deactivated')
    await expectChanged(2)
    await setStatus('site_profiles', second.id, 'Activated')
    await expectChanged(0)

    // of another year, of no year, of a site without records, and one approved before
    await approved(first, 2026, 5)
    await approved(first, null, 5)
    await approved(third, 2025, 5)
    await approved(first, 2025, 1)
    await approved(first, 2025, 5, { status: 'Deactivated', deactivated_at: new Date().toISOString() })
    await expectChanged(0)
    await approved(first, 2025, 2)
    await expectChanged(1)
  })
})

describe('the rows of a frozen summary', () => {
  test('are neither changed nor removed nor added to, though the tables are the product’s own', async () => {
    const id = await approved(sites[0] as Site, 2025)
    await addEvidence(
      t.db,
      id,
      [{ indicator: firstIndicator(), name: 'g.pdf' }],
      (sites[0] as Site).created_by_id,
    )
    const summary_id = await aSummary()
    await freezeRecords(t.db, summary_id, EVERYWHERE)
    await freezeEvidence(t.db, summary_id)
    await closeSummary(t.db, summary_id)
    const draft = await aSummary()

    const refused = async (statement: string) =>
      t.db
        .transaction()
        .execute(async (db) => {
          await sql.raw(statement).execute(db)
          return 'done'
        })
        .catch((error: Error) => error.message)
    const FINAL = 'a frozen summary is never changed or removed'
    const late = {
      summary_records: (of: number) => `(${of}, 999999, 1, null, null, true)`,
      summary_evidence: (of: number) => `(${of}, 999999, 'SITES')`,
    }
    for (const [table, row] of Object.entries(late)) {
      expect(await refused(`insert into ${table} values ${row(summary_id)}`), table).toBe(FINAL)
      // a draft's row in the same statement does not let the frozen summary's row through
      expect(await refused(`insert into ${table} values ${row(draft)}, ${row(summary_id)}`), table).toBe(
        FINAL,
      )
      expect(await refused(`insert into ${table} values ${row(draft)}`), table).toBe('done')
    }
    for (const table of [...Object.keys(late), 'summary_documents'])
      for (const change of [
        `update ${table} set summary_id = summary_id`,
        `delete from ${table}`,
        `truncate ${table}`,
      ])
        expect(await refused(change), change).toBe(FINAL)
    expect(await refused('delete from summary_documents where false')).toBe('done')
  })
})
