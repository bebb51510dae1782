import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { screenWaiting } from '../../server/land/screening.jobs.ts'
import type { Finding } from '../../shared/land/findings.schema.ts'
import type { WholeVersion } from '../../shared/land/layers.schema.ts'
import { type Caller, startApp, type TestApp } from '../support/product/app.ts'
import { aSite, squareOf } from '../support/records/factories.ts'
import { layerOf } from '../support/records/land.ts'
import { anImportedLayer, aReadDraft, geoJsonOf, layerLog } from '../support/records/layers.ts'

/** A wrong file becomes the current version, and is taken back: nothing that people have said of the land is lost. */

let t: TestApp
let admin: Caller
beforeAll(async () => {
  t = await startApp()
  admin = await t.as('fmb.admin')
})
afterAll(() => t.close())

const RIGHT = [
  { code: 'R04-017', name: 'Tagbanua', lon: 121.4, lat: 14.2, size: 0.02 },
  { code: 'R04-018', name: 'Dumagat', lon: 121.42, lat: 14.2, size: 0.02 },
]
/** the same codes, read in another zone of the grid */
const WRONG = RIGHT.map((one) => ({ ...one, lon: one.lon - 2 }))

const makeCurrent = async ({ id }: Pick<WholeVersion, 'id'>, answers: object = {}) => {
  const reply = await admin.post(`/land/versions/${id}/imported`, answers)
  expect(reply.statusCode, reply.body).toBe(200)
  await screenWaiting(t.services)
}

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

    const wrong = await aReadDraft(t, admin, layer.id, geoJsonOf(WRONG))
    await makeCurrent(wrong)
    expect(await layerOf(t, site.id, layer.id)).toMatchObject({ state: 'nothing', findings: [] })
    await makeCurrent(layer.current ?? { id: 0 })
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
    await makeCurrent(wrong)
    const corrected = RIGHT.map((one) => ({ ...one, code: `CADT-${one.code}` }))
    await makeCurrent(await aReadDraft(t, admin, layer.id, geoJsonOf(corrected)))
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
