import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type pg from 'pg'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import type { Bbox } from '../../shared/boundary/boundary.schema.ts'
import { STATUS_FIELDS } from '../../shared/access/levels.ts'
import { LEGAL_STATES, LEVEL_STATUSES, SITE_STATUSES } from '../../shared/review/review-chain.ts'
import { connect, connectForService, connectProbe } from '../../server/database/db.ts'
import { listNeighbours } from '../../server/sites/overlaps.queries.ts'
import { withServer } from '../support/product/app.ts'
import { anActor } from '../support/records/actors.ts'
import { onServer } from '../support/product/databases.ts'
import { aFile, anActivityRow, aSite, squareOf } from '../support/records/factories.ts'

const t = withServer()

const rows = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  (await query.execute(t.db)).rows

test('every foreign key stands at the front of an index, so that nothing waits for a scan', async () => {
  const keys = await rows(sql<{ name: string; indexed: boolean }>`
    select
      fk.conrelid::regclass || '.' || fk.conname as name,
      exists (
        select from pg_index as i
        where i.indrelid = fk.conrelid
          and i.indpred is null
          -- a key of several columns begins with the record's own number, after which few rows are left
          and ((string_to_array(i.indkey::text, ' ')::smallint[])[1:cardinality(fk.conkey)] @> fk.conkey
            or (cardinality(fk.conkey) > 1 and i.indkey[0] = fk.conkey[1]))
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

type State = readonly (string | null)[]

/**
 * Tries each of these states of a row; returns the name of the constraint that rejects it, or null. All are tried and
 * undone in one statement, since a round trip for each of more than a thousand would take longer than the tries.
 */
const refusalsOf = (table: Table, id: number, states: readonly State[]): Promise<(string | null)[]> =>
  t.db.connection().execute(async (db) => {
    await sql`
      create or replace function pg_temp.refusal_of(state text[]) returns text language plpgsql as $$
      declare why text; message text;
      begin
        update ${sql.table(table)} set
          site_status = state[1], penro_status = state[2], region_status = state[3], fmb_status = state[4],
          approved_at = case when state[1] = 'Approved' then now() end,
          waiting_since = case when state[1] = 'Submitted' then now() end
          where id = ${sql.lit(id)};
        raise sqlstate 'UNDO1';
      exception
        when sqlstate 'UNDO1' then return null;
        when others then
          get stacked diagnostics why = constraint_name, message = message_text;
          return coalesce(nullif(why, ''), message);
      end $$`.execute(db)
    const { rows: answers } = await sql<{ why: string | null }>`
      select pg_temp.refusal_of(array(select jsonb_array_elements_text(tried.state))) as why
      from jsonb_array_elements(${JSON.stringify(states)}::jsonb) with ordinality as tried(state, number)
      order by tried.number`.execute(db)
    return answers.map(({ why }) => why)
  })

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
  // a new profile is submitted at once, so it is never a draft (C-05)
  const legal = LEGAL_STATES.map((state) => [
    state.site_status,
    ...STATUS_FIELDS.map((field) => state[field]),
  ]).filter(([site]) => table === 'site_activities' || site !== 'Save as Draft')
  const isLegal = (row: readonly (string | null)[]) => legal.some((one) => one.join('/') === row.join('/'))

  test(`the database takes the legal rows and refuses every other of ${all.length} combinations by name`, async () => {
    const refusals = await refusalsOf(table, await aRow(table), all)
    const said = all.map((row, at) => [row.join('/'), refusals[at]])
    expect(said).toEqual(all.map((row) => [row.join('/'), isLegal(row) ? null : `${table}_review_check`]))
    expect(all.filter(isLegal)).toHaveLength(legal.length)
  })

  test('no status at all is no row', async () => {
    const id = await aRow(table)
    expect(await refusalsOf(table, id, [[null, null, null, null]])).toEqual([
      expect.stringMatching(/null value/),
    ])
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

describe('what cannot be is refused by name', () => {
  /** Runs the statements and undoes them; returns the name of the constraint that rejects them, or null. */
  async function refusal(...statements: ReturnType<typeof sql>[]): Promise<string | null> {
    const undo = new Error('undo')
    try {
      await t.db.transaction().execute(async (db) => {
        for (const statement of statements) await statement.execute(db)
        // checks deferred constraints now
        await sql`set constraints all immediate`.execute(db)
        throw undo
      })
    } catch (error) {
      if (error === undo) return null
      return (error as pg.DatabaseError).constraint ?? (error as Error).message
    }
    return null
  }
  const changed = (table: string, id: number, text: string) =>
    refusal(sql`update ${sql.table(table)} set ${sql.raw(text)} where id = ${id}`)
  const office = (name: string) => `(select id from offices where name = '${name}')`
  const region = (code: string) => `(select id from regions where short_code = '${code}')`
  const province = (name: string) => `(select id from provinces where name = '${name}')`
  const cityOf = (name: string) => `(select min(id) from cities where province_id = ${province(name)})`
  const city = (name: string) => `(select min(id) from cities where name = '${name}')`

  test('every rule looked at all rows, and stands under its name', async () => {
    const open = await rows(sql<{ conname: string }>`
      select conname from pg_constraint where not convalidated and connamespace = 'public'::regnamespace`)
    expect(open).toEqual([])
  })

  describe('a user', () => {
    const user = (name: string, text: string) => t.userId(name).then((id) => changed('users', id, text))

    test('whose office lies in another region', async () => {
      expect(await user('laguna.encoder', `office_id = ${office('PENRO Zamboanga del Sur')}`)).toBe(
        'users_office_region_fkey',
      )
      expect(await user('laguna.encoder', `region_id = ${region('R09')}`)).toBe('users_office_region_fkey')
    })

    test('with a role of another level, or the role of its holders given another level', async () => {
      const role = `(select id from roles where name = 'Region Approver')`
      expect(await user('laguna.encoder', `role_id = ${role}`)).toBe('users_role_level_fkey')
      expect(await refusal(sql`update roles set access_level = 'Region' where name = 'PENRO Encoder'`)).toBe(
        'users_role_level_fkey',
      )
    })

    test('moves to another office, to a new one without a province, to another level; a free role changes its level', async () => {
      expect(await user('laguna.encoder', `office_id = ${office('PENRO Quezon')}`)).toBeNull()
      const zds = `office_id = ${office('PENRO Zamboanga del Sur')}, region_id = ${region('R09')}`
      expect(await user('laguna.encoder', zds)).toBeNull()
      const id = await t.userId('laguna.encoder')
      expect(
        await refusal(
          sql`insert into offices (name, region_id) values ('CENRO Anywhere', ${sql.raw(region('R04A'))})`,
          sql`update users set office_id = ${sql.raw(office('CENRO Anywhere'))} where id = ${id}`,
        ),
      ).toBeNull()
      const toBureau = `access_level = 'FMB', region_id = null, office_id = null,
        role_id = (select id from roles where name = 'FMB Approver')`
      expect(await user('laguna.encoder', toBureau)).toBeNull()
      expect(
        await refusal(
          sql`insert into roles (name, access_level) values ('Free', 'PENRO')`,
          sql`update roles set access_level = 'FMB' where name = 'Free'`,
        ),
      ).toBeNull()
    })
  })

  describe('a profile', () => {
    let id: number
    let capital: number
    beforeAll(async () => {
      id = (await aSite(t, { boundary: null })).id
      capital = (await aSite(t, { office: 'DENR-NCR North Field Office', boundary: null })).id
    })
    const isabela = `province_id = ${province('Basilan')}, city_id = ${city('City of Isabela')},
      office_id = ${office('PENRO Basilan')}`

    test.each([
      ['without a province', 'province_id = null', 'site_profiles_province_check'],
      [
        'with a province that its city is not in',
        `province_id = ${province('Quezon')}`,
        'site_profiles_city_province_fkey',
      ],
      [
        'with a city of another province',
        `city_id = ${city('City of Tayabas')}`,
        'site_profiles_city_province_fkey',
      ],
      [
        'with province and city of another region',
        `province_id = ${province('Zamboanga del Sur')}, city_id = ${cityOf('Zamboanga del Sur')}`,
        'site_profiles_city_region_fkey',
      ],
      ['of another region', `region_id = ${region('R09')}`, 'site_profiles_city_region_fkey'],
      [
        'of an office in another region',
        `office_id = ${office('PENRO Zamboanga del Sur')}`,
        'site_profiles_office_region_fkey',
      ],
      [
        'with hectares of an activity that was not chosen',
        `emission_from_deforestation_area = 60, enhancement_forest_carbon_stocks_area = 0.25`,
        'site_profiles_chosen_areas_check',
      ],
      [
        'with no hectares of an activity that was not chosen, written as 0',
        `sustainable_management_of_forest_area = 0`,
        'site_profiles_chosen_areas_check',
      ],
    ])('%s', async (_, text, constraint) => {
      expect(await changed('site_profiles', id, text)).toBe(constraint)
    })

    test('of the capital region with a province, or with a city elsewhere', async () => {
      expect(await changed('site_profiles', capital, `province_id = ${province('Laguna')}`)).toBe(
        'site_profiles_province_check',
      )
      expect(await changed('site_profiles', capital, `city_id = ${city('City of Tayabas')}`)).toBe(
        'site_profiles_city_region_fkey',
      )
    })

    test('moves within its region, its office staying; and stands in either region of a shared province', async () => {
      const quezon = `province_id = ${province('Quezon')}, city_id = ${city('City of Tayabas')}`
      expect(await changed('site_profiles', id, quezon)).toBeNull()
      expect(await changed('site_profiles', id, `region_id = ${region('R09')}, ${isabela}`)).toBeNull()
      const bangsamoro = `(select region_id from provinces where name = 'Basilan')`
      expect(await changed('site_profiles', id, `region_id = ${bangsamoro}, ${isabela}`)).toBeNull()
    })

    test('switched off and on, whatever its state', async () => {
      expect(await changed('site_profiles', id, `status = 'Deactivated', deactivated_at = now()`)).toBeNull()
    })

    test('of a region that a law draws anew: a migration moves all of it at once', async () => {
      const anew = sql.raw(region('R09'))
      const laguna = sql.raw(province('Laguna'))
      expect(
        await refusal(
          sql`set constraints all deferred`,
          sql`update provinces set region_id = ${anew} where id = ${laguna}`,
          sql`update cities set region_id = ${anew} where province_id = ${laguna}`,
          sql`update offices set region_id = ${anew} where province_id = ${laguna}`,
          sql`update site_profiles set region_id = ${anew} where province_id = ${laguna}`,
          sql`update users set region_id = ${anew} where office_id = ${sql.raw(office('PENRO Laguna'))}`,
        ),
      ).toBeNull()
    })
  })

  describe('an activity', () => {
    let id: number
    let site: number
    beforeAll(async () => {
      const profile = await aSite(t, { site_status: 'Approved', boundary: null })
      site = profile.id
      id = await anActivityRow(t, profile)
    })

    test.each([
      ['of another region', `region_id = ${region('R09')}`],
      ['of another office', `office_id = ${office('PENRO Quezon')}`],
      ['in another city', `city_id = ${city('City of Tayabas')}, province_id = ${province('Quezon')}`],
      ['under another name', `site_profile_name = 'Somebody Else'`],
      ['under another code', `site_profile_code = 'SITES-TEST-2031-9999'`],
    ])('%s than its profile', async (_, text) => {
      expect(await changed('site_activities', id, text)).toBe('site_activities_copy_fkey')
    })

    test('of another profile than it says', async () => {
      const other = await aSite(t, { site_status: 'Approved', boundary: null })
      expect(await changed('site_activities', id, `site_profile_id = ${other.id}`)).toBe(
        'site_activities_copy_fkey',
      )
    })

    test('with another province than its city', async () => {
      expect(await changed('site_activities', id, `province_id = ${province('Quezon')}`)).toBe(
        'site_activities_city_province_fkey',
      )
      expect(await changed('site_activities', id, 'province_id = null')).toBe(
        'site_activities_province_check',
      )
    })

    test('takes over what somebody changes of its profile in the database', async () => {
      await sql`update site_profiles set name_of_partner = 'Bagong Pangalan' where id = ${site}`.execute(t.db)
      const [row] = await rows(
        sql<{ name: string }>`select site_profile_name as name from site_activities where id = ${id}`,
      )
      expect(row).toEqual({ name: 'Bagong Pangalan' })
    })
  })

  describe('a boundary', () => {
    test('of another file than the location map of its profile', async () => {
      const [one, other] = [await aSite(t), await aSite(t)]
      const toMap = (map: number) =>
        refusal(sql`update site_boundaries set map_kml_id = ${map} where site_profile_id = ${one.id}`)
      expect(await toMap(other.map_kml_id)).toBe('site_boundaries_profile_map_fkey')
      expect(await toMap(one.agreement_id)).toBe('site_boundaries_profile_map_fkey')
      const map = await aFile(t, { kind: 'kml', attached: true })
      expect(await changed('site_profiles', one.id, `map_kml_id = ${map}`)).toBe(
        'site_boundaries_profile_map_fkey',
      )
      expect(
        await refusal(
          sql`update site_profiles set map_kml_id = ${map} where id = ${one.id}`,
          sql`update site_boundaries set map_kml_id = ${map} where site_profile_id = ${one.id}`,
        ),
        'a map that is replaced',
      ).toBeNull()
    })
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
  const around: Bbox = [121.5, 14.2, 121.51, 14.21]
  const found = await listNeighbours(t.db, anActor('FMB', 1), { around, beside: null, except: null })
  expect(found.length).toBeGreaterThan(0)
  const plan = await t.db.transaction().execute(async (db) => {
    // in a table of a few rows, everything else is cheaper
    for (const way of ['seqscan', 'bitmapscan', 'sort'])
      await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(db)
    const { rows: lines } = await sql<{ 'QUERY PLAN': string }>`explain
      select site_profile_id from site_boundaries
      where extent && box(point(121.51, 14.21), point(121.5, 14.2))
      order by extent <-> point(121.505, 14.205) limit 50`.execute(db)
    return lines.map((line) => line['QUERY PLAN']).join('\n')
  })
  expect(plan).toContain('site_boundaries_extent_idx')
  // the nearest come first from the index, so the others are not read
  expect(plan).toContain('Order By: (extent <->')
})

test.each([
  ['a command', (to: pg.PoolConfig) => connect(to, () => undefined)],
  ['the running product', (to: pg.PoolConfig) => connectForService(to, 30, () => undefined)],
  ['questions about the database', (to: pg.PoolConfig) => connectProbe(to, () => undefined)],
])(
  'the connections of %s leave when they are closed, also where only plain statements were asked',
  async (_, open) => {
    const opened = open({ ...inject('server'), database: 'postgres', application_name: 'to be closed' })
    await opened.pool.query('select 1')
    await Promise.all([opened.close(), opened.close()])
    const left = () => onServer(`select from pg_stat_activity where application_name = 'to be closed'`)
    await expect.poll(left).toEqual([])
  },
)
