import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import cities from '../../db/seed/cities.json'
import { runVerification } from '../../server/integrity/integrity.actions.ts'
import { verifyLog } from '../../server/integrity/verify.actions.ts'
import { claimsCheck } from '../../server/integrity/claims.check.ts'
import { factChanges } from '../../server/review/public-facts.queries.ts'
import { invalidateCaches } from '../../server/recount/stored-counts.queries.ts'
import { recount } from '../../server/recount/recount.actions.ts'
import { LEVELS } from '../../shared/access/levels.ts'
import { findingText } from '../../shared/audit/findings.ts'
import type { Altered } from '../../shared/claims/altered.ts'
import { full } from '../support/full.ts'
import { expectClaims } from '../support/oracles/claims.ts'
import {
  anActivity,
  anApprovedSite,
  batchOne,
  principleNumber,
  takeMails,
} from '../support/records/activity-factories.ts'
import { runJobs } from '../support/records/mails.ts'
import { startApp, startAppForTest, type TestApp } from '../support/product/app.ts'
import { publishNow } from '../support/records/audit-log.ts'
import { aSite, squareOf, upload, pdfBytes } from '../support/records/factories.ts'
import { aPerson, aRole } from '../support/records/people.ts'
import { aDraft, aRecord, aSummary, climb, published } from '../support/records/summaries.ts'
import { recordIds } from '../support/records/record-ids.ts'

const webDir = path.resolve('dist/web')
const REFUSED = 'This record does not match the log. It may have been altered. The bureau has been notified.'

/** The public records of one site, brought onto the list by the people of its offices. */
type Public = { t: TestApp; site: number; activity: number; code: string; file: number; certificate: string }

const APPROVERS = ['laguna.approver', 'r4a.approver', 'fmb.approver'] as const

async function approvedSite(t: TestApp): Promise<{ id: number; code: string }> {
  const { id, code } = await aSite(t, { site_status: 'Submitted', level: 'PENRO' })
  for (const person of APPROVERS)
    expect((await (await t.as(person)).post(`/sites/approved/${id}`)).statusCode).toBe(200)
  return { id, code }
}

/** An approved activity with a file, a statement and a figure. */
async function approvedActivity(t: TestApp, site_profile_id: number) {
  const encoder = await t.as('laguna.encoder')
  const { id: sites_principle_id, criteria } = principleNumber(await batchOne(t), 5)
  const indicator = criteria
    .flatMap(({ criteria_indicator }) => criteria_indicator)
    .find(({ figures }) => figures.length > 0)
  const file = await upload(encoder, 'pdf', 'minutes.pdf', pdfBytes())
  const created = await encoder.post('/sites/activities', {
    site_profile_id,
    sites_principle_id,
    reporting_year: 2025,
    criteria_means: [
      {
        sites_criteria_indicator_id: indicator?.id,
        upload_id: [file],
        what_happened: 'Thirty people were trained.',
        figures: [{ indicator_figure_id: indicator?.figures[0]?.id, value: '3' }],
      },
    ],
  })
  expect(created.statusCode, created.body).toBe(200)
  const { id } = created.json().siteActivities as { id: number }
  await climb(t, id, 'laguna', ['submitted', 'PENRO', 'Region', 'FMB'])
  return { id, file }
}

let at: Public
beforeAll(async () => {
  if (!existsSync(webDir)) throw new Error('These tests need the built pages: npm run build.')
  const t = await startApp({ webDir, settings: { PUBLIC_URL: 'https://sis.bureau.example' } })
  const site = await approvedSite(t)
  const { id: activity, file } = await approvedActivity(t, site.id)
  const { id } = await aDraft(t)
  await published(t, id)
  const page = await t.app.inject({ url: `/site/approved/${activity}/certificate` })
  const [, certificate = ''] = /Code: <\/span>([0-9A-Z-]{19})</.exec(page.body) ?? []
  await publishNow(t)
  at = { t, site: site.id, activity, code: site.code, file, certificate: certificate.replaceAll('-', '') }
}, 60_000)
afterAll(async () => {
  await expectClaims(at.t)
  await at.t.close()
})

/** Changes a table as an attacker with full access would, without its triggers. */
const tamper = (t: TestApp, table: string, statement: string) =>
  t.db.transaction().execute(async (db) => {
    await sql.raw(`alter table ${table} disable trigger user`).execute(db)
    await sql.raw(statement).execute(db)
    await sql.raw(`alter table ${table} enable trigger user`).execute(db)
  })

/** The findings of a full verification, without those about the log itself. */
async function verified(t: TestApp): Promise<string[]> {
  const { findings } = await runVerification(t.services, null)
  return findings.map(findingText)
}

/** Copies the rows of a table; returns a function that restores them. */
async function kept(t: TestApp, table: string) {
  const { rows } = await sql<{ all: string; keys: string[]; others: string[] }>`
    with columns as (
      select attname as name, attnum = any(coalesce(indkey::int2[], '{}')) as is_key
      from pg_attribute left join pg_index on indrelid = attrelid and indisprimary
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    )
    select (select coalesce(jsonb_agg(to_jsonb(rows)), '[]')::text from ${sql.table(table)} as rows) as all,
      (select array_agg(name::text) from columns where is_key) as keys,
      (select array_agg(name::text) from columns where not is_key) as others`.execute(t.db)
  const { all = '[]', keys = [], others = [] } = rows[0] ?? {}
  const before = `jsonb_populate_recordset(null::${table}, '${all.replaceAll("'", "''")}'::jsonb) as before`
  const isSame = keys.map((name) => `now."${name}" = before."${name}"`).join(' and ')
  return () =>
    tamper(
      t,
      table,
      `update ${table} as now set ${others.map((name) => `"${name}" = before."${name}"`).join(', ')}
        from ${before} where ${isSame};
${table === 'approved_sites' ? `insert into ${table} select before.* from ${before} where not exists (select from ${table} as now where ${isSame})` : ''}`,
    )
}

/** The pages, calls and proofs about the record. */
const READERS: Record<string, (at: Public) => string> = {
  page: ({ activity }) => `/site/approved/${activity}`,
  picture: ({ activity }) => `/site/approved/${activity}/map.svg`,
  'small picture': ({ activity }) => `/site/approved/${activity}/map-small.svg`,
  call: ({ activity }) => `/api/sites/activities/dashboard/${activity}`,
  certificate: ({ activity }) => `/site/approved/${activity}/certificate`,
  code: ({ certificate }) => `/c/${certificate}`,
  'proof of the profile': ({ site }) => `/api/sites/dashboard/${site}/proof`,
  'proof of the activity': ({ activity }) => `/api/sites/activities/dashboard/${activity}/proof`,
  'proof of a file': ({ file }) => `/api/file/${file}/proof`,
  summary: () => '/summary/2026',
  'summary call': () => '/api/summaries/published/2026',
  'summary json': () => '/summary/2026.json',
  'summary docx': () => '/summary/2026.docx',
  'summary csv': () => '/summary/2026-annex.csv',
  evidence: () => '/summary/2026-evidence.csv',
  'proof of a summary': () => '/log/published/summary_2026.tlog-proof',
}
const OF_RECORD = [
  'page',
  'picture',
  'small picture',
  'call',
  'certificate',
  'code',
  'proof of the profile',
  'proof of the activity',
]
const OF_SUMMARY = [
  'summary',
  'summary call',
  'summary json',
  'summary docx',
  'summary csv',
  'proof of a summary',
]

async function read(name: string): Promise<{ status: number; text: string }> {
  const { token } = await at.t.as('fmb.admin')
  const url = READERS[name]?.(at) ?? ''
  const headers = url.startsWith('/api') ? { 'x-api-key': 'test-key', authorization: `Bearer ${token}` } : {}
  const reply = await at.t.app.inject({ url, headers })
  return { status: reply.statusCode, text: reply.body }
}

/** Returns the readers that are refused; checks the sentence in the page or the reply. */
async function refused(): Promise<string[]> {
  const found: string[] = []
  for (const name of Object.keys(READERS)) {
    const { status, text } = await read(name)
    if (status === 200) continue
    const words = text.includes('<main') ? text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ') : text
    expect([name, status]).toEqual([name, 409])
    expect(words).toContain('This record does not match the log')
    if (!text.includes('<main')) expect(text).toContain(REFUSED)
    found.push(name)
  }
  return found
}

type Attack = {
  name: string
  table: string
  forge: (at: Public) => string
  says: (at: Public) => RegExp
  refuses: string[]
}

const where = ({ site }: Public) => `where site_profile_id = ${site}`
const GRADES = `array['Very Compliant','Very Compliant','Very Compliant','Very Compliant','Very Compliant','Very Compliant','Very Compliant','Very Compliant']`

const MOVED = (all: Public) =>
  `update site_boundaries set geometry = replace(geometry::text, '[12', '[11')::jsonb ${where(all)}`

const ATTACKS: Attack[] = [
  {
    name: 'grades in site_activities',
    table: 'site_activities',
    forge: ({ activity }) =>
      `update site_activities set principle_number_3 = 'Very Compliant' where id = ${activity}`,
    says: ({ activity, code }) =>
      new RegExp(
        `^The log says that principle 3 of activity ${activity} of ${code} is graded Not Compliant; the table site_activities says Very Compliant\\.$`,
      ),
    refuses: OF_RECORD,
  },
  {
    name: 'grades in approved_sites',
    table: 'approved_sites',
    forge: (all) => `update approved_sites set grades = ${GRADES} ${where(all)}`,
    says: () => /principle 3 of .* is graded Not Compliant; the table approved_sites says Very Compliant\.$/,
    refuses: OF_RECORD,
  },
  {
    name: 'grades in approved_site_history',
    table: 'approved_site_history',
    forge: (all) =>
      `update approved_site_history set grades = ${GRADES} ${where(all)} and site_activity_id is not null`,
    says: () =>
      /principle 3 of .* is graded Not Compliant; the table approved_site_history says Very Compliant\.$/,
    refuses: OF_RECORD,
  },
  {
    name: 'a record taken off the list',
    table: 'approved_sites',
    forge: (all) => `delete from approved_sites ${where(all)}`,
    says: () => /is approved and activated; the table approved_sites does not have it\.$/,
    // the pages and proofs know no such record
    refuses: [],
  },
  {
    name: 'hectares',
    table: 'site_profiles',
    forge: ({ site }) =>
      `update site_profiles set project_area = 9100.5, emission_from_deforestation_area = 9060.25 where id = ${site}`,
    says: () => /the project area of .* is 100\.50; the table site_profiles says 9100\.5\.$/,
    refuses: OF_RECORD,
  },
  {
    name: 'the boundary moved',
    table: 'site_boundaries',
    forge: MOVED,
    says: () =>
      /the SHA-256 of the boundary of .* is [0-9a-f]{64}; the table site_boundaries says [0-9a-f]{64}\.$/,
    refuses: OF_RECORD,
  },
  {
    name: 'the hectares inside the boundary',
    table: 'site_boundaries',
    forge: (all) => `update site_boundaries set area_ha = area_ha + 9000 ${where(all)}`,
    says: () =>
      /the area inside the boundary in hectares of .* is \d+\.\d\d; the table site_boundaries says 9\d+/,
    refuses: OF_RECORD,
  },
  {
    name: 'the partner',
    table: 'site_profiles',
    forge: ({ site }) => `update site_profiles set name_of_partner = 'Another' where id = ${site}`,
    says: () => /the partner of .* is Samahan .*; the table site_profiles says Another\.$/,
    refuses: OF_RECORD,
  },
  {
    name: 'a figure',
    table: 'site_activity_figures',
    forge: ({ activity }) =>
      `update site_activity_figures set value = 3000 where site_activity_id = ${activity}`,
    says: () => /the figures of activity \d+ of .* is \d+=3; the table site_activities says \d+=3000\.$/,
    refuses: OF_RECORD,
  },
  {
    name: 'a statement',
    table: 'site_activity_statements',
    forge: ({ activity }) =>
      `update site_activity_statements set what_happened = 'All was well.' where site_activity_id = ${activity}`,
    says: () => /the SHA-256 of the statements of activity \d+ of .* is [0-9a-f]{64}; the table/,
    refuses: OF_RECORD,
  },
  {
    name: 'the fingerprint of evidence',
    table: 'files',
    forge: ({ file }) => `update files set sha256 = repeat('0', 64) where id = ${file}`,
    says: () => /^The log says that file \d+ \(minutes\.pdf\) of .* was uploaded with the SHA-256/,
    refuses: [...OF_RECORD, 'proof of a file'],
  },
  {
    name: 'the content of a certificate',
    table: 'certificates',
    forge: ({ activity }) =>
      `update certificates set content = replace(content, 'Not Compliant', 'Very Compliant') where site_activity_id = ${activity}`,
    says: () => /the content of certificate .{4}… of .* has the SHA-256 [0-9a-f]{64}; that of the table/,
    refuses: ['certificate', 'code'],
  },
  {
    name: 'the text of a published summary',
    table: 'summary_documents',
    forge: () =>
      `update summary_documents set document = replace(document, 'Third summary', 'First summary')`,
    says: () => /^The log says that the text of the Summary of Information 2026 has the SHA-256/,
    refuses: [...OF_SUMMARY.slice(0, 5), 'evidence', 'proof of a summary'],
  },
  {
    name: 'the day on which a summary was published',
    table: 'summaries',
    forge: () => `update summaries set published_at = published_at - interval '3 years'`,
    says: () => /the Summary of Information 2026 was published on .*; the table summaries says .*\.$/,
    refuses: [...OF_SUMMARY.slice(0, 5), 'evidence', 'proof of a summary'],
  },
  {
    name: 'the Word document of a summary',
    table: 'summary_files',
    forge: () =>
      `update summary_files set bytes = 'other', sha256 = encode(sha256('other'), 'hex') where format = 'docx'`,
    says: () => /^The log says that the Word document of the Summary of Information 2026 has the SHA-256/,
    refuses: [...OF_SUMMARY.slice(0, 5), 'evidence', 'proof of a summary'],
  },
  {
    name: 'the list of evidence of a summary',
    table: 'summary_evidence',
    forge: () => `update summary_evidence set lines = 'SITES Code'`,
    says: () => /that the list of evidence of the Summary of Information 2026 has the SHA-256/,
    refuses: ['evidence'],
  },
]

/** of what a page is compared with and does not show: altered, they are found in the next minute, and the others at once */
const NOT_SHOWN = ['approved_site_history', 'site_activity_figures', 'site_activity_statements', 'files']

/** one for each kind of comparison */
const IN_SHORT = [
  'the boundary moved',
  'grades in site_activities',
  'grades in approved_sites',
  'grades in approved_site_history',
  'a statement',
  'the fingerprint of evidence',
  'the content of a certificate',
  'the text of a published summary',
]

describe('what somebody with the whole database changes', () => {
  test('nothing is wrong before', async () => {
    expect(await verified(at.t)).toEqual([])
    expect(await refused()).toEqual([])
  })

  const isUndone = async (attack: Attack) => {
    const { t } = at
    const repair = await kept(t, attack.table)
    await tamper(t, attack.table, attack.forge(at))
    const refusedThen = () => (NOT_SHOWN.includes(attack.table) ? t.inNextMinute(refused) : refused())
    if (attack.refuses.length > 0) expect((await refusedThen()).toSorted()).toEqual(attack.refuses.toSorted())
    const sentences = await verified(t)
    expect(
      sentences.some((sentence) => attack.says(at).test(sentence)),
      sentences.join('\n'),
    ).toBe(true)
    // it is found from the database alone, and with a checkpoint from outside
    const { db, config } = t.services
    const texts = [(await t.app.inject({ url: '/log/checkpoint' })).body]
    for (const outside of [undefined, { texts, key: null }]) {
      const { findings } = await verifyLog({ db, config }, outside ? { outside } : {})
      expect(findings.map(findingText).filter((sentence) => attack.says(at).test(sentence))).not.toEqual([])
    }
    await verified(t)
    await runJobs(t)
    const mails = (await takeMails(t)).filter(({ subject }) => subject.includes('do not match'))
    expect(new Set(mails.map(({ to }) => to)).size).toBe(mails.length)
    expect(mails.length).toBeGreaterThan(0)
    const { data } = (await (await t.as('fmb.super')).get('/reports/audit-logs/integrity')).json()
    expect(data.altered.first.map(({ sentence }: { sentence: string }) => sentence)).toEqual(
      expect.arrayContaining(sentences),
    )
    await repair()
    expect(await verified(t)).toEqual([])
    expect(await refused()).toEqual([])
    await runJobs(t)
    expect((await takeMails(t)).filter(({ subject }) => subject.includes('do not match'))).toEqual([])
  }
  const NAME = '$name: is found, not given out, told once, and over when it is mended'
  test.each(ATTACKS.filter(({ name }) => IN_SHORT.includes(name)))(NAME, isUndone)
  full.test.each(ATTACKS.filter(({ name }) => !IN_SHORT.includes(name)))(NAME, isUndone)

  /** The public list, its files and its feed, and a page on whose map the site is a neighbour. */
  const lists = async (neighbour: number) => {
    const { t, code } = at
    const read = async (url: string) => (await t.app.inject({ url })).body
    const listed = await read(`/site/approved?search=${code}`)
    return {
      // the page brings all of its messages and filters beside what it shows
      list: /<tbody[^]*<\/tbody>/.exec(listed)?.[0] ?? listed,
      csv: await read(`/site/approved.csv?search=${code}`),
      geojson: await read(`/site/approved.geojson?search=${code}`),
      feed: await read('/feed.atom'),
      map: await read(`/site/approved/${neighbour}`),
    }
  }
  /** A site whose page has a map with the record's boundary beside its own. */
  const aNeighbour = async () => {
    const { t, site } = at
    const { min_lon, min_lat } = await t.db
      .selectFrom('site_boundaries')
      .select(['min_lon', 'min_lat'])
      .where('site_profile_id', '=', site)
      .executeTakeFirstOrThrow()
    const boundary = squareOf({ lon: min_lon + 0.011, lat: min_lat })
    const { id: site_profile_id } = await aSite(t, { site_status: 'Approved', boundary })
    return (await anActivity(t, 'DONE', { site_profile_id })).id
  }
  const expectMarked = ({ list, csv, geojson, feed, map }: Awaited<ReturnType<typeof lists>>) => {
    const { code } = at
    for (const text of [list, csv]) expect(text).toContain('Does not match the log')
    for (const text of [list, csv, geojson]) expect(text).not.toContain('Very Compliant')
    expect(csv).not.toContain('Compliant')
    const { features } = JSON.parse(geojson)
    const nothing = { reporting_year: null, project_area: null, principle_number_3: null }
    expect(features[0].properties).toMatchObject({ altered: true, ...nothing })
    for (const text of [feed, map]) expect(text).not.toContain(code)
  }
  const expectUnmarked = ({ list, csv, geojson, feed, map }: Awaited<ReturnType<typeof lists>>) => {
    expect(list).not.toContain('Does not match the log')
    for (const text of [csv, geojson]) expect(text).toContain('Not Compliant')
    for (const text of [feed, map]) expect(text).toContain(at.code)
  }

  test('[S-168] list, files, feed and map say so in place of the grades, and no longer at the first reading after a repair', async () => {
    const { t, site, activity } = at
    const neighbour = await aNeighbour()
    const FORGERIES = {
      // found by the list itself
      approved_sites: `set grades = ${GRADES} where site_profile_id = ${site}`,
      // found by the page alone
      site_activity_statements: `set what_happened = 'All was well.' where site_activity_id = ${activity}`,
    }
    for (const [table, change] of Object.entries(FORGERIES)) {
      const repair = await kept(t, table)
      await invalidateCaches(t.db)
      await tamper(t, table, `update ${table} ${change}`)
      if (table !== 'approved_sites') expect((await t.inNextMinute(() => read('page'))).status).toBe(409)
      expectMarked(await lists(neighbour))
      await repair()
      expectUnmarked(await lists(neighbour))
    }
    expect(await verified(t)).toEqual([])
  })

  test('[S-168] they say so of everything that they show, also where nothing can be recorded as altered', async () => {
    const { t, site, activity } = at
    const neighbour = await aNeighbour()
    await sql`create function swallow() returns trigger language plpgsql as $$ begin return null; end $$`.execute(
      t.db,
    )
    await sql`create trigger swallow before insert on altered_records for each row execute function swallow()`.execute(
      t.db,
    )
    const FORGERIES = [
      ['approved_sites', `set grades = ${GRADES} where site_profile_id = ${site}`],
      [
        'approved_sites',
        `set approved_at = approved_at - interval '2 years' where site_profile_id = ${site}`,
      ],
      ['site_profiles', `set name_of_partner = 'Another' where id = ${site}`],
      ['site_profiles', `set year_implemented = 2019 where id = ${site}`],
      ['site_activities', `set reporting_year = 2024 where id = ${activity}`],
      ['site_boundaries', `set area_ha = area_ha + 9000 where site_profile_id = ${site}`],
    ] as const
    for (const [table, change] of FORGERIES) {
      const repair = await kept(t, table)
      await invalidateCaches(t.db)
      await tamper(t, table, `update ${table} ${change}`)
      expect((await verified(t)).length, change).toBeGreaterThan(0)
      expectMarked(await lists(neighbour))
      await repair()
      await invalidateCaches(t.db)
      expectUnmarked(await lists(neighbour))
    }
    // a boundary is shown on maps alone, and no picture of a moved one stays
    const pictures = async () => [await read('picture'), await read('small picture')]
    const drawn = await pictures()
    const repair = await kept(t, 'site_boundaries')
    await tamper(t, 'site_boundaries', MOVED(at))
    await invalidateCaches(t.db)
    expect((await lists(neighbour)).map).not.toContain(at.code)
    expect((await pictures()).map(({ status }) => status)).toEqual([409, 409])
    await repair()
    expect(await pictures()).toEqual(drawn)
    await sql`drop function swallow() cascade`.execute(t.db)
  })

  test('bytes of evidence of the same size, and bytes that are gone', async () => {
    const { t, file } = at
    const { storage_key } = await t.db
      .selectFrom('files')
      .select('storage_key')
      .where('id', '=', file)
      .executeTakeFirstOrThrow()
    const all = await readdir(t.dataDir, { recursive: true })
    const stored = path.join(t.dataDir, all.find((name) => name.endsWith(storage_key)) ?? '')
    const bytes = await readFile(stored)
    await writeFile(stored, Buffer.from(bytes).fill(0x20, 100, 200))
    const found = await differences(t, 'all')
    expect(found).toEqual([
      expect.stringMatching(
        /^The table files says that file \d+ \(minutes\.pdf\) of .* has the SHA-256 [0-9a-f]{64}; its bytes in the file store have [0-9a-f]{64}\.$/,
      ),
    ])
    expect(await differences(t, 'none')).toEqual([])
    // one night of thirty reads it
    const nights = await Promise.all(
      Array.from({ length: 30 }, (_, day) => differences(t, 'part', new Date(day * 24 * 3_600_000))),
    )
    expect(nights.filter(({ length }) => length > 0)).toEqual([found])
    await writeFile(stored, bytes)
    expect(await differences(t, 'all')).toEqual([])
  })
})

async function differences(t: TestApp, files: 'all' | 'part' | 'none', now = new Date()): Promise<string[]> {
  const found: Altered[] = []
  await claimsCheck(t.services, { files, now }, (one) => found.push(one))
  // the files of the factories' profiles were entered without bytes or with others
  return found.map(({ sentence }) => sentence).filter((sentence) => sentence.includes('minutes.pdf'))
}

describe('a record', () => {
  test('that was entered as approved, and that no row of the log states, is found', async () => {
    const t = await startAppForTest()
    await aRecord(t, { what_happened: 'Consent was given.' })
    await expectClaims(t)
    const { id } = await aSite(t, { site_status: 'Submitted', level: 'FMB', boundary: null })
    await t.db
      .updateTable('site_profiles')
      .set({
        site_status: 'Approved',
        fmb_status: 'Approved',
        approved_at: new Date().toISOString(),
        waiting_since: null,
      })
      .where('id', '=', id)
      .execute()
    const found: string[] = []
    await claimsCheck(t.services, {}, ({ sentence }) => found.push(sentence))
    expect(found).toEqual([
      expect.stringMatching(
        /^No row of the log says that SITES-.* is approved; the table site_profiles says it is\.$/,
      ),
      expect.stringMatching(
        /^The table approved_sites has SITES-.*; the log does not say that it is approved and activated\.$/,
      ),
    ])
  })

  test('that two rows state otherwise is as the first one says', async () => {
    const t = await startAppForTest()
    const { id } = await approvedSite(t)
    await sql`
      insert into audit_logs (auditable_type, auditable_id, event, field_change) values ('Profiling of SITES', ${id},
        'Approved (FMB)', '[{"field": "name_of_partner", "old": null, "new": "Another"}]')`.execute(t.db)
    const found: string[] = []
    await claimsCheck(t.services, {}, ({ sentence }) => found.push(sentence))
    expect(found).toEqual([
      expect.stringMatching(
        /^Row \d+ of the log says that the name of partner of SITES-.* is Another; an earlier row, which counts, says Samahan/,
      ),
      expect.stringMatching(
        /^Row \d+ of the log, "Approved \(FMB\)" of SITES-.*, is no step of a review: FMB had approved the record before\.$/,
      ),
    ])
  })
})

/** A row that an attacker adds to the log in somebody's name. */
type ForgedLine = { event: string; by: string; more?: object }

describe('what the log has no steps of', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await startApp({ webDir, settings: { PUBLIC_URL: 'https://sis.bureau.example' } })
    return () => t.close()
  })

  const authorOf = async (name: string) => {
    const person = await t.db
      .selectFrom('users')
      .innerJoin('roles', 'roles.id', 'users.role_id')
      .select(['users.id as user_id', 'email as user_email', 'users.access_level', 'roles.name as role_name'])
      .where('users.id', '=', await t.userId(name))
      .executeTakeFirstOrThrow()
    return { ...person, user_name: name, request_id: randomUUID() }
  }
  const logged = (auditable_type: string, auditable_id: number, field_change: readonly object[] = []) => {
    const about = { auditable_type, auditable_id, field_change: JSON.stringify(field_change) }
    return async ({ event, by, more }: ForgedLine) =>
      t.db
        .insertInto('audit_logs')
        .values({ ...(await authorOf(by)), ...about, event, ...more })
        .execute()
  }
  const isFound = async (sentence: RegExp) => {
    await publishNow(t)
    const { db, config } = t.services
    const texts = [(await t.app.inject({ url: '/log/checkpoint' })).body]
    for (const outside of [undefined, { texts, key: null }]) {
      const { findings } = await verifyLog({ db, config }, outside ? { outside } : {})
      expect(findings.map(findingText)).toContainEqual(expect.stringMatching(sentence))
    }
  }
  const isRefused = async (urls: readonly string[]) => {
    const { token } = await t.as('fmb.admin')
    for (const url of urls) {
      const headers = url.startsWith('/api')
        ? { 'x-api-key': 'test-key', authorization: `Bearer ${token}` }
        : {}
      expect([url, (await t.app.inject({ url, headers })).statusCode]).toEqual([url, 409])
    }
  }

  test('an approval is found, and certified to nobody, unless each level approved it in turn, logged in and with the right', async () => {
    const [PENRO, Region, FMB] = LEVELS.map((level, at) => ({
      event: `Approved (${level})`,
      by: APPROVERS[at] ?? '',
    })) as [ForgedLine, ForgedLine, ForgedLine]
    const role_name = await aRole(t, { name: 'Reviewer', access_level: 'Region' }).then(() => 'Reviewer')
    await logged('Role Management', 0, [
      { field: 'permissions', old: null, new: 'site_maps_approval, site_activities_return' },
    ])({ event: 'Created', by: 'fmb.super', more: { auditable_code: role_name, created_at: '2026-01-01' } })
    await aPerson(t, 'off.approver', { role: 'Region Approver', region: 'R04A', status: 'Deactivated' })
    await approvedSite(t)
    await logged(
      'User Management',
      await t.userId('off.approver'),
    )({ event: 'Deactivated', by: 'fmb.super', more: { created_at: '2026-01-01' } })
    await logged('Authentication', await t.userId('off.approver'))({ event: 'Login', by: 'off.approver' })

    const FORGED: [lines: ForgedLine[], why: RegExp][] = [
      [[FMB], /Approved \(FMB\)" .* is no step of a review: the record was waiting for PENRO\.$/],
      [[PENRO, FMB], /Approved \(FMB\)" .* is no step of a review: the record was waiting for Region\.$/],
      [[PENRO, { ...Region, more: { user_id: null } }, FMB], /Approved \(Region\)" .* names no person\.$/],
      [[PENRO, Region, { ...FMB, more: { request_id: null } }], /FMB\)" .* has no request number\.$/],
      [[PENRO, { ...Region, by: 'r9.approver' }, FMB], /Region\)" .* names a person who was not logged in/],
      [[PENRO, { ...Region, by: 'laguna.approver' }, FMB], /Region\)" .* names a person of PENRO\.$/],
      [[PENRO, { ...Region, by: 'off.approver' }, FMB], /Region\)" .* whose account was deactivated then\.$/],
      [[PENRO, { ...Region, more: { role_name } }, FMB], /Region\)" .* whose role did not have the right/],
    ]
    const at = new Date().toISOString()
    for (const [lines, why] of FORGED) {
      const site_profile_id = await anApprovedSite(t)
      const { id } = await anActivity(t, 'AT-PENRO', { site_profile_id })
      const approvals = { penro_status: 'Approved', region_status: 'Approved', fmb_status: 'Approved' }
      await t.db
        .updateTable('site_activities')
        .set({ site_status: 'Approved', ...approvals, approved_at: at, waiting_since: null })
        .where('id', '=', id)
        .execute()
      const { user_id, user_name, role_name: of_role } = await authorOf('fmb.approver')
      await t.db
        .insertInto('review_steps')
        .values({
          record_id: recordIds('site_activities', id),
          round: 1,
          action: 'Approved',
          level: 'FMB',
          user_id,
          user_name,
          role_name: of_role,
          at,
        })
        .execute()
      const facts = await factChanges(t.db, 'activity', id)
      for (const line of lines)
        await logged('SITES Activities', id, line.event === FMB.event ? facts : [])(line)
      await isFound(why)
      const address = `/api/sites/activities/dashboard/${id}`
      await isRefused([
        `/site/approved/${id}`,
        `/site/approved/${id}/certificate`,
        address,
        `${address}/proof`,
      ])
    }
  }, 60_000)

  test('a summary is found that nobody froze or published, and a confirmed instrument that nobody recorded or confirmed', async () => {
    const id = await aSummary(t, { status: 'Published', year: 2019 })
    await isReadable('/summary/2019')
    await tamper(t, 'audit_logs', "update audit_logs set user_id = null where event = 'Published'")
    await isRefused(['/summary/2019', '/api/summaries/published/2019', '/summary/2019.json'])
    await isFound(/"Published" of the Summary of Information 2019, names no person\.$/)
    await tamper(t, 'audit_logs', `delete from audit_logs where event = 'Created' and auditable_id = ${id}`)
    await isFound(/"Frozen" of .* is no step of a summary: no earlier row is "Created"\.$/)

    const site_profile_id = await anApprovedSite(t)
    const { id: activity } = await anActivity(t, 'DONE', { site_profile_id })
    const page = `/site/approved/${activity}`
    await isReadable(page)
    const now = new Date().toISOString()
    await t.db
      .insertInto('land_instruments')
      .values({
        site_profile_id,
        kind: 'cbfma',
        issuer: 'DENR',
        issued_on: '2019-03-04',
        recorded_by: await t.userId('laguna.encoder'),
        recorded_at: now,
        updated_at: now,
        confirmed_at: now,
      })
      .execute()
    const confirmed = logged('Profiling of SITES', site_profile_id, [
      { field: 'public_instruments', old: null, new: 'cbfma, 2019' },
    ])
    await confirmed({ event: 'Instrument Confirmed', by: 'fmb.approver' })
    await isFound(/"Instrument Confirmed" of .* no earlier row says that one was recorded\.$/)
    await isRefused([page])
    await confirmed({ event: 'Instrument Confirmed', by: 'fmb.approver', more: { user_id: null } })
    await isFound(/"Instrument Confirmed" of .* names no person\.$/)
  }, 60_000)

  const isReadable = async (url: string) => expect((await t.app.inject({ url })).statusCode, url).toBe(200)
})

test('a certificate is in the log with its first opening, and with no later one', async () => {
  const { t, activity } = at
  const issued = () =>
    t.db
      .selectFrom('audit_logs')
      .select(['user_name', 'network_address', 'field_change'])
      .where('event', '=', 'Certificate Issued')
      .where('auditable_id', '=', activity)
      .execute()
  await read('certificate')
  const rows = await issued()
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ user_name: null, network_address: null })
  const changes = rows.flatMap((row) => row.field_change as unknown as { field: string }[])
  expect(changes.map(({ field }) => field)).toEqual(['certificate', 'sha256', 'issued_at'])
})

full.test('what changes around an approved record by right is no difference', async () => {
  const { t, site, activity } = at
  const placed = await t.db
    .selectFrom('site_profiles')
    .select(['city_id', 'office_id', 'region_id'])
    .where('id', '=', site)
    .executeTakeFirstOrThrow()
  const isFine = async (what: string) =>
    expect([what, await verified(t), await refused()]).toEqual([what, [], []])

  const city = cities.find(({ id }) => id === placed.city_id)
  if (!city) throw new Error('The site lies in no city of the product.')
  const { name } = city
  // files of one worker share these
  const rename = async (to: string) => {
    city.name = to
    await t.db.updateTable('cities').set({ name: to }).where('id', '=', placed.city_id).execute()
  }
  onTestFinished(() => rename(name))
  await rename('Bagong Lungsod')
  await isFine('a place that a release renames')
  await tamper(t, 'approved_sites', `delete from approved_sites where site_profile_id = ${site}`)
  await recount(t.services)
  await isFine('a row of the list that was mended')
  for (const event of ['Deactivated', 'Activated'] as const) {
    const log = { auditable_type: 'SITES Activities', auditable_id: activity, event }
    await t.db.insertInto('audit_logs').values(log).execute()
    const deactivated_at = event === 'Deactivated' ? new Date().toISOString() : null
    const changes = { status: event, deactivated_at }
    await t.db.updateTable('site_activities').set(changes).where('id', '=', activity).execute()
  }
  await isFine('an activity that was switched off and on')
  await sql`select restart_register_history()`.execute(t.db)
  await isFine('a history that was made anew')
  const { region_id } = placed
  const into = await t.db
    .insertInto('offices')
    .values({ region_id, name: 'CENRO Bagong Tanggapan' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const fmb = await t.as('fmb.admin')
  await t.logLogin('fmb.admin')
  expect((await fmb.patch(`/offices/${into.id}`, { name: 'CENRO Bagong Opisina' })).statusCode).toBe(200)
  const merged = await fmb.post(`/offices/${placed.office_id}/merge`, {
    into_id: into.id,
  })
  expect(merged.statusCode, merged.body).toBe(200)
  await isFine('offices that were merged')
})
