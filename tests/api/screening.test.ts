import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { screenForAWhile, screenWaiting } from '../../server/land/screening.jobs.ts'
import { demoEmail } from '../../server/seed/demo-people.ts'
import type { BoundaryGeometry, Position, Ring } from '../../shared/boundary/boundary.schema.ts'
import { EMPTY } from '../../shared/boundary/overlap.ts'
import { bboxOf } from '../../shared/boundary/shape.ts'
import { replayed } from '../../shared/land/finding-steps.ts'
import type { FormLayerResult } from '../../shared/land/form-findings.ts'
import type { LandReport } from '../../shared/land/findings.schema.ts'
import { comparerOf } from '../../shared/land/meet.ts'
import { withServer } from '../support/product/app.ts'
import { aKml, aSite, kmlText, pdfBytes, type Square, squareOf } from '../support/records/factories.ts'
import { aRow, checkedImport, findingsIn, tableOf, zipOf } from '../support/records/imports.ts'
import { zoneHectares } from '../support/records/boundary-fixtures.ts'
import { deliveredMails } from '../support/records/mails.ts'
import { aLayer, aVersion, type FeatureWanted, landOf, layerOf, stepsIn } from '../support/records/land.ts'
import { type SiteCalls, siteCalls } from '../support/records/site-calls.ts'
import { storeWarnings } from '../support/records/stored-warnings.ts'
import { FULL, SEED, full } from '../support/full.ts'

const t = withServer()
let calls: SiteCalls
beforeAll(async () => {
  calls = siteCalls(t)
})

const compareAll = () => screenWaiting(t.services)

/** each test has land of its own, so that it meets only its own layers */
let places = 0
function newPlace(): { lon: number; lat: number } {
  places += 1
  return { lon: 120.2 + (places % 20) * 0.1, lat: 14.6 + Math.floor(places / 20) * 0.1 }
}

const at = ({ lon, lat }: { lon: number; lat: number }, east: number, north = 0, size = 0.01): Square => ({
  lon: lon + east,
  lat: lat + north,
  size,
})

/** A profile saved by its office with this square. */
const saved = async (square: Square) =>
  calls.created({ map_kml_id: await aKml(await t.as('laguna.encoder'), kmlText(square)) })

/** Returns a profile to its office, which draws it anew. */
async function redrawn(id: number, square: Square) {
  const { site_status } = await calls.rowOf(id)
  if (site_status !== 'Returned') expect((await calls.return('PENRO', id)).statusCode).toBe(200)
  const encoder = await t.as('laguna.encoder')
  const reply = await encoder.patch(`/sites/${id}`, { map_kml_id: await aKml(encoder, kmlText(square)) })
  expect(reply.statusCode, reply.body).toBe(200)
}

/** Every level has accepted what is found on a profile. */
const acceptAll = (site_profile_id: number) =>
  sql`with accepted as (
    update land_findings set state = 'accepted', accepted_levels = array['PENRO', 'Region', 'FMB']
    where site_profile_id = ${site_profile_id} and state <> 'gone' returning id
  )
  insert into thread_steps (kind, thread_id, action, round, level, at)
  select 'finding', id, 'Accepted', 1, unnest(array['PENRO', 'Region', 'FMB']), now() from accepted`.execute(
    t.db,
  )

async function withdraw(layer_id: number) {
  await t.db
    .updateTable('land_layers')
    .set({ withdrawn_at: new Date().toISOString(), withdrawn_reason: 'Replaced' })
    .where('id', '=', layer_id)
    .execute()
  await storeWarnings(t)
}

const actionsOf = async (site: number, layer: number) =>
  (await stepsIn(t, site, layer)).map((one) => [
    one.feature_key,
    one.state,
    one.steps.map(({ action }) => action),
  ])

/** A line that crosses itself so often that no comparison is made. */
function scribble({ lon, lat }: { lon: number; lat: number }): BoundaryGeometry {
  const ring: Ring = Array.from(
    { length: 2_500 },
    (_, n): Position => [lon + ((n * 7_919) % 1_000) / 50_000, lat + ((n * 104_729) % 997) / 50_000],
  )
  return { type: 'MultiPolygon', coordinates: [[[...ring, ring[0] as Position]]] }
}

describe('on the form', () => {
  test('an encoder reads what the boundary takes in, in hectares and percent, before saving', async () => {
    const place = newPlace()
    const layer = await aLayer(t, { name: 'Ancestral domains, form' })
    const empty = await aLayer(t, { name: 'Protected areas, form', kind: 'protected_area' })
    await aVersion(t, layer, [
      { code: 'CADT R04-017', name: 'Tagbanua', geometry: squareOf(at(place, 0.0075)) },
      { name: 'Far away', geometry: squareOf(at(place, 0.05)) },
    ])
    await aVersion(t, empty, [{ name: 'Far away', geometry: squareOf(at(place, 0.05)) }])
    const encoder = await t.as('laguna.encoder')
    const reply = await encoder.post('/sites/boundary', {
      map_kml_id: await aKml(encoder, kmlText(at(place, 0))),
    })
    expect(reply.statusCode, reply.body).toBe(200)
    const land = reply.json().land as FormLayerResult[]
    const { findings, ...found } = land.find(({ layer_id }) => layer_id === layer) as FormLayerResult
    expect(found).toMatchObject({
      kind: 'ancestral_domain',
      name: 'Ancestral domains, form',
      state: 'found',
      reason: null,
      according_to: 'NCIP, Mar 01, 2026',
    })
    expect(findings).toHaveLength(1)
    const whole = zoneHectares(place.lon + 0.0075, place.lat, place.lon + 0.01, place.lat + 0.01)
    expect(findings[0]).toMatchObject({ feature_code: 'CADT R04-017', feature_name: 'Tagbanua' })
    expect(findings[0]?.overlap_ha).toBeCloseTo(whole, 0)
    expect(findings[0]?.share).toBeCloseTo(0.25, 3)
    expect(land.find(({ layer_id }) => layer_id === empty)).toMatchObject({ state: 'nothing', findings: [] })
    // what the map of the form draws: the land in both, and the features around alone
    expect(bboxOf(findings[0]?.drawing ?? EMPTY)[0]).toBeCloseTo(place.lon + 0.0075, 4)
    const { features, complete } = reply.json().land_around as {
      features: { name: string }[]
      complete: boolean
    }
    expect([features.map(({ name }) => name), complete]).toEqual([['Tagbanua'], true])
    // nothing is stored for a form
    expect(await t.db.selectFrom('land_findings').select('id').execute()).toEqual([])
    await Promise.all([layer, empty].map(withdraw))
  })

  test('a layer that cannot be compared is "failed" with one sentence, and does not stop the form', async () => {
    const place = newPlace()
    const layer = await aLayer(t)
    await aVersion(t, layer, [{ name: 'Tangled', geometry: scribble(place) }])
    const encoder = await t.as('laguna.encoder')
    const reply = await encoder.post('/sites/boundary', {
      map_kml_id: await aKml(encoder, kmlText(at(place, 0))),
    })
    expect(reply.statusCode).toBe(200)
    const [land] = (reply.json().land as FormLayerResult[]).filter(({ layer_id }) => layer_id === layer)
    expect(land).toMatchObject({ state: 'failed', findings: [] })
    expect(land?.reason).toMatch(/^[A-Z][^.]*\.$/)
    await withdraw(layer)
  })
})

describe('a profile that is saved', () => {
  test('is compared in the save, and its page says so without any background work', async () => {
    const place = newPlace()
    const [domains, areas] = [await aLayer(t), await aLayer(t, { kind: 'protected_area' })]
    const outlines = await aLayer(t, { kind: 'municipal_boundary' })
    const halves = [0.005, -0.005].map((east, index) => ({
      code: `CADT ${index}`,
      name: 'Tagbanua',
      geometry: squareOf(at(place, east)),
    }))
    await aVersion(t, domains, halves)
    await aVersion(t, areas, [])
    await aVersion(t, outlines, [{ name: 'Pangil', geometry: squareOf(at(place, -0.05, -0.05, 0.1)) }])
    const { id } = await saved(at(place, 0))
    const { layers, consent } = await landOf(t, id)
    expect(consent).toBe('missing')
    expect(layers.map(({ layer_id, state }) => [layer_id, state])).toEqual([
      [domains, 'found'],
      [areas, 'nothing'],
    ])
    const [first, second] = layers[0]?.findings ?? []
    expect([first?.feature_code, second?.feature_code].toSorted()).toEqual(['CADT 0', 'CADT 1'])
    expect(first).toMatchObject({ state: 'found', accepted_levels: [], requests: [], layer_id: domains })
    expect(first?.steps).toMatchObject([
      {
        action: 'Found',
        round: 1,
        level: null,
        by: null,
        role: null,
        text: null,
        file: null,
        facts: { overlap_ha: first?.overlap_ha, share: first?.share, according_to: 'NCIP, Mar 01, 2026' },
      },
    ])
    expect(first?.since).toBe(first?.steps[0]?.at)
    await Promise.all([domains, areas, outlines].map(withdraw))
  })

  test('with a new map: changed, gone and found again, each a step; what was said of it ends', async () => {
    const place = newPlace()
    const layer = await aLayer(t)
    await aVersion(t, layer, [
      { code: 'West', geometry: squareOf(at(place, -0.005)) },
      { code: 'East', geometry: squareOf(at(place, 0.009)) },
    ])
    const { id } = await saved(at(place, 0))
    await sql`update land_findings set state = 'accepted', accepted_levels = array['PENRO']
      where site_profile_id = ${id}`.execute(t.db)
    const before = await layerOf(t, id, layer)
    expect(before.state).toBe('accepted')
    // the same boundary sent again: nothing that was reviewed has changed
    await redrawn(id, at(place, 0))
    expect(await layerOf(t, id, layer)).toMatchObject({ state: 'accepted', findings: before.findings })
    await redrawn(id, at(place, 0.003))
    expect(await actionsOf(id, layer)).toEqual([
      ['East', 'found', ['Found', 'Changed']],
      ['West', 'found', ['Found', 'Changed']],
    ])
    const changed = await layerOf(t, id, layer)
    for (const finding of changed.findings) {
      expect(finding).toMatchObject({ state: 'found', accepted_levels: [] })
      expect(finding.since > (before.findings.find((one) => one.id === finding.id)?.since ?? '')).toBe(true)
    }
    await redrawn(id, at(place, 0.007))
    expect(await actionsOf(id, layer)).toMatchObject([
      ['East', 'found', ['Found', 'Changed', 'Changed']],
      ['West', 'gone', ['Found', 'Changed', 'Gone']],
    ])
    await redrawn(id, at(place, 0.003))
    expect((await actionsOf(id, layer))[1]).toEqual([
      'West',
      'found',
      ['Found', 'Changed', 'Gone', 'Restored'],
    ])
    await redrawn(id, at(place, 0.03))
    expect(await layerOf(t, id, layer)).toMatchObject({ state: 'nothing', findings: [] })
    await withdraw(layer)
  })

  test('whose other fields change is not compared again', async () => {
    const place = newPlace()
    const layer = await aLayer(t)
    await aVersion(t, layer, [{ code: 'A', geometry: squareOf(at(place, 0.005)) }])
    const { id } = await saved(at(place, 0))
    const before = await layerOf(t, id, layer)
    await calls.return('PENRO', id)
    const reply = await (await t.as('laguna.encoder')).patch(`/sites/${id}`, {
      name_of_partner: 'Samahan ng Ilog',
    })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await layerOf(t, id, layer)).toEqual(before)
    await withdraw(layer)
  })
})

describe('a new version', () => {
  test('is not checked until the background has compared it; then findings are carried by their key', async () => {
    const place = newPlace()
    const layer = await aLayer(t)
    const [same, grown, left] = [at(place, 0.008), at(place, 0, 0.008), at(place, -0.008)]
    await aVersion(t, layer, [
      { code: 'same', name: 'Old name', geometry: squareOf(same) },
      { code: 'grown', geometry: squareOf(grown) },
      { code: 'left out', geometry: squareOf(left) },
    ])
    const { id } = await saved(at(place, 0))
    await sql`update land_findings set state = 'explained' where site_profile_id = ${id}`.execute(t.db)
    const before = await layerOf(t, id, layer)
    const version = await aVersion(
      t,
      layer,
      [
        { code: 'new', geometry: squareOf(at(place, 0, -0.008)) },
        { code: 'same', name: 'New name', geometry: squareOf(same) },
        { code: 'grown', geometry: squareOf(at(place, 0, 0.006)) },
      ],
      { source: 'NCIP 2027', source_date: '2027-01-15' },
    )
    expect(await layerOf(t, id, layer)).toMatchObject({
      state: 'not_checked',
      according_to: 'NCIP 2027, Jan 15, 2027',
      checked_at: null,
      // of the comparison before, until there is a new one
      findings: before.findings,
    })
    expect((await landOf(t, id)).consent).toBe('missing')
    await compareAll()
    expect(await actionsOf(id, layer)).toEqual([
      ['grown', 'found', ['Found', 'Changed']],
      ['left out', 'gone', ['Found', 'Gone']],
      ['new', 'found', ['Found']],
      ['same', 'explained', ['Found']],
    ])
    const after = await layerOf(t, id, layer)
    expect(after).toMatchObject({ state: 'found', reason: null })
    const carried = after.findings.find(({ feature_code }) => feature_code === 'same')
    expect(carried).toMatchObject({ feature_name: 'New name', state: 'explained' })
    const earlier = before.findings.find(({ feature_code }) => feature_code === 'same')
    expect([carried?.id, carried?.since]).toEqual([earlier?.id, earlier?.since])
    const { rows } = await sql`select distinct land_layer_version_id as version from land_findings
      where site_profile_id = ${id}`.execute(t.db)
    expect(rows).toEqual([{ version }])
    // a second run has nothing to do
    await compareAll()
    expect(await layerOf(t, id, layer)).toEqual(after)
    await withdraw(layer)
  })

  test('of a layer is compared with all boundaries: with findings and without, of deactivated profiles too', async () => {
    const place = newPlace()
    const [inside, outside] = [
      await aSite(t, { boundary: squareOf(at(place, 0)) }),
      await aSite(t, { boundary: squareOf(at(place, 0.05)) }),
    ]
    const gone = await aSite(t, { boundary: squareOf(at(place, 0.002)), deactivated_by: 'fmb.admin' })
    const without = await aSite(t, { boundary: null })
    const layer = await aLayer(t)
    await aVersion(t, layer, [{ code: 'A', geometry: squareOf(at(place, 0.005)) }])
    await compareAll()
    expect(await layerOf(t, inside.id, layer)).toMatchObject({
      state: 'found',
      findings: [{ feature_code: 'A' }],
    })
    expect(await layerOf(t, outside.id, layer)).toMatchObject({ state: 'nothing', reason: null })
    expect(await layerOf(t, without.id, layer)).toMatchObject({ state: 'not_checked', findings: [] })
    expect((await layerOf(t, without.id, layer)).reason).toContain('no boundary')
    const land = await landOf(t, gone.id, 'fmb.super')
    expect(land.layers.find(({ layer_id }) => layer_id === layer)).toMatchObject({ state: 'found' })
    await withdraw(layer)
  })

  test('of a withdrawn layer is compared with nothing, and its findings are no longer in the report', async () => {
    const place = newPlace()
    const layer = await aLayer(t)
    await aVersion(t, layer, [{ code: 'A', geometry: squareOf(at(place, 0.005)) }])
    const { id } = await saved(at(place, 0))
    await withdraw(layer)
    expect((await landOf(t, id)).layers.filter(({ layer_id }) => layer_id === layer)).toEqual([])
    await redrawn(id, at(place, 0.05))
    await compareAll()
    // what happened stays
    expect(await actionsOf(id, layer)).toEqual([['A', 'found', ['Found']]])
  })
})

describe('a comparison that fails', () => {
  const screeningOf = (id: number, layer: number) =>
    t.db
      .selectFrom('land_screenings')
      .select(['state', 'tries', 'next_try_at', 'reason'])
      .where('site_profile_id', '=', id)
      .where('land_layer_id', '=', layer)
      .executeTakeFirstOrThrow()

  test('is stored with its reason, is never "nothing", and is tried again with growing pauses', async () => {
    const place = newPlace()
    const layer = await aLayer(t)
    await aVersion(t, layer, [{ name: 'Tangled', geometry: scribble(place) }])
    const { id } = await saved(at(place, 0))
    const failed = await layerOf(t, id, layer)
    expect(failed).toMatchObject({ state: 'failed', findings: [] })
    expect(failed.reason).toMatch(/^[A-Z].*\.$/)
    const compareAt = (time: Date) => screenWaiting({ ...t.services, now: () => time })
    let now = new Date(failed.checked_at ?? '')
    const pauses: number[] = []
    for (let tries = 1; tries <= 7; tries += 1) {
      const stored = await screeningOf(id, layer)
      expect(stored).toMatchObject({ state: 'failed', tries })
      const next = new Date(stored.next_try_at ?? '')
      pauses.push((next.getTime() - now.getTime()) / 60_000)
      await compareAt(new Date(next.getTime() - 1))
      expect((await screeningOf(id, layer)).tries).toBe(tries)
      now = next
      await compareAt(now)
    }
    expect(pauses).toEqual([10, 40, 160, 640, 2_560, 10_080, 10_080])
    // once the layer is drawn better, the next comparison ends it
    await aVersion(t, layer, [{ name: 'Tangled', geometry: squareOf(at(place, 0.005)) }])
    await compareAll()
    expect(await screeningOf(id, layer)).toMatchObject({
      state: 'done',
      tries: 0,
      next_try_at: null,
      reason: null,
    })
    expect((await layerOf(t, id, layer)).state).toBe('found')
    await withdraw(layer)
  })

  test('leaves the findings of the comparison before as they are', async () => {
    const place = newPlace()
    const layer = await aLayer(t)
    await aVersion(t, layer, [{ name: 'A', geometry: squareOf(at(place, 0.005)) }])
    const { id } = await saved(at(place, 0))
    const { findings } = await layerOf(t, id, layer)
    await aVersion(t, layer, [{ name: 'A', geometry: scribble(place) }])
    await compareAll()
    expect(await layerOf(t, id, layer)).toMatchObject({ state: 'failed', findings })
    await withdraw(layer)
  })

  test('because too many features lie around says so', async () => {
    const place = newPlace()
    const layer = await aLayer(t)
    const features = Array.from({ length: 1_001 }, (_, n) => ({
      geometry: squareOf(at(place, (n % 32) * 0.0003, Math.floor(n / 32) * 0.0003, 0.0002)),
    }))
    await aVersion(t, layer, features)
    const { id } = await saved(at(place, 0))
    const { state, reason } = await layerOf(t, id, layer)
    expect([state, reason]).toEqual(['failed', expect.stringContaining('1,000 features')])
    await withdraw(layer)
  })
})

full.test(
  '[S-163] an import, and an earlier version made current again, mails each office once, and less land leaves what was accepted',
  async () => {
    const place = newPlace()
    const layer = await aLayer(t, { name: 'Domains, mailed' })
    const domains = (east: number, ...more: FeatureWanted[]) => [
      { code: 'one', geometry: squareOf(at(place, east)) },
      { code: 'two', geometry: squareOf(at(place, 0, 0.007)) },
      ...more,
    ]
    const elsewhere = at(place, 0.05)
    const first = await saved(at(place, 0))
    const second = await saved(at(place, 0))
    const mails = async () =>
      (await deliveredMails(t)).filter(({ subject }) => subject === 'Land to explain: Domains, mailed')
    const earlier = await aVersion(t, layer, domains(0.005, { code: 'three', geometry: squareOf(elsewhere) }))
    await compareAll()
    await compareAll()
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.to?.map(({ address }) => address)).toEqual([demoEmail('laguna.encoder')])
    expect(mail?.text).toMatch(/was found, according to NCIP, Mar 01, 2026: 2\./)
    const accepted = { state: 'accepted', accepted_levels: ['PENRO', 'Region', 'FMB'] }
    for (const { id } of [first, second]) await acceptAll(id)
    const before = (await layerOf(t, first.id, layer)).findings.find(
      ({ feature_code }) => feature_code === 'one',
    )
    await aVersion(t, layer, domains(0.008))
    await compareAll()
    const less = (await layerOf(t, first.id, layer)).findings.find(
      ({ feature_code }) => feature_code === 'one',
    )
    expect(less).toMatchObject(accepted)
    expect(less?.steps.at(-1)?.action).toBe('Changed')
    expect(less && before && less.since > before.since).toBe(true)
    expect(await mails(), 'nothing is to be explained').toHaveLength(1)
    await aVersion(t, layer, domains(0.002))
    await compareAll()
    const more = (await layerOf(t, first.id, layer)).findings.find(
      ({ feature_code }) => feature_code === 'one',
    )
    expect(more).toMatchObject({ state: 'found', accepted_levels: [] })
    expect(await mails()).toHaveLength(2)

    // the version from before is current again: what it finds on a profile that came meanwhile is mailed once
    await saved(elsewhere)
    const admin = await t.as('fmb.admin')
    const again = await admin.post(`/land/versions/${earlier}/imported`, {})
    expect(again.statusCode, again.body).toBe(200)
    await compareAll()
    await compareAll()
    const [, , third, ...later] = await mails()
    expect(later).toEqual([])
    expect(third?.text).toMatch(/was found, according to NCIP, Mar 01, 2026: 1\./)
    await withdraw(layer)
  },
)

test('at most 200 findings of a profile are listed, the largest, and the layer says how many are not', async () => {
  const place = newPlace()
  const [layer, other] = [await aLayer(t), await aLayer(t, { kind: 'tenure' })]
  const side = (n: number) => 0.0004 + n * 0.000_000_5
  const features = Array.from({ length: 230 }, (_, n) => ({
    code: `Lot ${n}`,
    geometry: squareOf(at(place, (n % 16) * 0.0006, Math.floor(n / 16) * 0.0006, side(n))),
  }))
  await aVersion(t, layer, features)
  const { id } = await saved(at(place, 0))
  const { findings, state, reason } = await layerOf(t, id, layer)
  expect([findings.length, state]).toEqual([200, 'found'])
  expect(reason).toContain('30 smaller ones')
  const listed = new Set(findings.map(({ feature_code }) => feature_code))
  expect([listed.has('Lot 229'), listed.has('Lot 0')]).toEqual([true, false])
  // there is no room for another layer's, which is not "nothing"
  await aVersion(t, other, [{ code: 'CBFMA', geometry: squareOf(at(place, 0.005)) }])
  await compareAll()
  expect(await layerOf(t, id, other)).toMatchObject({ state: 'failed', findings: [] })
  await withdraw(layer)
  await withdraw(other)
})

full.test(
  'the person of another office, and one who is not signed in, read neither findings nor map',
  async () => {
    const place = newPlace()
    const layer = await aLayer(t)
    await aVersion(t, layer, [{ code: 'A', geometry: squareOf(at(place, 0.005)) }])
    const { id } = await saved(at(place, 0))
    for (const who of [
      'laguna.encoder',
      'laguna.approver',
      'r4a.approver',
      'fmb.approver',
      'fmb.auditor',
      'quezon.encoder',
      'quezon.approver',
      'r9.approver',
      null,
    ]) {
      const caller = await t.as(who)
      const page = (await caller.get(`/sites/${id}`)).statusCode
      for (const call of ['land', 'land/map'])
        expect((await caller.get(`/sites/${id}/${call}`)).statusCode, `${who} ${call}`).toBe(page)
    }
    expect((await (await t.as('fmb.super')).get('/sites/99999999/land')).statusCode).toBe(404)
    expect((await (await t.as('fmb.super')).get('/sites/abc/land/map')).statusCode).toBe(404)
    await withdraw(layer)
  },
)

describe('the map', () => {
  type LandMap = { features: { name: string }[]; shared: { finding_id: number }[]; complete: boolean }
  const mapOf = async (id: number): Promise<LandMap> =>
    (await (await t.as('laguna.encoder')).get(`/sites/${id}/land/map`)).json()

  test('has the features around, drawn, and the land in both; far ones and withdrawn layers are not on it', async () => {
    const place = newPlace()
    const layer = await aLayer(t)
    await aVersion(t, layer, [
      { name: 'meets', geometry: squareOf(at(place, 0.005)) },
      { name: 'beside', geometry: squareOf(at(place, 0.015)) },
      { name: 'far', geometry: squareOf(at(place, 0.05)) },
    ])
    const { id } = await saved(at(place, 0))
    const map = await mapOf(id)
    expect(map.features.map(({ name }) => name)).toEqual(['meets', 'beside'])
    expect(map.complete).toBe(true)
    const [finding] = (await layerOf(t, id, layer)).findings
    expect(map.shared.map(({ finding_id }) => finding_id)).toEqual([finding?.id])
    await withdraw(layer)
    expect(await mapOf(id)).toEqual({ features: [], shared: [], complete: true })
  })

  test('has at most 200 features, the nearest, and says that there are more', async () => {
    const place = newPlace()
    const layer = await aLayer(t)
    const features = Array.from({ length: 220 }, (_, n) => ({
      name: `Lot ${n}`,
      geometry: squareOf(at(place, 0.011 + n * 0.000_03, 0, 0.000_02)),
    }))
    await aVersion(t, layer, features)
    const { id } = await saved(at(place, 0))
    const map = await mapOf(id)
    expect([map.features.length, map.complete]).toEqual([200, false])
    expect(map.features[0]?.name).toBe('Lot 0')
    await withdraw(layer)
  })
})

test('a view of a profile reads what is stored: no shape is compared, whatever the shapes are', async () => {
  const place = newPlace()
  const layer = await aLayer(t)
  await aVersion(t, layer, [{ code: 'A', geometry: squareOf(at(place, 0.005)) }])
  const { id } = await saved(at(place, 0))
  const read = async () => {
    const encoder = await t.as('laguna.encoder')
    return [await landOf(t, id), (await encoder.get(`/sites/${id}/land/map`)).json()]
  }
  const before = await read()
  const nonsense = JSON.stringify({ type: 'MultiPolygon', coordinates: [[[[0, 0]]]] })
  await sql`update land_features set geometry = ${nonsense}::jsonb`.execute(t.db)
  await sql`update site_boundaries set geometry = ${nonsense}::jsonb where site_profile_id = ${id}`.execute(
    t.db,
  )
  expect(await read()).toEqual(before)
  await withdraw(layer)
})

test('lists that are filtered by warnings are read anew when a comparison changes', async () => {
  const version = async () => {
    const { version } = await t.db.selectFrom('finding_changes').select('version').executeTakeFirstOrThrow()
    return Number(version)
  }
  const place = newPlace()
  const site = await aSite(t, { boundary: squareOf(at(place, 0)) })
  const layer = await aLayer(t)
  const before = await version()
  await aVersion(t, layer, [{ code: 'A', geometry: squareOf(at(place, 0.005)) }])
  const imported = await version()
  expect(imported).toBeGreaterThan(before)
  await compareAll()
  const compared = await version()
  expect(compared).toBeGreaterThan(imported)
  await withdraw(layer)
  expect(await version()).toBeGreaterThan(compared)
  expect((await landOf(t, site.id)).layers.some(({ layer_id }) => layer_id === layer)).toBe(false)
})

test('a dry run says of each row what the page will say', async () => {
  const place = newPlace()
  const [domains, tangled] = [
    await aLayer(t, { name: 'Domains of the dry run' }),
    await aLayer(t, { name: 'Tangled', kind: 'tenure' }),
  ]
  await aVersion(t, domains, [{ code: 'CADT 9', geometry: squareOf(at(place, 0.005)) }])
  await aVersion(t, tangled, [{ name: 'Tangled', geometry: scribble(place) }])
  const row = aRow()
  const zip = zipOf({
    [String(row['Agreement file'])]: pdfBytes('land'),
    [String(row['Boundary file'])]: kmlText(at(place, 0, 0, 0.009_17)),
  })
  const { id } = await checkedImport(t, { table: tableOf([row]), zip })
  const sentences = (await findingsIn(t, id)).map(({ field, kind, sentence }) => [field, kind, sentence])
  expect(sentences).toContainEqual([
    'map_kml_id',
    'warning',
    expect.stringMatching(
      /^Domains of the dry run: \d+\.\d\d ha \(45 %\) lie in CADT 9, according to NCIP, Mar 01, 2026\.$/,
    ),
  ])
  expect(sentences).toContainEqual([
    'map_kml_id',
    'warning',
    expect.stringMatching(/^Tangled: check failed\. .*\.$/),
  ])
  await Promise.all([domains, tangled].map(withdraw))
})

describe('the background', () => {
  test('stops when it is told to, and continues where it was', async () => {
    const place = newPlace()
    const sites: number[] = []
    const count = FULL ? 30 : 10
    for (let n = 0; n < count; n += 1)
      sites.push((await aSite(t, { boundary: squareOf(at(place, n * 0.0001)) })).id)
    const layer = await aLayer(t)
    await aVersion(t, layer, [{ code: 'A', geometry: squareOf(at(place, 0.005)) }])
    const countFound = async () => {
      const rows = await t.db
        .selectFrom('land_findings')
        .select('id')
        .where('land_layer_id', '=', layer)
        .execute()
      return rows.length
    }
    expect(await screenWaiting(t.services, { signal: AbortSignal.abort() })).toBe(false)
    expect(await countFound()).toBe(0)
    // not even time for a whole page
    expect(await screenWaiting(t.services, { most_ms: 1 })).toBe(false)
    expect(await countFound()).toBeLessThan(count)
    await screenForAWhile(t.services)
    expect(await countFound()).toBe(count)
    for (const id of sites) expect((await layerOf(t, id, layer)).findings).toHaveLength(1)
    await withdraw(layer)
  })

  test('and a save at the same moment write one truth, and each step once', async () => {
    const place = newPlace()
    const layer = await aLayer(t)
    const feature = { code: 'A', geometry: squareOf(at(place, 0.005)) }
    await aVersion(t, layer, [feature])
    const { id } = await saved(at(place, 0))
    for (let round = 0; round < (FULL ? 10 : 2); round += 1) {
      await aVersion(t, layer, [feature])
      const square = at(place, round % 2 === 0 ? 0.03 : 0)
      await Promise.all([redrawn(id, square), compareAll(), compareAll()])
      await compareAll()
      const { state, findings } = await layerOf(t, id, layer)
      expect([state, findings.length]).toEqual(round % 2 === 0 ? ['nothing', 0] : ['found', 1])
      const [one] = await stepsIn(t, id, layer)
      const actions = one?.steps.map(({ action }) => action) ?? []
      const expected = Array.from({ length: round + 2 }, (_, n) =>
        n % 2 === 1 ? 'Gone' : n === 0 ? 'Found' : 'Restored',
      )
      expect(actions).toEqual(expected)
    }
    await withdraw(layer)
  })
})

/** A change of the land: another map of the site, or another version of the layer with these features. */
const MOVE = fc.oneof(
  fc.record({ map: fc.integer({ min: 0, max: 12 }) }),
  fc.record({
    version: fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { maxLength: 5 }),
    shift: fc.integer({ min: 0, max: 4 }),
  }),
)

test('after any sequence of maps and versions the findings are those of a fresh comparison, and follow from their steps', async () => {
  const runs = FULL ? 12 : 1
  await fc.assert(
    fc.asyncProperty(fc.array(MOVE, { minLength: 1, maxLength: 8 }), async (moves) => {
      const place = newPlace()
      const layer = await aLayer(t)
      const featureOf = (key: number, shift: number) => ({
        code: `F${key}`,
        geometry: squareOf(at(place, key * 0.004 + shift * 0.0005, 0.002, 0.0035)),
      })
      let features = [featureOf(0, 0), featureOf(2, 0)]
      let square = at(place, 0)
      await aVersion(t, layer, features)
      const { id } = await saved(square)
      for (const move of moves) {
        if ('map' in move) {
          square = at(place, move.map * 0.0015)
          await redrawn(id, square)
        } else {
          features = move.version.map((key) => featureOf(key, move.shift))
          await aVersion(t, layer, features)
          await compareAll()
        }
        const fresh = comparerOf(squareOf(square))(
          features.map(({ geometry }, index) => ({ id: index, geometry })),
        )
        const expected = fresh.ok
          ? fresh.shared.map((one) => [features[one.id]?.code, one.overlap_ha, one.share])
          : null
        const { state, findings } = await layerOf(t, id, layer)
        const byCode = (a: unknown[], b: unknown[]) => String(a[0]).localeCompare(String(b[0]))
        const listed = findings.map((one) => [one.feature_code, one.overlap_ha, one.share])
        expect(listed.toSorted(byCode)).toEqual(expected?.toSorted(byCode))
        expect(state).toBe(findings.length > 0 ? 'found' : 'nothing')
        for (const { steps, state: stored, accepted_levels } of await stepsIn(t, id, layer))
          expect(replayed(steps)).toEqual({ state: stored, accepted_levels })
      }
      await withdraw(layer)
    }),
    { numRuns: runs, seed: SEED },
  )
}, 180_000)

test('two identical reports of one profile are equal to the byte, whatever is compared in between', async () => {
  const place = newPlace()
  const layer = await aLayer(t)
  await aVersion(t, layer, [{ code: 'A', geometry: squareOf(at(place, 0.005)) }])
  const { id } = await saved(at(place, 0))
  const before: LandReport = await landOf(t, id)
  await compareAll()
  expect(await landOf(t, id)).toEqual(before)
  await withdraw(layer)
})
