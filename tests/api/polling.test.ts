import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CRONTABS, startJobs, taskList } from '../../server/jobs.ts'
import { createLog } from '../../server/lib/log.ts'
import { compareEntries } from '../../server/public-log/publish-checkpoint.actions.ts'
import { COMPARING_RESTS, startSealing } from '../../server/public-log/sealing.ts'
import { keepTextsFresh } from '../../server/texts/running-texts.ts'
import { CONNECTIONS, startApp, type TestApp } from '../support/product/app.ts'
import { aSite } from '../support/records/factories.ts'
import { aCurrentLayer } from '../support/records/land-findings.ts'
import { publishNow } from '../support/records/audit-log.ts'
import { manySites } from '../support/records/many-sites.ts'
import { rowsReadBy } from '../support/records/rows-read.ts'
import { sentDuring, type Statement } from '../support/records/statements.ts'
import { FULL, full } from '../support/full.ts'

/** entries of the public log: a million in the full run, enough for another plan than that of an empty table otherwise */
const ENTRIES = FULL ? 1_000_000 : 20_000
const PROFILES = FULL ? 3_000 : 1_000

/** What is asked again and again reads the end of an index, or a table that cannot grow, such as the texts. */
const MAX_ROWS = 500

let t: TestApp
beforeAll(async () => {
  // a product at work listens with each of its runners
  t = await startApp({ settings: { CLAMAV_URL: 'tcp://127.0.0.1:1' }, connections: CONNECTIONS })
  await sql`
    insert into log_entries (log_index, entry, form)
    select number, sha256(number::text::bytea), 0 from generate_series(0, ${ENTRIES - 1}::integer) as number`.execute(
    t.db,
  )
  const like = await aSite(t)
  const ids = await manySites(t, like, PROFILES)
  const layer = await aCurrentLayer(t)
  const profiles = sql`site_profiles where id = any(${ids}::integer[])`
  await sql`
    insert into site_boundaries (site_profile_id, map_kml_id, geometry, area_ha, vertex_count, valid, overlap_state, min_lon,
      min_lat, max_lon, max_lat)
    select many.id, many.map_kml_id, geometry, area_ha, vertex_count, valid, 'measured', min_lon, min_lat, max_lon, max_lat
    from (select * from ${profiles}) as many, site_boundaries where site_profile_id = ${like.id}`.execute(
    t.db,
  )
  await sql`
    insert into land_screenings (site_profile_id, land_layer_id, land_layer_version_id, map_kml_id, state, at)
    select id, ${layer.id}, ${layer.version_id}, map_kml_id, 'done', now() from ${profiles}`.execute(t.db)
  await sql`
    insert into boundary_changes (site_profile_id, old_map_kml_id, new_map_kml_id, waiting)
    select id, map_kml_id, map_kml_id, false from ${profiles}`.execute(t.db)
  await sql`
    with finished as (
      insert into bulk_decisions (kind, action, state, created_by, ended_at, request_id, network_address, user_agent)
      select 'site_profiles', 'approve', 'Finished', id, now(), '', '', '' from users order by id limit 1 returning id
    )
    insert into bulk_decision_rows (bulk_decision_id, record_id, revision, state)
    select finished.id, site_profiles.record_id, 1, 'Decided' from finished, site_profiles
    where site_profiles.id = any(${ids}::integer[])`.execute(t.db)
  await sql`analyze`.execute(t.db)
  await publishNow(t)
}, 600_000)
afterAll(() => t.close())

/** The tasks that run more often than every hour. */
const FREQUENT = CRONTABS.flatMap((crontab) =>
  [...crontab.matchAll(/^(?:\*|\*\/\d+) \* \* \* \* (\w+)/gm)].map(([, task = '']) => task),
)

/** Runs the product for a moment without any call of a person, then each frequent task once, and what watchers read. */
async function idle(): Promise<Statement[]> {
  const log = createLog('silent')
  const jobs = await startJobs(t.services, t.database.pool, log, {
    lockTimes: { every_ms: 200, dead_ms: 90_000 },
    clockEveryMs: 200,
  })
  const sealing = startSealing(t.services, log)
  const stopTexts = await keepTextsFresh(t.services)
  // once what a start does is done
  await expect
    .poll(async () => (await sql`select from graphile_worker._private_jobs`.execute(t.db)).rows)
    .toEqual([])
  await t.app.inject('/metrics')
  const { tasks, imports, land, scans, backups, outside } = taskList(t.services)
  const all: Record<string, unknown> = { ...tasks, ...imports, ...land, ...scans, ...backups, ...outside }
  try {
    return await sentDuring(async () => {
      // long enough for each timer
      await sleep(5_500)
      for (const watched of ['/health/ready', '/metrics'])
        expect((await t.app.inject(watched)).statusCode).toBe(200)
      for (const name of FREQUENT)
        if (all[name]) await (all[name] as (payload: object, helpers: object) => Promise<void>)({}, {})
    })
  } finally {
    stopTexts()
    await sealing.stop()
    await jobs.stop()
  }
}

describe('an idle product', () => {
  test('asks nothing again and again that reads a table which grows', { timeout: 120_000 }, async () => {
    const statements = new Map((await idle()).map((statement) => [statement.text, statement]))
    const asked = [...statements.values()].filter(({ text }) =>
      /^\s*(select|with|insert|update|delete)\b/i.test(text),
    )
    // each source of such questions was heard
    for (const word of [
      'log_published',
      '_private_jobs',
      'text_reviews',
      'kysely_migration',
      'audit_verifications',
    ])
      expect([word, asked.some(({ text }) => text.includes(word))]).toEqual([word, true])
    expect(FREQUENT.length).toBeGreaterThan(5)
    const wide: string[] = []
    for (const statement of asked)
      for (const { from, how, rows } of await rowsReadBy(t.database.pool, statement))
        if (rows > MAX_ROWS)
          wide.push(`${how} of ${rows} rows of ${from}: ${statement.text.replace(/\s+/g, ' ').slice(0, 200)}`)
    expect(wide).toEqual([])
  })
})

const medianOf = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN

full.test(
  'the comparison of a million entries after a start makes nobody wait',
  { timeout: 300_000 },
  async () => {
    const person = await t.as('fmb.approver')
    const timesOf = async (calls: number) => {
      const times: number[] = []
      while (times.length < calls) {
        const begun = performance.now()
        expect((await person.get('/sites/datatable?page=1&length=10')).statusCode).toBe(200)
        times.push(performance.now() - begun)
        await sleep(20)
      }
      return times
    }
    await timesOf(20)
    const alone: number[] = []
    const during: number[] = []
    // by turns, because what else the machine does changes by the minute
    for (let turn = 0; turn < 10; turn += 1) {
      alone.push(...(await timesOf(50)))
      const stopping = new AbortController()
      const pace = { rests: COMPARING_RESTS, signal: stopping.signal }
      const comparing = compareEntries(t.services, { edge: null }, pace).catch((error: unknown) => error)
      during.push(...(await timesOf(50)))
      stopping.abort()
      // it was still at work
      expect(await comparing).toBeInstanceOf(Error)
    }
    expect(medianOf(during)).toBeLessThan(medianOf(alone) * 1.5)
  },
)
