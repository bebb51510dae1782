import { beforeAll, describe, expect, test } from 'vitest'
import { compareDraft } from '../../server/land/draft-sites.jobs.ts'
import { readDraft } from '../../server/land/layers.jobs.ts'
import { screenWaiting } from '../../server/land/screening.jobs.ts'
import type { Finding } from '../../shared/land/findings.schema.ts'
import type { VersionChanges, WholeVersion } from '../../shared/land/layers.schema.ts'
import { type Caller, withServer } from '../support/product/app.ts'
import { aSite, squareOf } from '../support/records/factories.ts'
import { layerOf } from '../support/records/land.ts'
import {
  aLayer,
  anImportedLayer,
  aReadDraft,
  geoJsonOf,
  layerLog,
  versionOf,
} from '../support/records/layers.ts'
import { full } from '../support/full.ts'

/** A wrong file becomes the current version, and is taken back: nothing that people have said of the land is lost. */

const t = withServer()
let admin: Caller
beforeAll(async () => {
  admin = await t.as('fmb.admin')
})

const LAGUNA = 19
const RIGHT = [
  { code: 'R04-017', name: 'Tagbanua', lon: 121.4, lat: 14.2, size: 0.02 },
  { code: 'R04-018', name: 'Dumagat', lon: 121.42, lat: 14.2, size: 0.02 },
]
/** read in another zone of the grid, with the wrong column as the code */
const WRONG = RIGHT.map((one, index) => ({ ...one, code: `${index + 1}`, lon: one.lon - 2 }))

const makeCurrent = async ({ id }: Pick<WholeVersion, 'id'>, answers: object = {}) => {
  const reply = await admin.post(`/land/versions/${id}/imported`, answers)
  expect(reply.statusCode, reply.body).toBe(200)
  await screenWaiting(t.services)
}

const changesOf = async ({ id }: Pick<WholeVersion, 'id'>): Promise<VersionChanges> =>
  (await admin.get(`/land/versions/${id}/changes`)).json().changes

describe('a version that is taken back', () => {
  test('[S-164] by the earlier version, or by the right bytes again, leaves every explanation and acceptance', async () => {
    const site = await aSite(t, { boundary: squareOf({ lon: 121.41, lat: 14.2, size: 0.02 }) })
    const layer = await anImportedLayer(t, admin, RIGHT)
    await screenWaiting(t.services)
    const found = await layerOf(t, site.id, layer.id)
    const [first, second] = found.findings as [Finding, Finding]
    const encoder = await t.as('laguna.encoder')
    const explained = await encoder.post(`/sites/${site.id}/findings/${first.id}/explain`, {
      text: 'The elders have agreed.',
    })
    expect(explained.statusCode, explained.body).toBe(200)
    const { findings } = await layerOf(t, site.id, layer.id)
    const approved = await (await t.as('laguna.approver')).post(`/sites/approved/${site.id}`, {
      accepted_findings: findings.map(({ id, since }) => ({ id, since })),
    })
    expect(approved.statusCode, approved.body).toBe(200)
    const said = async () =>
      (await layerOf(t, site.id, layer.id)).findings
        .map(({ id, state, accepted_levels, feature_code }) => ({ id, state, accepted_levels, feature_code }))
        .sort((a, b) => a.id - b.id)
    const before = await said()
    expect(before.map(({ id, accepted_levels }) => [id, accepted_levels])).toEqual(
      [first.id, second.id].sort((a, b) => a - b).map((id) => [id, ['PENRO']]),
    )

    // the next version covers what the one before did
    const wrong = await aReadDraft(t, admin, layer.id, geoJsonOf(WRONG))
    expect(wrong).toMatchObject({ covers: null, far_count: 2 })
    expect(wrong.far_km).toBeGreaterThan(50)
    expect((await changesOf(wrong)).sites).toBeNull()
    await compareDraft(t.services, wrong.id)
    const changes = await changesOf(wrong)
    expect(changes).toMatchObject({
      before: { number: 1, feature_count: 2 },
      counts: { gone: 2, changed: 0, new: 2, same: 0 },
      sites: { lose: 1, gain: 0, change: 0, failed: 0 },
    })
    expect(changes.sites?.listed).toEqual([
      {
        site_profile_id: site.id,
        code: site.code,
        name_of_partner: site.name_of_partner,
        gained: [],
        lost: expect.arrayContaining(['R04-017, Tagbanua', 'R04-018, Dumagat']),
        changed: [],
        reason: null,
      },
    ])
    expect(changes.features.map(({ change, code }) => [change, code])).toEqual([
      ['gone', expect.stringMatching(/^R04/)],
      ['gone', expect.stringMatching(/^R04/)],
      ['new', expect.any(String)],
      ['new', expect.any(String)],
    ])
    // each number is ticked as it is, or nothing is changed
    for (const answers of [{}, { gone: 2 }, { gone: 1, far: 2 }]) {
      const refused = await admin.post(`/land/versions/${wrong.id}/imported`, answers)
      expect(refused.statusCode).toBe(422)
      expect(Object.values(refused.json().errors).flat().join(' ')).toMatch(
        /(are gone|lie far).* Please tick/,
      )
    }
    expect(await said()).toEqual(before)
    await makeCurrent(wrong, { gone: 2, far: 2 })
    expect(await layerOf(t, site.id, layer.id)).toMatchObject({ state: 'nothing', findings: [] })
    await makeCurrent(layer.current ?? { id: 0 }, { gone: 2 })
    expect(await said()).toEqual(before)
    expect((await layerLog(t, layer.id)).at(-1)).toMatchObject({
      event: 'Layer Imported',
      changes: expect.arrayContaining([{ field: 'version', old: '2', new: '1' }]),
    })
    const { versions } = (await admin.get(`/land/layers/${layer.id}`)).json()
    expect(versions.map(({ number, state }: WholeVersion) => [number, state])).toEqual([
      [2, 'past'],
      [1, 'current'],
    ])

    // once more, with the right bytes as a new version, under corrected codes
    await makeCurrent(wrong, { gone: 2, far: 2 })
    const corrected = RIGHT.map((one) => ({ ...one, code: `CADT-${one.code}` }))
    await makeCurrent(await aReadDraft(t, admin, layer.id, geoJsonOf(corrected)), { gone: 2 })
    expect(await said()).toEqual(before.map((one) => ({ ...one, feature_code: `CADT-${one.feature_code}` })))
    const steps = (await layerOf(t, site.id, layer.id)).findings.find(({ id }) => id === first.id)?.steps
    expect(steps?.map(({ action }) => action)).toEqual([
      'Found',
      'Explained',
      'Accepted',
      'Gone',
      'Restored',
      'Gone',
      'Restored',
    ])
  })
})

full.describe('what a version covers', () => {
  test('[S-162] is chosen, or follows from its features, and is asked where these touch no place', async () => {
    const { id } = await aLayer(admin)
    const touched = await aReadDraft(t, admin, id, geoJsonOf(RIGHT))
    expect(touched).toMatchObject({
      covers_touched: true,
      covers: { regions: [], provinces: [{ id: LAGUNA, name: 'Laguna' }] },
      far_count: 0,
    })
    const answer = async (covers: unknown) => {
      const reply = await admin.post(`/land/versions/${touched.id}/answer`, { covers })
      if (reply.statusCode === 200) await readDraft(t.services, touched.id)
      return reply
    }
    for (const covers of ['everywhere', { regions: [], provinces: [] }, { regions: [99], provinces: [] }])
      expect((await answer(covers)).json().errors).toEqual({
        covers: ['Choose the regions or provinces that the version covers.'],
      })
    expect((await answer({ regions: [13], provinces: [] })).statusCode).toBe(200)
    const far = await versionOf(admin, touched.id)
    expect(far).toMatchObject({
      covers_touched: false,
      covers: { regions: [{ id: 13 }], provinces: [] },
      far_count: 2,
    })
    expect(far.far_km).toBeGreaterThan(500)
    await admin.post(`/land/versions/${touched.id}/discard`)

    const atSea = await aReadDraft(t, admin, id, geoJsonOf(WRONG))
    expect((await admin.post(`/land/versions/${atSea.id}/imported`, { far: 2 })).json().errors).toEqual({
      covers: ['Its features touch no province. Please say which regions or provinces the version covers.'],
    })
  })

  test('[S-162] leaves sites elsewhere "not covered" on page, list, label, file and in the counts of the layer', async () => {
    const { id } = await aLayer(admin, { kind: 'tenure' })
    const draft = await aReadDraft(t, admin, id, geoJsonOf(RIGHT), {
      covers: { regions: [13], provinces: [] },
    })
    await makeCurrent(draft, { far: 2 })
    const other = await aSite(t, { boundary: squareOf({ lon: 121.7, lat: 14.3, size: 0.01 }) })
    await screenWaiting(t.services)
    expect(await layerOf(t, other.id, id)).toMatchObject({
      state: 'not_covered',
      reason: 'It covers Region IX (Zamboanga Peninsula) alone.',
      checked_at: null,
    })
    const { marks } = (await admin.get(`/sites/${other.id}`)).json()
    expect(marks).toContain('No layer of land covers it: Tenure')
    const { layer } = (await admin.get(`/land/layers/${id}`)).json()
    expect(layer.not_covered).toBeGreaterThan(0)
    expect(layer.not_checked).toBe(0)
    const csv = (await admin.get('/land/export')).body
    expect(
      csv.split('\n').filter((line) => line.includes(other.code) && line.includes('Not covered')),
    ).toHaveLength(1)
  })
})
