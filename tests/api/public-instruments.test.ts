import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/product/app.ts'
import { anActivity, anApprovedSite } from '../support/records/activity-factories.ts'
import { publishNow } from '../support/records/audit-log.ts'
import { aFile, aSite, auditOf } from '../support/records/factories.ts'

/** What the public reads of instruments: kinds and years of confirmed ones, and nothing else in any byte. */

const webDir = path.resolve('dist/web')
const SECRETS = {
  number: 'CP-SECRET-017',
  issuer: 'Tagapaglabas ng Lihim',
  file: 'lihim-na-kasulatan.pdf',
  other_kind: 'Kasunduan ng Tagbanua ng Coron',
}
const DAYS = ['2024-02-10', '2019-03-04', '2021-05-06', '2023-07-08', '2034-02-09']

let t: TestApp
let site: number
let activity: number
beforeAll(async () => {
  if (!existsSync(webDir)) throw new Error('These tests need the built pages: npm run build.')
  t = await startApp({ webDir })
  site = await anApprovedSite(t)
  activity = (await anActivity(t, 'DONE', { site_profile_id: site })).id
}, 60_000)
afterAll(() => t.close())

const get = (url: string, headers: Record<string, string> = {}) =>
  t.app.inject({ method: 'GET', url, headers })
const shown = async () =>
  (await (await t.as(null)).get(`/sites/activities/dashboard/${activity}`)).json().data.instruments
const page = () => get(`/site/approved/${activity}`)

const record = async (changes: object) => {
  const reply = await (await t.as('laguna.encoder')).post(`/sites/${site}/instruments`, {
    number: SECRETS.number,
    issuer: SECRETS.issuer,
    ...changes,
  })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().instrument as { id: number; revision: number }
}
const confirm = async ({ id, revision }: { id: number; revision: number }) => {
  const reply = await (await t.as('fmb.approver')).post(`/sites/${site}/instruments/${id}/confirm`, {
    revision,
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().instrument as { id: number; revision: number }
}

test('only confirmed ones, by kind and year, and at once after each change', async () => {
  expect(await shown()).toEqual([])
  expect((await page()).body).not.toContain('Instruments for the land')
  const etag = (await page()).headers.etag
  const consent = await record({
    kind: 'certification_precondition',
    issued_on: '2024-02-10',
    asked_on: '2023-07-08',
    valid_until: '2034-02-09',
    file_id: await aFile(t, { name: SECRETS.file }),
  })
  expect(await shown()).toEqual([])
  expect((await get(`/site/approved/${activity}`, { 'if-none-match': String(etag) })).statusCode).toBe(304)

  const confirmed = await confirm(consent)
  expect(await shown()).toEqual([{ kind: 'Certification Precondition', year: 2024, expired: false }])
  const renewed = await get(`/site/approved/${activity}`, { 'if-none-match': String(etag) })
  expect(renewed.statusCode).toBe(200)
  expect(renewed.body).toContain('Certification Precondition, 2024')

  await confirm(await record({ kind: 'pamb_clearance', issued_on: '2019-03-04', valid_until: '2021-05-06' }))
  await confirm(await record({ kind: 'other', other_kind: SECRETS.other_kind, issued_on: '2021-05-06' }))
  // the same kind and year is said once
  await confirm(await record({ kind: 'pamb_clearance', issued_on: '2019-03-04', valid_until: '2021-05-06' }))
  expect((await page()).body).toContain(
    'Certification Precondition, 2024; PAMB clearance, 2019 (expired); Other instrument, 2021',
  )

  const encoder = await t.as('laguna.encoder')
  const corrected = await encoder.patch(`/sites/${site}/instruments/${confirmed.id}`, {
    kind: 'certification_precondition',
    issuer: SECRETS.issuer,
    number: SECRETS.number,
    issued_on: '2024-02-10',
    revision: confirmed.revision,
  })
  expect(corrected.statusCode, corrected.body).toBe(200)
  expect((await page()).body).not.toContain('Certification Precondition')
  await confirm(corrected.json().instrument)
  expect((await page()).body).toContain('Certification Precondition, 2024')
  const { statusCode } = await encoder.post(`/sites/${site}/instruments/${confirmed.id}/remove`, {
    reason: `${SECRETS.issuer} withdrew it.`,
  })
  expect(statusCode).toBe(204)
  expect((await page()).body).not.toContain('Certification Precondition')
})

test('no number, issuer, name of an office, file or day is in any public byte', async () => {
  await confirm(
    await record({
      kind: 'other',
      other_kind: SECRETS.other_kind,
      asked_on: '2019-03-04',
      issued_on: '2024-02-10',
      valid_until: '2034-02-09',
      file_id: await aFile(t, { name: SECRETS.file }),
    }),
  )
  await publishNow(t)
  const visitor = await t.as(null)
  const api = [
    '/sites/activities/dashboard/datatable?length=100',
    '/sites/activities/dashboard/sites.csv',
    '/sites/activities/dashboard/sites.geojson',
    '/sites/dashboard/count',
    `/sites/activities/dashboard/${activity}`,
    `/sites/activities/dashboard/${activity}/proof`,
    `/sites/dashboard/${site}/proof`,
  ]
  const pages = [
    '/site/approved',
    '/site/approved.csv',
    '/site/approved.geojson',
    `/site/approved/${activity}`,
    `/site/approved/${activity}/map.svg`,
    `/site/approved/${activity}/certificate`,
    '/how-to-check',
    '/log',
    '/data',
    '/data/cad-trust.json',
    '/data/cad-trust.csv',
    '/data/dcat.jsonld',
    '/feed.atom',
    '/how-records-went.csv',
  ]
  const replies = [
    ...(await Promise.all(api.map(visitor.get))),
    ...(await Promise.all(pages.map((url) => get(url)))),
  ]
  const read = replies.filter(({ statusCode }) => statusCode === 200)
  expect(read.length).toBeGreaterThanOrEqual(api.length + pages.length - 2)
  for (const { body } of read) {
    for (const secret of [...Object.values(SECRETS), ...DAYS]) expect(body).not.toContain(secret)
    expect(body).not.toMatch(/Feb 10, 2024|Mar 04, 2019|Tagbanua|lihim/i)
  }
})

test('a final approval confirms the instruments of the profile; its page is as the log says', async () => {
  const { id: profile } = await aSite(t, { site_status: 'Submitted', level: 'FMB', boundary: null })
  const reply = await (await t.as('laguna.encoder')).post(`/sites/${profile}/instruments`, {
    kind: 'sifma',
    issuer: 'DENR',
    issued_on: '2022-01-01',
  })
  expect(reply.statusCode, reply.body).toBe(201)
  const approved = await (await t.as('fmb.approver')).post(`/sites/approved/${profile}`)
  expect(approved.statusCode, approved.body).toBe(200)
  const { id } = await anActivity(t, 'DONE', { site_profile_id: profile })
  const { statusCode, body } = await get(`/site/approved/${id}`)
  expect(statusCode).toBe(200)
  expect(body).toContain('SIFMA, 2022')
  const noted = (await auditOf(t, profile)).filter(({ event }) => event === 'Decision Noted')
  expect(JSON.stringify(noted)).toContain('SIFMA, 2022')
})

test('what the log does not state is not shown: a confirmation past the product, and one that was taken away', async () => {
  const other = await anApprovedSite(t)
  const { id } = await anActivity(t, 'DONE', { site_profile_id: other })
  const reply = await (await t.as('laguna.encoder')).post(`/sites/${other}/instruments`, {
    kind: 'ifma',
    issuer: 'DENR',
    issued_on: '2020-01-01',
  })
  const { instrument } = reply.json()
  const set = (confirmed_at: string | null) =>
    t.db.updateTable('land_instruments').set({ confirmed_at }).where('id', '=', instrument.id).execute()
  const codeOf = async () => (await get(`/site/approved/${id}`)).statusCode
  expect(await codeOf()).toBe(200)
  await set('2031-01-01T00:00:00Z')
  expect(await codeOf()).toBe(409)
  await set(null)
  expect(await codeOf()).toBe(200)
  const confirmed = await (await t.as('fmb.approver')).post(
    `/sites/${other}/instruments/${instrument.id}/confirm`,
    { revision: 1 },
  )
  expect(confirmed.statusCode, confirmed.body).toBe(200)
  expect(await codeOf()).toBe(200)
  await set(null)
  expect(await codeOf()).toBe(409)
  await set(confirmed.json().instrument.confirmed_at)
  expect(await codeOf()).toBe(200)
})
