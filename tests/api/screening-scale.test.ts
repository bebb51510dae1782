import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { readDraft } from '../../server/land/layers.jobs.ts'
import { screenWaiting } from '../../server/land/screening.jobs.ts'
import { screen } from '../../server/land/screening.actions.ts'
import { BACKGROUND } from '../../server/worker-processes/run-in-worker-process.ts'
import { withServer } from '../support/product/app.ts'
import { aSite, squareOf } from '../support/records/factories.ts'
import { aLayer, aVersion } from '../support/records/land.ts'
import { aDraft, aLayer as addLayer, geoJsonOf, versionOf } from '../support/records/layers.ts'
import { manySites } from '../support/records/many-sites.ts'
import { full } from '../support/full.ts'

/** Comparisons with large layers and of many boundaries, as ratios within one run. */

const SITES = 20_000
const FEATURES = 10_000
/** features and boundaries lie on a grid of this width, in degrees apart */
const WIDTH = 200
const STEP = 0.01

const t = withServer()

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** A layer of many squares on a grid over Luzon, each 0.006 degrees wide. */
const grid = (count: number, every = 1) =>
  Array.from({ length: count }, (_, n) => {
    const place = n * every
    return {
      code: `Lot ${n}`,
      geometry: squareOf({
        lon: 120 + (place % WIDTH) * STEP,
        lat: 13 + Math.floor(place / WIDTH) * STEP,
        size: 0.006,
      }),
    }
  })

full.test(
  'one site is compared with 10,000 features in at most five times the reading of their boxes',
  async () => {
    const layer = await aLayer(t, { kind: 'forest_cover' })
    const version = await aVersion(t, layer, grid(FEATURES))
    await sql`analyze land_features`.execute(t.db)
    // in the middle of four features, of which it takes in a part each
    const boundary = squareOf({ lon: 120.503, lat: 13.203, size: 0.01 })
    const boxes = () =>
      sql`select id, min_lon, min_lat, max_lon, max_lat from land_features
      where land_layer_version_id = ${version} and extent && box(point(123, 15), point(119, 12))`.execute(
        t.db,
      )
    const [read, compared]: [number[], number[]] = [[], []]
    for (let n = 0; n < 15; n += 1) {
      read.push(await timed(boxes))
      compared.push(
        await timed(async () => {
          const [land] = await screen(t.db, boundary, BACKGROUND)
          expect(land?.outcome?.ok && land.outcome.found.length).toBe(4)
        }),
      )
    }
    console.log(
      `One site against ${FEATURES} features: ${median(compared).toFixed(1)} ms, reading their boxes ${median(read).toFixed(1)} ms`,
    )
    expect(median(compared)).toBeLessThan(5 * median(read))
    await sql`update land_layers set withdrawn_at = now(), withdrawn_reason = 'Measured'`.execute(t.db)
  },
  120_000,
)

full.test(
  '20,000 boundaries are compared with a new layer while a list stays within 1.5 of itself',
  async () => {
    const like = await aSite(t, { boundary: null })
    const ids = await manySites(t, like, SITES)
    await sql`
    insert into site_boundaries (site_profile_id, map_kml_id, geometry, area_ha, vertex_count, valid, min_lon, min_lat,
      max_lon, max_lat, overlap_state, checks)
    select id, map_kml_id, jsonb_build_object('type', 'MultiPolygon', 'coordinates', jsonb_build_array(jsonb_build_array(
        jsonb_build_array(jsonb_build_array(west, south), jsonb_build_array(west + 0.005, south),
          jsonb_build_array(west + 0.005, south + 0.005), jsonb_build_array(west, south + 0.005),
          jsonb_build_array(west, south))))),
      30, 5, true, west, south, west + 0.005, south + 0.005, 'measured', '{"checked": [], "not_checked": []}'
    from (
      select id, map_kml_id, 120 + ((row_number() over (order by id) - 1) % ${WIDTH}::int) * ${STEP}::float8 as west,
        13 + ((row_number() over (order by id) - 1) / ${WIDTH}::int) * ${STEP}::float8 as south
      from site_profiles where id = any(${ids}::integer[])
    ) as placed`.execute(t.db)
    await sql`analyze site_boundaries`.execute(t.db)
    const layer = await aLayer(t)
    // every fifth boundary meets a feature of its own
    await aVersion(t, layer, grid(SITES / 5, 5))
    await sql`analyze land_features`.execute(t.db)

    const reader = await t.as('fmb.approver')
    const list = async () => {
      const reply = await reader.get('/sites/datatable?length=50&search=Samahan')
      expect(reply.statusCode).toBe(200)
    }
    const paced = async (until: () => boolean): Promise<number[]> => {
      const times: number[] = []
      while (!until()) {
        times.push(await timed(list))
        await sleep(50)
      }
      return times
    }
    for (let n = 0; n < 60; n += 1) await list()
    let left = 60
    const before = await paced(() => left-- === 0)
    let isRunning = true
    const beside = paced(() => !isRunning)
    const took = await timed(async () => {
      expect(await screenWaiting(t.services)).toBe(true)
      isRunning = false
    })
    const during = await beside
    const rows = await t.db
      .selectFrom('land_screenings')
      .select(({ fn }) => [fn.countAll<number>().as('all')])
      .where('land_layer_id', '=', layer)
      .where('state', '=', 'done')
      .executeTakeFirstOrThrow()
    expect(Number(rows.all)).toBe(SITES)
    const found = await t.db.selectFrom('land_findings').select('id').execute()
    expect(found).toHaveLength(SITES / 5)
    console.log(
      `${SITES} boundaries against ${SITES / 5} features in ${(took / 1000).toFixed(1)} s; a list of them ${median(during).toFixed(0)} ms, before ${median(before).toFixed(0)} ms (medians of ${during.length} and ${before.length})`,
    )
    expect(median(during)).toBeLessThan(1.5 * median(before))
    // nothing left to do: a run reads what is stored
    const idle = await timed(() => screenWaiting(t.services))
    console.log(`A run without anything to compare: ${idle.toFixed(0)} ms`)
    expect(idle).toBeLessThan(took / 10)
  },
  600_000,
)

/** The most processor time that passes between two turns of others, as a share of all that this work takes. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const millisecondsSince = (before: NodeJS.CpuUsage) => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const start = process.cpuUsage()
  let isRunning = true
  const done = work().finally(() => {
    isRunning = false
  })
  let longest = 0
  while (isRunning) {
    const before = process.cpuUsage()
    await sleep(1)
    longest = Math.max(longest, millisecondsSince(before))
  }
  await done
  const all = millisecondsSince(start)
  console.log(`The longest turn took ${longest.toFixed(0)} of ${all.toFixed(0)} ms of processor time`)
  return longest / all
}

full.test(
  'a layer of 600 features off the coast is read in turns, of which none takes a sixth of its time',
  async () => {
    const admin = await t.as('fmb.admin')
    const land = Array.from({ length: 600 }, (_, n) => ({
      code: `Shoal ${n}`,
      lon: 126.2 + (n % 30) * STEP,
      lat: 15 + Math.floor(n / 30) * STEP,
      size: 0.006,
    }))
    const { id } = await addLayer(admin)
    const draft = await aDraft(admin, id, geoJsonOf(land), { covers: 'country' })
    expect(await longestTurn(() => readDraft(t.services, draft.id))).toBeLessThan(1 / 6)
    expect(await versionOf(admin, draft.id)).toMatchObject({
      state: 'read',
      feature_count: 600,
      far_count: 600,
    })
  },
  120_000,
)
