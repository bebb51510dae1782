import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LEGAL_ROWS, LEVEL_STATUSES, SITE_STATUSES } from '../../shared/review/review-chain.ts'
import { listNeighbours } from '../../server/sites/overlaps.queries.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { anActivityRow, aSite, squareOf } from '../support/factories.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const rows = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  (await query.execute(t.db)).rows

test('every foreign key stands at the front of an index, so that nothing waits for a scan', async () => {
  const keys = await rows(sql<{ name: string; indexed: boolean }>`
    select
      fk.conrelid::regclass || '.' || fk.conname as name,
      exists (
        select from pg_index as i
        where i.indrelid = fk.conrelid
          and (i.indpred is null or fk.conkey[1] = any (i.indkey))
          and i.indpred is null
          and (string_to_array(i.indkey::text, ' ')::smallint[])[1:cardinality(fk.conkey)] @> fk.conkey
      ) as indexed
    from pg_constraint as fk
    where fk.contype = 'f' and fk.connamespace = 'public'::regnamespace`)
  expect(keys.length).toBeGreaterThan(40)
  expect(keys.filter((key) => !key.indexed).map((key) => key.name)).toEqual([])
})

test('every check, unique and foreign key constraint has a name given by us', () => {
  const folder = 'db/migrations'
  const unnamed: string[] = []
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.sql'))) {
    const text = readFileSync(`${folder}/${file}`, 'utf8').replace(/--.*$/gm, '')
    for (const match of text.matchAll(/\b(check\s*\(|unique\s*\(|foreign key\b|unique\s*,|unique\n)/gi)) {
      const before = text.slice(0, match.index)
      if (!/constraint\s+\w+\s*$/i.test(before)) unnamed.push(`${file}: ${before.slice(-60)}${match[0]}`)
    }
    for (const match of text.matchAll(/\breferences\b/gi)) {
      const before = text.slice(0, match.index)
      if (!/foreign key \([\w, "]+\)\s*$/i.test(before))
        unnamed.push(`${file}: ${before.slice(-60)}references`)
    }
  }
  expect(unnamed).toEqual([])
})

test('the names are unique, so that a violation tells what happened', async () => {
  const doubled = await rows(sql<{ conname: string }>`
    select conname from pg_constraint where connamespace = 'public'::regnamespace
    group by conname having count(*) > 1`)
  expect(doubled).toEqual([])
})

type Table = 'site_profiles' | 'site_activities'

/** Why the database refuses this row, by the name of the constraint; null when it takes it. */
async function refusalOf(table: Table, id: number, row: readonly (string | null)[]): Promise<string | null> {
  const [site_status, penro_status, region_status, fmb_status] = row
  const undo = new Error('undo')
  try {
    await t.db.transaction().execute(async (db) => {
      await sql`update ${sql.table(table)} set
        site_status = ${site_status}, penro_status = ${penro_status},
        region_status = ${region_status}, fmb_status = ${fmb_status},
        approved_at = case when ${site_status}::text = 'Approved' then now() end,
        waiting_since = case when ${site_status}::text = 'Submitted' then now() end
        where id = ${id}`.execute(db)
      throw undo
    })
  } catch (error) {
    if (error === undo) return null
    return (error as pg.DatabaseError).constraint ?? (error as Error).message
  }
  return null
}

/** A row to try things on. */
async function aRow(table: Table): Promise<number> {
  if (table === 'site_profiles') return (await aSite(t, { boundary: null })).id
  return anActivityRow(t, await aSite(t, { site_status: 'Approved', boundary: null }))
}

describe.each(['site_profiles', 'site_activities'] as const)('the review chain in %s', (table) => {
  const level = [null, ...LEVEL_STATUSES, 'Save as Draft', 'approved']
  const all = [...SITE_STATUSES, 'Deactivated', 'submitted'].flatMap((site) =>
    level.flatMap((penro) =>
      level.flatMap((region) => level.map((fmb) => [site, penro, region, fmb] as const)),
    ),
  )
  // profiles are submitted as they are added and so are never drafts (C-05)
  const legal = LEGAL_ROWS.filter(([site]) => table === 'site_activities' || site !== 'Save as Draft')
  const isLegal = (row: readonly (string | null)[]) => legal.some((one) => one.join('/') === row.join('/'))

  test(`the database takes the legal rows and refuses every other of ${all.length} combinations by name`, async () => {
    const id = await aRow(table)
    const taken: string[] = []
    for (const row of all) {
      const refusal = await refusalOf(table, id, row)
      if (refusal === null) taken.push(row.join('/'))
      else expect([row.join('/'), refusal]).toEqual([row.join('/'), `${table}_review_check`])
    }
    expect(taken.sort()).toEqual(legal.map((row) => row.join('/')).sort())
    expect(all.filter(isLegal)).toHaveLength(legal.length)
  })

  test('no status at all is no row', async () => {
    const id = await aRow(table)
    expect(await refusalOf(table, id, [null, null, null, null])).toMatch(/null value/)
  })

  test('an approval has its date, a waiting record its moment, a deactivated one its day', async () => {
    const id = await aRow(table)
    const set = async (text: string) => {
      try {
        await sql`update ${sql.table(table)} set ${sql.raw(text)} where id = ${id}`.execute(t.db)
        return null
      } catch (error) {
        return (error as pg.DatabaseError).constraint
      }
    }
    expect(await set('approved_at = now()')).toBe(`${table}_approved_check`)
    const waiting = table === 'site_profiles' ? 'waiting_since = null' : 'waiting_since = now()'
    expect(await set(waiting)).toBe(`${table}_waiting_check`)
    expect(await set("status = 'Deactivated'")).toBe(`${table}_deactivation_check`)
    expect(await set("status = 'Off'")).toMatch(/status_check|deactivation_check/)
    expect(await set("returned_by = 'Nobody'")).toBe(`${table}_returned_by_check`)
  })
})

test.each([
  ['a hundredth too little', '99.99'],
  ['a hundredth too much', '100.01'],
])('areas of activities that are %s are no profile', async (_, area) => {
  const { id } = await aSite(t, { boundary: null })
  const set = (project_area: string, sum: string) =>
    sql`update site_profiles set project_area = ${project_area},
      redd_eligible_activities_area = array['Conservation of forest-carbon stocks'],
      emission_from_deforestation_area = null, emission_from_forest_degradation_area = null,
      enhancement_forest_carbon_stocks_area = null, sustainable_management_of_forest_area = null,
      conservation_forest_carbon_stocks_area = ${sum} where id = ${id}`.execute(t.db)
  await set('100', '100')
  await expect(set('100', area)).rejects.toMatchObject({ constraint: 'site_profiles_areas_add_up' })
})

test('neighbours of a boundary are found by their box in an index', async () => {
  await aSite(t, { boundary: squareOf() })
  const found = await listNeighbours(t.db, [121.5, 14.2, 121.51, 14.21], null)
  expect(found.length).toBeGreaterThan(0)
  const plan = await t.db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    const { rows: lines } = await sql<{ 'QUERY PLAN': string }>`explain
      select site_profile_id from site_boundaries
      where extent && box(point(121.51, 14.21), point(121.5, 14.2))`.execute(db)
    return lines.map((line) => line['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('site_boundaries_extent_idx')
})
