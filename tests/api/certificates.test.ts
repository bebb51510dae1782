import { existsSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import cities from '../../db/seed/cities.json'
import { buildApp } from '../../server/app.ts'
import { connect } from '../../server/database/db.ts'
import { parseKey } from '../../server/public-log/note.ts'
import { checkProof } from '../../server/public-log/proof-check.ts'
import { parseProof } from '../../server/public-log/proof-file.ts'
import { codeFrom, groupedCode } from '../../shared/certificates/code.ts'
import { aRecord } from '../support/records/summaries.ts'
import { anActivity, anApprovedSite } from '../support/records/activity-factories.ts'
import { startApp, startAppForTest, type TestApp } from '../support/product/app.ts'
import { addLine, publishNow } from '../support/records/audit-log.ts'
import { full } from '../support/full.ts'

const webDir = path.resolve('dist/web')
const MISTYPED = 'Please check the code: at least one of its 16 letters and digits is missing or wrong.'
const UNKNOWN = 'This code does not belong to any certificate of this register.'
/** a valid code that was never assigned */
const NEVER_GIVEN = codeFrom(Array.from({ length: 15 }, (_, at) => at))

const textOf = (html: string) =>
  html
    .slice(html.indexOf('<main'))
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

const SETTINGS = { BUREAU_NAME: 'Kawanihan ng Gubat', PUBLIC_URL: 'https://sis.bureau.example' }

let t: TestApp
beforeAll(async () => {
  if (!existsSync(webDir)) throw new Error('These tests need the built pages: npm run build.')
  t = await startApp({ webDir, settings: SETTINGS })
}, 60_000)
afterAll(() => t.close())

const get = (url: string, app = t.app) => app.inject({ method: 'GET', url })
const pathOf = (id: number) => `/site/approved/${id}/certificate`

/** An approved activity of a new approved site, or of this one. */
async function anApproval(site_profile_id?: number, on = t) {
  const site = site_profile_id ?? (await anApprovedSite(on))
  return { site, id: (await anActivity(on, 'DONE', { site_profile_id: site })).id }
}

/** The code on the certificate of an activity, without dashes. */
async function codeOn(id: number, app = t.app): Promise<string> {
  const reply = await get(pathOf(id), app)
  expect(reply.statusCode, reply.body).toBe(200)
  const [, code = ''] = /Code: <\/span>([0-9A-Z-]{19})</.exec(reply.body) ?? []
  return code.replaceAll('-', '')
}

async function checked(code: string, app = t.app): Promise<[number, string]> {
  const reply = await get(`/c/${code}`, app)
  return [reply.statusCode, textOf(reply.body)]
}

const rowsOf = async (id: number) => {
  const { rows } = await sql<{ code: string }>`
    select code from certificates where site_activity_id = ${id} order by issued_at`.execute(t.db)
  return rows.map(({ code }) => code)
}

/** Deactivates an approved record, which no call does, with the row of the log that such a call would write. */
const deactivate = (table: 'site_activities' | 'site_profiles', id: number) =>
  sql`
    with logged as (
      insert into audit_logs (auditable_type, auditable_id, event)
      values (${table === 'site_activities' ? 'SITES Activities' : 'Profiling of SITES'}, ${id}, 'Deactivated')
    )
    update ${sql.table(table)} set status = 'Deactivated', deactivated_at = '2031-05-06T02:00:00Z',
      deactivate_reason = 'Marka dahilan', deactivated_by = created_by where id = ${id}`.execute(t.db)

describe('a certificate', () => {
  test('says what was approved and when, with a code, and no script takes it over', async () => {
    const { site: profile, id } = await anApproval()
    const { code: sites_code } = await t.db
      .selectFrom('site_profiles')
      .select('code')
      .where('id', '=', profile)
      .executeTakeFirstOrThrow()
    const reply = await get(pathOf(id))
    const words = textOf(reply.body)
    const code = groupedCode(await codeOn(id))
    for (const told of [
      'Certificate of approval',
      'The Kawanihan ng Gubat certifies that',
      '1. Legal compliance Somewhat Compliant',
      '8. Protection of threatened species and ecosystem services Not Compliant',
      sites_code,
      code,
      'sis.bureau.example/c',
    ])
      expect(words).toContain(told)
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(reply.body).not.toContain('page-data')
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    const site = await get(`/site/approved/${id}`)
    expect(site.body).toContain(`href="${pathOf(id)}"`)
  })

  full.test('has the same code each time, for two at once and at every instance', async () => {
    const { id } = await anApproval()
    const { host, port, user, password, database } = t.database.pool.options
    const own = connect(
      { host, port, user, password, database } as Parameters<typeof connect>[0],
      () => undefined,
    )
    const other = await buildApp({ ...t.services, db: own.kysely, readDb: own.kysely }, { webDir })
    onTestFinished(async () => {
      await other.close()
      await own.close()
    })
    const codes = await Promise.all(
      Array.from({ length: 12 }, (_, at) => codeOn(id, at % 2 === 0 ? t.app : other)),
    )
    expect(new Set([...codes, await codeOn(id)]).size).toBe(1)
    expect(await rowsOf(id)).toEqual([codes[0]])
    expect((await checked(codes[0] ?? '', other))[1]).toContain('Valid and unchanged')
  })

  test('is there for what the public list shows, and for nothing else', async () => {
    const site = await anApprovedSite(t)
    const waiting = await anActivity(t, 'AT-FMB', { site_profile_id: site })
    const off = await anApproval()
    await deactivate('site_activities', off.id)
    const offSite = await anApproval()
    await deactivate('site_profiles', offSite.site)
    for (const id of [waiting.id, off.id, offSite.id, 2_000_000, 0, '99999999999', 'abc', '%00']) {
      const reply = await get(`/site/approved/${id}/certificate`)
      expect([id, reply.statusCode]).toEqual([id, 404])
      expect(textOf(reply.body)).toContain('There is no certificate here')
      expect((await get(`/log/approval/activity_${id}.tlog-proof`)).statusCode).toBe(404)
    }
    expect(await rowsOf(waiting.id)).toEqual([])
    // the page of an activity in review does not reveal its site
    const approved = await anApproval()
    const next = await anActivity(t, 'AT-FMB', { site_profile_id: approved.site })
    expect((await get(pathOf(next.id))).body).not.toContain(pathOf(approved.id))
  })

  test('stays in the database as it was given out', async () => {
    const { id } = await anApproval()
    const code = await codeOn(id)
    for (const change of [
      sql`update certificates set content = '{}' where code = ${code}`,
      sql`update certificates set code = ${NEVER_GIVEN} where code = ${code}`,
      sql`delete from certificates where code = ${code}`,
      sql`truncate certificates`,
    ])
      await expect(change.execute(t.db)).rejects.toThrow('never changed or removed')
  })
})

describe('the page of a code', () => {
  test('says that nothing has changed, however the code is typed', async () => {
    const { id } = await anApproval()
    const code = await codeOn(id)
    const grouped = groupedCode(code)
    const alike = grouped.replaceAll('0', 'o').replaceAll('1', 'L').toLowerCase()
    for (const typed of [code, grouped, alike, grouped.replaceAll('-', ' ')]) {
      const [status, words] = await checked(encodeURIComponent(typed))
      expect([status, typed]).toEqual([200, typed])
      expect(words).toContain('Valid and unchanged')
      expect(words).toContain(`Certificate ${grouped} was issued by the Kawanihan ng Gubat on`)
      expect(words).toContain('1. Legal compliance Somewhat Compliant')
      const form = await get(`/c?code=${encodeURIComponent(typed)}`)
      expect([form.statusCode, form.headers.location]).toEqual([302, `/c/${code}`])
    }
  })

  test('after a newer approval tells the grades then and now, and the older certificate leads to the newer', async () => {
    const { site, id } = await anApproval()
    const code = await codeOn(id)
    const newer = await aRecord(t, { what_happened: 'Consent was given.', site_profile_id: site })
    const [status, words] = await checked(code)
    expect(status).toBe(200)
    expect(words).toContain('Changed since it was printed')
    expect(words).toMatch(/The printed approval of \w+ \d\d, \d{4} was replaced by a newer one on/)
    expect(words).toContain(
      '3. Indigenous and local community rights Not Compliant Somewhat Compliant (changed)',
    )
    expect(words).toContain('2. Transparent governance Not Compliant Not Compliant')
    // the paper names the reporting year of its grades, and the page that of the newer ones
    expect(words).toContain('Reporting year Not stated 2025 (changed)')
    expect(words.match(/\(changed\)/g)).toHaveLength(3)
    const older = await get(pathOf(id))
    expect(older.statusCode).toBe(404)
    expect(older.body).toContain(`href="${pathOf(newer.id)}"`)
    expect(await rowsOf(newer.id)).toEqual([])
    expect((await checked(await codeOn(newer.id)))[1]).toContain('Valid and unchanged')
    expect((await get(pathOf(newer.id))).body).toContain('Compliance to Safeguards, reporting year 2025')
  })

  full.test('tells of a name that is another one now; the next print has a code of its own', async () => {
    const { site, id } = await anApproval()
    const code = await codeOn(id)
    const city = sql`(select city_id from site_profiles where id = ${site})`
    const { rows } = await sql<{ id: number; name: string }>`
      select id, name from cities where id = ${city}`.execute(t.db)
    // a release renames a place in its own files and in the table
    const shipped = cities.find(({ id: one }) => one === rows[0]?.id)
    const rename = async (name: string) => {
      if (shipped) shipped.name = name
      await sql`update cities set name = ${name} where id = ${city}`.execute(t.db)
    }
    await rename('Bagong <b>Pangalan</b>')
    const [, words] = await checked(code)
    expect(words).toContain('The public list now differs from what was printed.')
    expect(words).toContain(
      `City or municipality ${rows[0]?.name} Bagong &lt;b&gt;Pangalan&lt;/b&gt; (changed)`,
    )
    const next = await codeOn(id)
    expect(next).not.toBe(code)
    expect((await checked(next))[1]).toContain('Valid and unchanged')
    await rename(rows[0]?.name ?? '')
    expect(await codeOn(id)).toBe(code)
    expect((await checked(code))[1]).toContain('Valid and unchanged')
    expect(await rowsOf(id)).toHaveLength(2)
  })

  test.each(['site_activities', 'site_profiles'] as const)(
    'of what was deactivated in %s tells since when, and no grade and no reason',
    async (table) => {
      const { site, id } = await anApproval()
      const code = await codeOn(id)
      await deactivate(table, table === 'site_activities' ? id : site)
      const [status, words] = await checked(code)
      expect(status).toBe(200)
      expect(words).toContain('No longer valid')
      expect(words).toContain('it was deactivated on May 06, 2031')
      expect(words).not.toMatch(/Compliant|Marka|hectares/)
    },
  )

  test('of a deactivated activity tells that, whichever older one the public list shows in its place', async () => {
    const { site } = await anApproval()
    const { id } = await anApproval(site)
    const code = await codeOn(id)
    await deactivate('site_activities', id)
    const [, words] = await checked(code)
    expect(words).toContain('No longer valid')
    expect(words).not.toContain('Changed since')
  })

  test('tells a typing mistake from a code that was never given out', async () => {
    const { id } = await anApproval()
    const code = await codeOn(id)
    const swapped = code[15] === 'Z' ? 'Y' : 'Z'
    for (const typed of [code.slice(0, 15) + swapped, code.slice(1), `${code}0`, 'abc', '%00', '<b>', "'"]) {
      const [status, words] = await checked(encodeURIComponent(typed))
      expect([typed, status]).toEqual([typed, 404])
      expect(words).toContain(MISTYPED)
    }
    const field = await get(`/c?code=${encodeURIComponent('"><script>')}`)
    expect([field.statusCode, field.body.includes('<script>')]).toEqual([404, false])
    expect(textOf(field.body)).toContain(MISTYPED)
    const [status, words] = await checked(NEVER_GIVEN)
    expect([status, words.includes(UNKNOWN), words.includes(MISTYPED)]).toEqual([404, true, false])
    for (const empty of ['/c', '/c?code=', '/c?other=1']) {
      const reply = await get(empty)
      expect([empty, reply.statusCode]).toEqual([empty, 200])
      expect(textOf(reply.body)).not.toMatch(/Please check|does not belong to any certificate/)
    }
  })
})

test('the checkpoint that first holds the approval is printed, with a proof that a stranger checks', async () => {
  const { id } = await anApproval()
  const before = await codeOn(id)
  expect(textOf((await get(pathOf(id))).body)).toContain(
    'No checkpoint of the public log includes this approval yet.',
  )
  expect((await get(`/log/approval/activity_${id}.tlog-proof`)).statusCode).toBe(409)
  await publishNow(t)
  const [origin = '', size = '', root = ''] = (await get('/log/checkpoint')).body.split('\n')
  const printed = async () => textOf((await get(pathOf(id))).body)
  const words = await printed()
  expect(words.replaceAll(',', '')).toContain(`one of the first ${size} entries of ${origin}`)
  expect(words).toContain(root.replaceAll('&', '&amp;'))
  await addLine(t.db, 1)
  await publishNow(t)
  expect(await printed()).toBe(words)
  expect(await codeOn(id)).toBe(before)
  const other = sql`update certificates set log_checkpoint = 'x' where code = ${before}`
  await expect(other.execute(t.db)).rejects.toThrow('never changed or removed')

  const proof = await get(`/log/approval/activity_${id}.tlog-proof`)
  expect(proof.headers['content-disposition']).toContain('.tlog-proof"')
  const key = parseKey((await get('/log/key')).body.trim())
  if (!key) throw new Error('no key')
  // a checkpoint that ends right before an approval does not contain it
  const later = await anApproval()
  await publishNow(t)
  const { index } = parseProof((await get(`/log/approval/activity_${later.id}.tlog-proof`)).body) ?? {}
  const { rows } = await sql<{ size: number }>`select size from log_published`.execute(t.db)
  const publishedUntil = (to: number | undefined) => sql`update log_published set size = ${to}`.execute(t.db)
  await publishedUntil(index)
  expect(textOf((await get(pathOf(later.id))).body)).toContain('No checkpoint of the public log includes')
  await publishedUntil(rows[0]?.size)
  expect(textOf((await get(pathOf(later.id))).body)).not.toContain('No checkpoint of the public log includes')
  const held = checkProof(proof.body, key)
  expect(held.ok && held.shown).toEqual([
    expect.stringMatching(/^what: .*"Approved \(FMB\)"\]$/),
    expect.stringMatching(/^facts: .*"principle_number_8","new":"Not Compliant"/),
  ])
})

test('no byte tells of a person, a comment, evidence, or why something was deactivated', async () => {
  const own = await startAppForTest({ webDir })
  await sql`update users set first_name = 'Markapangalan' || id, last_name = 'Markaapelyido'`.execute(own.db)
  const { site, id } = await anApproval(undefined, own)
  await sql`update site_activities set returned_reason_3 = 'Marka puna' where id = ${id}`.execute(own.db)
  await sql`update files set name = 'marka-ebidensya.pdf'`.execute(own.db)
  await sql`update site_profiles set returned_reason = 'Marka sanhi' where id = ${site}`.execute(own.db)
  await publishNow(own)
  const code = await codeOn(id, own.app)
  const seen = [(await get(pathOf(id), own.app)).body, (await get(`/c/${code}`, own.app)).body]
  await anApproval(site, own)
  seen.push((await get(`/c/${code}`, own.app)).body, (await get(pathOf(id), own.app)).body)
  const { rows } = await sql<{ text: string }>`select certificates::text as text from certificates`.execute(
    own.db,
  )
  expect(rows).toHaveLength(1)
  for (const text of [...seen, ...rows.map((row) => row.text)]) {
    expect(/marka[^ "<,]*( [^ "<,]+)?/i.exec(text)?.[0] ?? null).toBeNull()
    expect(/[\w.]+@bureau\.example/.exec(text)?.[0] ?? null).toBeNull()
  }
})
