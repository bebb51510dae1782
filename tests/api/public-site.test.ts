import { existsSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished } from 'vitest'
import cities from '../../db/seed/cities.json'
import { runVerification } from '../../server/integrity/integrity.actions.ts'
import { eraseRow } from '../../server/proofs/erase.actions.ts'
import { CONNECTIONS, startAppForTest, type TestApp } from '../support/product/app.ts'
import { anotherInstance } from '../support/product/instance.ts'
import { anActivity, anApprovedSite } from '../support/records/activity-factories.ts'
import { publishNow } from '../support/records/audit-log.ts'
import { aSite } from '../support/records/factories.ts'
import { statementsOf } from '../support/records/statements.ts'
import { full } from '../support/full.ts'

/** The page of a site is answered from memory: what was compared with the log, until something of the site changes. */

const { describe, test } = full
const webDir = path.resolve('dist/web')
beforeAll(() => {
  if (!existsSync(webDir)) throw new Error('These tests need the built pages: npm run build.')
})

/** what is asked of the database where the answer is stored: which transactions wrote the rows */
const STORED = ['read site_activities']

/** told once a second by a timer of the instance, whatever is called meanwhile */
const BY_TIMER = 'insert into public_call_counts'
const askedBy = async (work: () => Promise<unknown>) =>
  (await statementsOf(work)).filter((statement) => statement !== BY_TIMER)

async function start(): Promise<TestApp> {
  const t = await startAppForTest({ webDir, connections: CONNECTIONS })
  // no minute ends by itself
  t.setNow(new Date())
  for (const person of ['laguna.encoder', 'fmb.approver', 'fmb.super', 'fmb.admin']) await t.logLogin(person)
  return t
}

const callOf = (activity: number) => `/sites/activities/dashboard/${activity}`

/** What anybody reads of an activity: the reply of the call, and the words of the page. */
const readersOf = (t: TestApp, activity: number, prefix = '') => ({
  call: async () => (await (await t.as(null)).get(callOf(activity))).body,
  page: async () => {
    const { body } = await t.app.inject({ url: `${prefix}/site/approved/${activity}` })
    return body
      .slice(body.indexOf('<main'), body.indexOf('</main>'))
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
  },
  status: async () => (await t.app.inject({ url: `${prefix}/site/approved/${activity}` })).statusCode,
})

describe('the answer about a site', () => {
  test('is stored until a change of that site, of its office, its places or its instruments, and shows each at once on every instance', {
    timeout: 120_000,
  }, async () => {
    const t = await start()
    const there = await anotherInstance(t)
    const {
      id: site,
      city_id,
      office_id,
    } = await t.db
      .selectFrom('site_profiles')
      .select(['id', 'city_id', 'office_id'])
      .where('id', '=', (await aSite(t, { site_status: 'Approved' })).id)
      .executeTakeFirstOrThrow()
    const elsewhere = await anActivity(t, 'AT-FMB', { site_profile_id: await anApprovedSite(t, 'laguna') })
    const { id: activity } = await anActivity(t, 'DONE', { site_profile_id: site })
    const { id: newer } = await anActivity(t, 'AT-FMB', { site_profile_id: site })
    const { call, page, status } = readersOf(t, activity)
    const replaced = async () => JSON.parse(await call()).data.replaced?.id ?? null
    const instruments = async () => JSON.parse(await call()).data.instruments
    const isStored = async (what: string) => {
      await call()
      expect([what, await askedBy(call)]).toEqual([what, STORED])
    }

    await isStored('at first')
    await there.change('fmb.approver', `/sites/activities/approved/${elsewhere.id}`)
    expect(await askedBy(call)).toEqual(STORED)

    await there.change('fmb.approver', `/sites/activities/approved/${newer}`)
    expect(await replaced()).toBe(newer)
    await isStored('a newer approval')
    // an approved record is switched off by no call; records of older releases were
    const switched = async (
      event: 'Activated' | 'Deactivated',
      table: 'site_profiles' | 'site_activities',
      id: number,
    ) => {
      const auditable_type = table === 'site_profiles' ? 'Profiling of SITES' : 'SITES Activities'
      await t.db.insertInto('audit_logs').values({ auditable_type, auditable_id: id, event }).execute()
      const deactivated_at = event === 'Deactivated' ? new Date().toISOString() : null
      await t.db.updateTable(table).set({ status: event, deactivated_at }).where('id', '=', id).execute()
    }
    await switched('Deactivated', 'site_activities', newer)
    expect(await replaced()).toBeNull()
    await switched('Activated', 'site_activities', newer)
    expect(await replaced()).toBe(newer)
    await isStored('an activity that was switched off and on')
    await switched('Deactivated', 'site_profiles', site)
    expect(await status()).toBe(404)
    await switched('Activated', 'site_profiles', site)
    expect(await status()).toBe(200)
    await isStored('a profile that was switched off and on')

    const encoder = await t.as('laguna.encoder')
    const about = { kind: 'cbfma', issuer: 'DENR', issued_on: '2019-03-04', valid_until: '2019-03-05' }
    const { instrument } = (await encoder.post(`/sites/${site}/instruments`, about)).json()
    expect(await instruments()).toEqual([])
    const confirm = (revision: number) =>
      there.change('fmb.approver', `/sites/${site}/instruments/${instrument.id}/confirm`, { revision })
    await confirm(instrument.revision)
    expect(await instruments()).toMatchObject([{ year: 2019, expired: true }])
    await isStored('a confirmed instrument')
    const { revision } = (
      await encoder.patch(`/sites/${site}/instruments/${instrument.id}`, {
        ...about,
        issued_on: '2018-03-04',
        revision: instrument.revision + 1,
      })
    ).json().instrument
    expect(await instruments()).toEqual([])
    await confirm(revision)
    expect(await instruments()).toMatchObject([{ year: 2018 }])
    const removed = { reason: 'It is of another site.' }
    expect(
      (await encoder.post(`/sites/${site}/instruments/${instrument.id}/remove`, removed)).statusCode,
    ).toBe(204)
    expect(await instruments()).toEqual([])
    await isStored('a removed instrument')

    const admin = await t.as('fmb.admin')
    const isNamed = async (name: string, address: string) => {
      const reply = await admin.patch(`/offices/${office_id}`, { name, address })
      expect(reply.statusCode, reply.body).toBe(200)
      const words = await page()
      expect([words.includes(name), words.includes(address)]).toEqual([true, true])
    }
    await isNamed('PENRO Laguna', '1 Mabini St.')
    await isNamed('PENRO Laguna', '2 Mabini St.')
    await isStored('the address of the office')

    const city = cities.find((one) => one.id === city_id)
    if (!city) throw new Error('The site lies in no city of the product.')
    const { name } = city
    // files of one worker share these
    const rename = async (to: string) => {
      city.name = to
      await t.db.updateTable('cities').set({ name: to }).where('id', '=', city.id).execute()
    }
    onTestFinished(() => void (city.name = name))
    await rename('Bagong Lungsod')
    expect(await page()).toContain('Bagong Lungsod')
    await isStored('a place that a release renames')

    const withdraw = async (id: number) => {
      await there.change('fmb.approver', `/sites/activities/withdrawals/propose/${id}`, {
        reason: 'Not theirs.',
      })
      const { withdrawal } = JSON.parse(await there.read('fmb.super', `/sites/activities/${id}`))
      const withdrawal_id = withdrawal.id
      await there.change('fmb.super', `/sites/activities/withdrawals/confirm/${id}`, { withdrawal_id })
    }
    await withdraw(newer)
    expect(await replaced()).toBeNull()
    await isStored('a newer approval that was withdrawn')
    await withdraw(activity)
    expect([await status(), await page()]).toEqual([410, expect.stringContaining('Reason: Not theirs.')])
    // nothing but which rows there are, for the site and for its withdrawal
    expect(await askedBy(page)).toEqual([...STORED, ...STORED])
    const { rows } = await sql<{ id: string }>`
      select id from audit_logs where auditable_type = 'SITES Activities' and auditable_id = ${activity}
        and event in ('Withdrawal Proposed', 'Withdrawn (FMB)')`.execute(t.db)
    await publishNow(t)
    for (const row of rows) await eraseRow(t.services, Number(row.id), 'Asked for')
    expect(await page()).not.toContain('Not theirs.')
  })

  test('is in the words of each language as they are now, although it is stored', async () => {
    const t = await start()
    const { id } = await anActivity(t, 'DONE', { site_profile_id: await anApprovedSite(t) })
    const english = readersOf(t, id)
    const filipino = readersOf(t, id, '/fil')
    expect(await filipino.page()).not.toBe(await english.page())
    const sent = await askedBy(filipino.page)
    expect(sent.filter((one) => STORED.includes(one))).toHaveLength(1)
    expect(sent).not.toContain('read site_principles')
  })
})

describe('a row that somebody writes past the product, with triggers off', () => {
  const tamper = (t: TestApp, table: string, change: string) =>
    t.db.transaction().execute(async (db) => {
      await sql.raw(`alter table ${table} disable trigger user`).execute(db)
      await sql.raw(`update ${table} set ${change}`).execute(db)
      await sql.raw(`alter table ${table} enable trigger user`).execute(db)
    })

  test('is found at the next reading where the page shows it, and within a minute or by a verification where not', {
    timeout: 120_000,
  }, async () => {
    const t = await start()
    const there = await anotherInstance(t)
    const { id: site } = await aSite(t, { site_status: 'Approved' })
    const { id } = await anActivity(t, 'DONE', { site_profile_id: site })
    const { call, page, status } = readersOf(t, id)
    const theirs = async () =>
      (await there.app.inject({ url: `/api${callOf(id)}`, headers: { 'x-api-key': 'test-key' } })).statusCode
    const read = async () => [await status(), await theirs()]
    await publishNow(t)
    const proven = [await call(), await page()]
    const isProven = async () => (await call()) === proven[0] && (await page()) === proven[1]
    expect(await read()).toEqual([200, 200])

    const SHOWN = [
      [
        'site_profiles',
        "name_of_partner = name_of_partner || ' Inc.'",
        "name_of_partner = replace(name_of_partner, ' Inc.', '')",
      ],
      ['site_profiles', 'year_implemented = year_implemented - 1', 'year_implemented = year_implemented + 1'],
      ['site_activities', 'reporting_year = 2024', 'reporting_year = null'],
      [
        'approved_sites',
        "approved_at = approved_at - interval '1 year'",
        "approved_at = approved_at + interval '1 year'",
      ],
      ['site_boundaries', 'area_ha = area_ha + 1', 'area_ha = area_ha - 1'],
      ['offices', "address = 'Elsewhere'", 'address = null'],
      ['cities', "name = name || '!'", "name = replace(name, '!', '')"],
    ] as const
    for (const [table, forge, repair] of SHOWN) {
      await tamper(t, table, forge)
      expect([forge, ...(await read())]).toEqual([forge, 409, 409])
      await tamper(t, table, repair)
      expect([repair, ...(await read())]).toEqual([repair, 200, 200])
    }

    const COMPARED = [
      ['approved_site_history', "since = since - interval '3 days'", "since = since + interval '3 days'"],
      ['site_criteria_indicators', "title = title || '!'", "title = replace(title, '!', '')"],
      ['audit_logs', "role_name = role_name || '!'", "role_name = replace(role_name, '!', '')"],
    ] as const
    for (const [table, forge, repair] of COMPARED) {
      expect(await read()).toEqual([200, 200])
      await tamper(t, table, forge)
      // what was compared is shown, and nothing that was forged
      expect(await isProven()).toBe(true)
      expect([forge, ...(await t.inNextMinute(read))]).toEqual([forge, 409, 409])
      await tamper(t, table, repair)
      expect([repair, ...(await t.inNextMinute(read))]).toEqual([repair, 200, 200])
    }

    expect(await read()).toEqual([200, 200])
    await tamper(t, 'approved_site_history', COMPARED[0][1])
    expect(await read()).toEqual([200, 200])
    await runVerification(t.services, null)
    expect(await read()).toEqual([409, 409])
    await tamper(t, 'approved_site_history', COMPARED[0][2])
    expect(await read()).toEqual([200, 200])
    expect(await isProven()).toBe(true)
  })
})

const READERS = 50
const quantile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN

test('fifty readers right after an approval share one reading, and wait less than three times as long as one', {
  timeout: 120_000,
}, async () => {
  const t = await start()
  const site_profile_id = await anApprovedSite(t)
  const { id } = await anActivity(t, 'DONE', { site_profile_id })
  const anybody = await t.as(null)
  const approver = await t.as('fmb.approver')
  const afterAnApproval = async <T>(work: () => Promise<T>): Promise<T> => {
    const next = await anActivity(t, 'AT-FMB', { site_profile_id })
    expect((await approver.post(`/sites/activities/approved/${next.id}`)).statusCode).toBe(200)
    return work()
  }
  const timesOf = (readers: number) =>
    Promise.all(
      Array.from({ length: readers }, async () => {
        const begun = performance.now()
        expect((await anybody.get(callOf(id))).statusCode).toBe(200)
        return performance.now() - begun
      }),
    )
  await timesOf(READERS)
  const one = await afterAnApproval(() => askedBy(() => timesOf(1)))
  const fifty = await afterAnApproval(() => askedBy(() => timesOf(READERS)))
  // those who come while the first asks for the version ask together once more
  expect(fifty.toSorted()).toEqual([...one, ...STORED].toSorted())

  const alone: number[] = []
  const together: number[] = []
  for (let turn = 0; turn < 9; turn += 1) {
    alone.push(...(await afterAnApproval(() => timesOf(1))))
    together.push(quantile(await afterAnApproval(() => timesOf(READERS)), 0.95))
  }
  const ratio = quantile(together, 0.5) / quantile(alone, 0.5)
  console.log(`95 of 100 of ${READERS} readers within ${ratio.toFixed(2)} times of one`)
  expect(ratio).toBeLessThan(3)
})
