import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { dumpDemoBureau, dumpOf } from '../../scripts/release/demo-dump.ts'
import { readReleased } from '../../scripts/release/released-migrations.ts'
import { compareReleases, MIGRATIONS } from '../../server/database/migrations.ts'
import { connect } from '../../server/database/db.ts'
import { parseKey } from '../../server/public-log/note.ts'
import { checkProof } from '../../server/public-log/proof-check.ts'
import { DEMO_PASSWORD, demoEmail } from '../../server/seed/demo-people.ts'
import { expectClaims } from '../support/oracles/claims.ts'
import { full } from '../support/full.ts'
import { publishNow } from '../support/records/audit-log.ts'
import { API_KEY, startApp, type TestApp } from '../support/product/app.ts'
import { dropDatabase, emptyDatabase } from '../support/product/databases.ts'
import { upgraded } from '../support/product/released-database.ts'

vi.setConfig({ testTimeout: 200_000 })

const FOLDER = 'tests/fixtures/releases'
/** most that a release may add to the repository */
const MAX_BYTES = 1_500_000

async function signedIn(t: TestApp, name: string) {
  const reply = await t.app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { 'x-api-key': API_KEY },
    payload: { email: demoEmail(name), password: DEMO_PASSWORD },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  const headers = { 'x-api-key': API_KEY, authorization: `Bearer ${reply.json().token}` }
  return async (url: string) => {
    const answer = await t.app.inject({ url, headers })
    expect([url, answer.statusCode]).toEqual([url, 200])
    return answer
  }
}

/** Starts the product on the demo bureau of another version, and asks of it what people ask every day. */
async function askBureau(name: string): Promise<void> {
  const t = await startApp({ on: name })
  onTestFinished(() => t.close())
  const get = await signedIn(t, 'laguna.encoder')
  for (const list of [
    '/sites/datatable',
    '/sites/activities/datatable',
    '/sites/activities/dashboard/datatable',
  ]) {
    const { data, totalCount } = (await get(`/api${list}?length=25`)).json()
    expect([list, data.length > 0, totalCount >= data.length]).toEqual([list, true, true])
  }
  const [record] = (await get('/api/sites/datatable?length=25&search=Approved')).json().data
  expect((await get(`/api/sites/${record.id}`)).json().siteProfile).toMatchObject({ code: record.code })
  for (const part of ['points', 'changes']) await get(`/api/sites/${record.id}/${part}`)

  await publishNow(t)
  const { body: key } = await t.app.inject({ url: '/log/key' })
  const [site] = await t.db.selectFrom('approved_sites').select('site_profile_id as id').limit(1).execute()
  const proof = (await get(`/api/sites/dashboard/${site?.id}/proof`)).body
  expect(checkProof(proof, parseKey(key) ?? expect.fail('There is no key.'))).toMatchObject({ ok: true })
  await expectClaims(t)
}

// none before the first release
const RELEASES = existsSync(FOLDER) ? readdirSync(FOLDER) : []
for (const version of RELEASES)
  full.test(`the database of version ${version} is brought up to date, and works`, async () => {
    const file = dumpOf('.', version)
    expect(statSync(file).size).toBeLessThan(MAX_BYTES)
    const { name, made_by, had, warnings } = await upgraded(file)
    const released = Object.entries(readReleased('.')).flatMap(([release, sums]) =>
      compareReleases(release, version) <= 0 ? Object.keys(sums) : [],
    )
    expect({ made_by, had, warnings }).toEqual({ made_by: version, had: released, warnings: [] })
    await askBureau(name)
  })

full.test('every release has kept a database, and nothing else has', () => {
  expect(RELEASES.toSorted(compareReleases)).toEqual(Object.keys(readReleased('.')))
})

full.test(
  'a database that a release keeps today is small, is brought up to date by a later migration, and works',
  async () => {
    const root = mkdtempSync(path.join(os.tmpdir(), 'safeguards-release-'))
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    const file = dumpOf(root, '99.1.0')
    const made = await emptyDatabase()
    const database = connect(made.connection, () => undefined)
    try {
      await dumpDemoBureau(database, file, '99.1.0')
    } finally {
      await database.close()
    }
    await dropDatabase(made.name)
    expect(statSync(file).size).toBeLessThan(MAX_BYTES)

    const later = {
      ...MIGRATIONS,
      '9998_of_tomorrow': `
      alter table users add column name_of_tomorrow text;
      update users set name_of_tomorrow = left(first_name, 3);
      alter table site_profiles add constraint site_profiles_code_check check (code like 'SITES-%') not valid`,
    }
    const { name, made_by, had, warnings } = await upgraded(file, later)
    expect({ made_by, had, warnings }).toEqual({
      made_by: '99.1.0',
      had: Object.keys(MIGRATIONS),
      warnings: [],
    })
    await askBureau(name)
  },
)
