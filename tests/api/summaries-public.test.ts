import { generateKeyPairSync } from 'node:crypto'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { makeBackup } from '../../server/backup/backup.actions.ts'
import { restoreBackup } from '../../server/backup/restore.actions.ts'
import { verifyBackup } from '../../server/backup/verify.ts'
import { buildApp } from '../../server/app.ts'
import { connect } from '../../server/database/db.ts'
import { localFileStore } from '../../server/store/file-store-local.ts'
import { findPublished } from '../../server/summaries/published.queries.ts'
import { readFile } from '../../server/summaries/documents.queries.ts'
import { readEvidence } from '../../server/summaries/summary-records.queries.ts'
import { API_KEY, startAppForTest, type TestApp } from '../support/product/app.ts'
import { dropDatabase, onServer } from '../support/product/databases.ts'
import { foldersFor } from '../support/product/folders.ts'
import { aDraft, aRecord, published } from '../support/records/summaries.ts'
import { full } from '../support/full.ts'

vi.setConfig({ testTimeout: 60_000 })

const freshFolder = foldersFor('summaries')

type Told = Awaited<ReturnType<typeof aRecord>>
const choose = async (t: TestApp, id: number, told: Told) => {
  const reply = await (await t.as('fmb.admin')).post(`/summaries/${id}/statements`, {
    safeguard: 'c',
    site_activity_id: told.id,
    chosen: true,
    sites_criteria_indicator_id: told.sites_criteria_indicator_id,
  })
  expect(reply.statusCode, reply.body).toBe(200)
}
const write = async (t: TestApp, id: number, section: string, text: string) => {
  const reply = await (await t.as('fmb.admin')).post(`/summaries/${id}/texts`, {
    section,
    text,
    written_at: null,
  })
  expect(reply.statusCode, reply.body).toBe(200)
}

/** The published summary in every format, as bytes. */
async function formatsOf(
  { services }: Pick<TestApp, 'services'>,
  year: number,
): Promise<Record<string, Buffer>> {
  const found = await findPublished(services, year)
  if (!found) throw new Error(`Nothing is published of ${year}.`)
  const evidence = await text(Readable.from(readEvidence(services.db, found.id)))
  return {
    json: Buffer.from(found.text),
    csv: await readFile(services.db, found.id, 'csv'),
    docx: await readFile(services.db, found.id, 'docx'),
    'evidence.csv': Buffer.from(evidence),
  }
}

/** The texts in a file, unpacked if it is a zip file. */
function textsIn(bytes: Buffer): string {
  if (bytes.subarray(0, 2).toString() !== 'PK') return bytes.toString()
  return Object.entries(unzipSync(bytes))
    .map(([name, part]) => `${name}\n${strFromU8(part)}`)
    .join('\n')
}

test('no published byte tells of a person, of a comment, or of what was neither approved nor chosen', async () => {
  const t = await startAppForTest()
  await sql`update users set first_name = 'Markapangalan' || id, last_name = 'Markaapelyido'`.execute(t.db)
  const chosen = await aRecord(t, { what_happened: 'Hinirang na salaysay.', file: 'marka.pdf' })
  await aRecord(t, { what_happened: 'Marka hindi hinirang.', file: 'marka-hindi.pdf' })
  const unapproved = await aRecord(t, {
    what_happened: 'Marka hindi aprubado.',
    file: 'marka-bago.pdf',
    state: 'AT-FMB',
  })
  await aRecord(t, { what_happened: 'Marka ibang taon.', reporting_year: 2022 })
  const comment = await (await t.as('fmb.approver')).post(`/sites/activities/returned/${unapproved.id}`, {
    returned_reason_3: 'Marka puna.',
  })
  expect(comment.statusCode, comment.body).toBe(200)
  const { id } = await aDraft(t, { title: 'Buod ng impormasyon' })
  await write(t, id, 'addressed_c', 'Sinulat ng kawanihan.')
  await choose(t, id, chosen)
  const { crosswalk } = (await (await t.as('fmb.admin')).get('/crosswalk')).json()
  await (await t.as('fmb.super')).post('/crosswalk', {
    ...crosswalk,
    lines: crosswalk.lines.map((line: object) => ({ ...line, why: 'Marka dahilan.' })),
  })
  await published(t, id)
  await (await t.as('fmb.super')).post(`/summaries/${id}/withdraw`, { reason: 'Marka bawi.' })
  await (await t.as('fmb.super')).post(`/summaries/${id}/publish`)
  // a newer record of the site is published only as a number
  await aRecord(t, { what_happened: 'Marka kasunod.', site_profile_id: chosen.site_profile_id })

  const draft = await aDraft(t, { year: 2027, title: 'Marka balangkas' })
  await write(t, draft.id, 'addressed_a', 'Marka teksto ng balangkas.')

  const visitor = await t.as(null)
  const seen: Record<string, string> = {}
  for (const [format, bytes] of Object.entries(await formatsOf(t, 2026))) seen[format] = textsIn(bytes)
  for (const url of ['/summaries/published', '/summaries/published/2026'])
    seen[url] = (await visitor.get(url)).body
  for (const [where, told] of Object.entries(seen)) {
    expect([where, /marka[^ "<,]*( [^ "<,]+)?/i.exec(told)?.[0] ?? null]).toEqual([where, null])
    expect([where, /[\w.]+@bureau\.example/.exec(told)?.[0] ?? null]).toEqual([where, null])
    // no ids of records and people are published
    expect([
      where,
      /"(site_activity_id|site_profile_id|\w+_by|email|user_id)"/.exec(told)?.[0] ?? null,
    ]).toEqual([where, null])
  }
  for (const where of ['json', 'docx', '/summaries/published/2026'])
    for (const told of ['Hinirang na salaysay.', 'Sinulat ng kawanihan.', 'Buod ng impormasyon'])
      expect([where, told, seen[where]?.includes(told)]).toEqual([where, told, true])
  expect(JSON.parse(seen['/summaries/published/2026'] ?? '').data.since).toEqual({ records: 2, changed: 1 })
})

full.test(
  'the same bytes, asked twice, after all that can change, and after a backup was restored',
  async () => {
    const t = await startAppForTest()
    const told = await aRecord(t, { what_happened: 'Consent was given.', file: 'minutes.pdf' })
    await aRecord(t, { what_happened: 'Trees were planted.', office: 'zds', principle: 8 })
    const { id } = await aDraft(t)
    await write(t, id, 'national_circumstances', 'There are {{sites}} sites.\n\nÁ, ñ and 🌳 are letters.')
    await choose(t, id, told)
    const { sha256 } = await published(t, id)

    const admin = await t.as('fmb.admin')
    const asked = async () =>
      Object.fromEntries(
        await Promise.all(
          ['json', 'csv', 'docx', 'evidence.csv'].map(async (format) => {
            const reply = await admin.get(`/summaries/${id}/files/${format}`)
            expect(reply.statusCode, reply.body).toBe(200)
            return [format, reply.rawPayload] as const
          }),
        ),
      )
    const before = await asked()
    expect(await asked()).toEqual(before)
    expect(await formatsOf(t, 2026)).toEqual(before)
    const visible = async (app = t.app) => {
      const reply = await app.inject({
        url: '/api/summaries/published/2026',
        headers: { 'x-api-key': API_KEY },
      })
      const { since, ...rest } = reply.json().data
      return { rest, since }
    }
    const shownBefore = await visible()
    expect(shownBefore.rest.sha256).toBe(sha256)

    // approvals, names, criteria, crosswalk, a deactivated record, the next summary, and a year later
    await aRecord(t, { what_happened: 'Again.', site_profile_id: told.site_profile_id })
    await sql`update users set first_name = 'Renamed'`.execute(t.db)
    await sql`update regions set name = name || ' renamed'`.execute(t.db)
    const [principle] = (await admin.get('/sites/principles')).json().sitePrinciples
    const saved = await admin.post('/sites/principles', {
      principle_number: 1,
      batch_number: principle.batch_number,
      criteria: [
        { order: 1, title: 'New criteria', criteria_indicator: [{ order: 1, title: 'New indicator' }] },
      ],
    })
    expect(saved.statusCode, saved.body).toBe(200)
    const { crosswalk } = (await admin.get('/crosswalk')).json()
    await admin.post('/crosswalk', {
      version: crosswalk.version,
      lines: crosswalk.lines.map((line: object) => ({ ...line, why: 'Another.' })),
    })
    await aDraft(t, { year: 2028 })
    await sql`update site_activities set status = 'Deactivated', deactivated_at = now() where id = ${told.id}`.execute(
      t.db,
    )
    expect(await asked()).toEqual(before)
    t.setNow(new Date('2027-11-23T10:00:00Z'))
    expect(await formatsOf(t, 2026)).toEqual(before)
    const shownAfter = await visible()
    expect(shownAfter.rest).toEqual(shownBefore.rest)
    expect([shownBefore.since.changed, shownAfter.since.changed]).toEqual([0, 1])

    const restored = await restoredFrom(t)
    expect(await formatsOf(restored, 2026)).toEqual(before)
    expect(await visible(restored.app)).toEqual(shownAfter)
  },
)

/** A product on a new database, filled from a backup of this one. */
async function restoredFrom(t: TestApp) {
  const file = path.join(freshFolder(), 'backup.tar')
  const { now } = t.services
  await makeBackup({ ...t.services, key: generateKeyPairSync('ed25519').privateKey }, file)

  const database = `restored_${process.pid}_${Date.now().toString(36)}`
  await onServer(`create database ${database}`)
  const own = connect({ ...inject('server'), database }, () => undefined)
  onTestFinished(async () => {
    await own.close()
    await dropDatabase(database)
  })
  const files = localFileStore(freshFolder())
  const handle = await open(file)
  const backup = await verifyBackup(handle, { trusted: new Set() })
  await restoreBackup({ db: own.kysely, files, now }, handle, backup, { replace: false })
  await handle.close()

  const services = { ...t.services, db: own.kysely, readDb: own.kysely, files }
  const app = await buildApp(services, { webDir: null })
  await app.ready()
  onTestFinished(() => app.close())
  return { services, app }
}
