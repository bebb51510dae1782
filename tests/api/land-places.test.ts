import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FindingAction } from '../../shared/land/findings.schema.ts'
import type { PointKind, PointPlace } from '../../shared/review/points.schema.ts'
import { expectStoredCounts } from '../support/oracles/stored-counts.ts'
import { withServer } from '../support/product/app.ts'
import { aSite, squareOf } from '../support/records/factories.ts'
import { ABOUT_RECORD, aPoint, type PointCalls, pointCalls } from '../support/records/points.ts'
import { recordIds } from '../support/records/record-ids.ts'

/** Points of returns and notes about what was found on the land, and about instruments. */

const t = withServer()
let sites: PointCalls
beforeAll(async () => {
  sites = pointCalls(t, 'sites')
})
afterAll(() => expectStoredCounts(t))

/** later than everything before: two things of one test may happen in the same millisecond */
let moment = Date.now() + 60_000
const later = () => new Date((moment += 1000)).toISOString()

let layers = 0
async function aLayer(kind = 'ancestral_domain') {
  layers += 1
  const created_by = await t.userId('fmb.admin')
  const now = new Date().toISOString()
  const words = { purpose: 'For all.', effect: 'A consent.', legal_base: 'RA 8371', not_good_for: 'Lots' }
  const layer = await t.db
    .insertInto('land_layers')
    .values({ kind, name: `Domains ${layers}`, ...words, created_by, created_at: now, updated_at: now })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  const version = await t.db
    .insertInto('land_layer_versions')
    .values({
      land_layer_id: layer.id,
      number: 1,
      state: 'current',
      source: 'NCIP',
      licence: 'Open',
      source_date: '2026-03-01',
      attribution: 'NCIP',
      file_name: 'a.zip',
      created_by,
      created_at: now,
      imported_by: created_by,
      imported_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...layer, version: version.id }
}

async function aFinding(
  site_profile_id: number,
  layer: Awaited<ReturnType<typeof aLayer>>,
  name = 'Tagbanua of Coron',
) {
  const { id } = await t.db
    .insertInto('land_findings')
    .values({
      site_profile_id,
      land_layer_id: layer.id,
      land_layer_version_id: layer.version,
      feature_key: name,
      feature_code: 'CADT R04-017',
      feature_name: name,
      overlap_ha: '12.40',
      share: '0.03',
      geometry: JSON.stringify(squareOf()),
      since: new Date().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const aStep = async (land_finding_id: number, action: FindingAction, facts: object | null = null) =>
  t.db
    .insertInto('thread_steps')
    .values({
      kind: 'finding',
      thread_id: land_finding_id,
      action,
      round: 1,
      at: later(),
      text: action === 'Explained' ? 'Secret words' : null,
      user_id: await t.userId('laguna.encoder'),
      user_name: 'Ana Cruz',
      role_name: 'PENRO Encoder',
      facts: facts && JSON.stringify(facts),
    })
    .execute()

const anInstrument = async (site_profile_id: number, kind: string, recorded_at = new Date().toISOString()) =>
  t.db
    .insertInto('land_instruments')
    .values({
      site_profile_id,
      kind,
      number: '17-2026',
      issuer: 'NCIP',
      recorded_at,
      updated_at: recorded_at,
      recorded_by: await t.userId('laguna.encoder'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(({ id }) => id)

const finding = (land_finding_id: number): PointPlace => ({ about: 'finding', land_finding_id })
const instrument = (land_instrument_id: number): PointPlace => ({ about: 'instrument', land_instrument_id })
const changeOf = async (id: number, text: string) => (await sites.named(id, text)).change

/** A profile that PENRO returned with a point about a finding and one about an instrument. */
async function returned(asked: PointKind = 'explain') {
  const { id } = await aSite(t)
  const layer = await aLayer()
  const ids = { id, found: await aFinding(id, layer), paper: await anInstrument(id, 'cadt_calt'), layer }
  await sites.return('PENRO', id, {
    points: [
      aPoint(finding(ids.found), 'Who was asked?', asked),
      aPoint(instrument(ids.paper), 'The number is wrong.'),
      aPoint(ABOUT_RECORD, 'And the rest.'),
    ],
  })
  return ids
}

describe('a point about the land', () => {
  test('has the name of its finding or instrument', async () => {
    const { id, found, paper, layer } = await returned()
    expect((await sites.list(id)).map(({ place, label, state }) => [place, label, state])).toEqual([
      [finding(found), `${layer.name}: CADT R04-017, Tagbanua of Coron`, 'open'],
      [instrument(paper), 'CADT or CALT 17-2026', 'open'],
      [ABOUT_RECORD, 'The profile', 'open'],
    ])
  })

  test('is refused about another profile’s land, land that is gone and an instrument that is removed', async () => {
    const other = await returned()
    const { id } = await aSite(t)
    const gone = await aFinding(id, other.layer, 'Gone')
    await t.db
      .updateTable('land_findings')
      .set({ state: 'gone', geometry: null })
      .where('id', '=', gone)
      .execute()
    const removed = await anInstrument(id, 'ifma')
    await t.db
      .updateTable('land_instruments')
      .set({ removed_at: later(), removed_reason: 'Entered twice' })
      .where('id', '=', removed)
      .execute()
    const places = [
      finding(other.found),
      instrument(other.paper),
      finding(gone),
      instrument(removed),
      finding(99_999),
    ]
    const reply = await (await t.as('laguna.approver')).post(`/sites/returned/${id}`, {
      points: places.map((place) => aPoint(place, 'x')),
    })
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(reply.json().errors)).toEqual(places.map((_, index) => `points.${index}.place`))
    // and an activity has no land
    const missing = await (await t.as('laguna.approver')).post(`/sites/returned/${id}`, {
      points: [{ kind: 'add', text: 'x', place: { about: 'finding' } }],
    })
    expect(missing.statusCode).toBe(422)
  })

  test('is answered by an explanation, a request or an answer of a body, which are named without their words', async () => {
    const { id, found } = await returned()
    expect(await changeOf(id, 'Who was asked?')).toBe(null)
    await aStep(found, 'Accepted')
    expect(await changeOf(id, 'Who was asked?')).toBe(null)
    await aStep(found, 'Explained')
    expect(await changeOf(id, 'Who was asked?')).toEqual({ what: 'recorded', old: null, new: 'explained' })
    await aStep(found, 'Asked', { asked: 'NCIP', on: '2026-03-01' })
    expect((await changeOf(id, 'Who was asked?'))?.new).toBe('NCIP was asked')
    await aStep(found, 'Answered', { asked: 'NCIP', on: '2026-04-01', answer: 'no objection' })
    expect((await changeOf(id, 'Who was asked?'))?.new).toBe('NCIP answered: no objection')
    expect(await changeOf(id, 'The number is wrong.')).toBe(null)
    expect((await changeOf(id, 'And the rest.'))?.new).toMatch(/^1 change: Domains \d+: CADT R04-017/)
    await sites.submit(id)
    const [answered] = (await sites.list(id)).filter(({ text }) => text === 'Who was asked?')
    expect(answered).toMatchObject({
      state: 'answered',
      steps: [{ action: 'Sent' }, { change: { what: 'recorded' } }],
    })
    expect(JSON.stringify(answered)).not.toContain('Secret')
  })

  test('is answered by an instrument that is corrected or added, not by its confirmation or removal', async () => {
    const { id, paper, found } = await returned('add')
    const set = (changes: object) =>
      t.db.updateTable('land_instruments').set(changes).where('id', '=', paper).execute()
    const confirmed_at = later()
    await set({ confirmed_at, updated_at: confirmed_at })
    expect(await changeOf(id, 'The number is wrong.')).toBe(null)
    await set({ number: '18-2026', updated_at: later(), confirmed_at: null })
    expect(await changeOf(id, 'The number is wrong.')).toEqual({
      what: 'changed',
      old: null,
      new: 'CADT or CALT 18-2026',
    })
    await set({ removed_at: later(), removed_reason: 'Entered twice' })
    expect(await changeOf(id, 'The number is wrong.')).toBe(null)
    // a tenure paper says nothing of a consent
    await anInstrument(id, 'ifma', later())
    expect(await changeOf(id, 'Who was asked?')).toBe(null)
    // and a consent for other land nothing of this
    const consent = await anInstrument(id, 'certification_precondition', later())
    expect(await changeOf(id, 'Who was asked?')).toBe(null)
    await t.db
      .insertInto('land_instrument_findings')
      .values({ land_instrument_id: consent, land_finding_id: found, site_profile_id: id })
      .execute()
    expect(await changeOf(id, 'Who was asked?')).toEqual({
      what: 'added',
      old: null,
      new: 'Certification Precondition 17-2026',
    })
  })

  test('stays when its finding is gone, and is settled and asked again as any other', async () => {
    const { id, found } = await returned('correct')
    await aStep(found, 'Gone')
    await t.db
      .updateTable('land_findings')
      .set({ state: 'gone', geometry: null })
      .where('id', '=', found)
      .execute()
    expect((await changeOf(id, 'Who was asked?'))?.new).toBe('no longer on the land')
    await sites.submit(id)
    const { id: point } = await sites.named(id, 'Who was asked?')
    await sites.return('PENRO', id, { reopened: [{ id: point, text: 'Where did it go?' }] })
    // asked again, it is compared with the newer return
    await t.db
      .updateTable('review_steps')
      .set({ at: later() })
      .where('record_id', 'in', recordIds('site_profiles', id))
      .where('action', '=', 'Returned')
      .execute()
    expect((await sites.list(id)).find((one) => one.id === point)).toMatchObject({
      state: 'open',
      change: null,
    })
  })
})

describe('a note about the land', () => {
  test('is found by its place, and can be written once more when the place is gone', async () => {
    const { id, found, paper, layer } = await returned()
    const encoder = await t.as('laguna.encoder')
    const add = (place: PointPlace, text: string) => encoder.post(`/sites/${id}/notes`, { place, text })
    for (const place of [finding(found), instrument(paper)])
      expect((await add(place, 'Asked by telephone.')).statusCode).toBe(200)
    const label = `${layer.name}: CADT R04-017, Tagbanua of Coron`
    const { places } = (await encoder.get(`/sites/${id}/notes/places`)).json()
    expect(places).toEqual([
      { place: instrument(paper), label: 'CADT or CALT 17-2026', notes: 1 },
      { place: finding(found), label, notes: 1 },
    ])
    const { data } = (await encoder.get(`/sites/${id}/notes?place=finding:${found}`)).json()
    expect(data).toMatchObject([{ place: finding(found), label, text: 'Asked by telephone.' }])
    await t.db
      .updateTable('land_findings')
      .set({ state: 'gone', geometry: null })
      .where('id', '=', found)
      .execute()
    expect((await add(finding(found), 'It is gone.')).statusCode).toBe(200)
    expect((await add(finding(99_999), 'x')).statusCode).toBe(422)
  })
})
