import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { anActivity, anApprovedSite, OFFICES } from '../support/records/activity-factories.ts'
import { startApp, type TestApp } from '../support/product/app.ts'
import { aSite } from '../support/records/factories.ts'
import { aDraft, aRecord, published } from '../support/records/summaries.ts'
import { anotherInstance, firstInstance, type Instance } from '../support/product/instance.ts'
import { full } from '../support/full.ts'

/** Two instances on one database: what one has cached is never older than what the other has changed. */

// every question is sent to three instances after each change
vi.setConfig({ testTimeout: 90_000 })

let t: TestApp
/** has a record that a published summary contains */
let cited_site: number
type Question = readonly [person: string | null, url: string]

const LIST = '/sites/activities/dashboard'
const TABLE = '/reports/datatable/dashboard'
const REPORT = '/reports/datatable/generate-reports'
const FILE = '/reports/export?downloadAs=csv'
const country = 'fmb.super'
const region = OFFICES.laguna.Region
const office = OFFICES.laguna.encoder

const inOrder = (list: string, column: string) =>
  `${list}?length=100&order[0][column]=${column}&order[0][dir]=desc`

/** Every file that caches answers or orders, with the questions it answers: for the country, a region and an office. */
const KEPT: Record<string, Question[]> = {
  'server/approved/approved.cache.ts': [
    [null, `${LIST}/datatable`],
    [null, `${LIST}/datatable?search=Laguna`],
    [null, '/sites/dashboard/count'],
    [null, `${LIST}/sites.csv`],
    [null, `${LIST}/sites.geojson`],
    // the activity that the published summary contains, which a newer approval replaces
    [null, `${LIST}/3`],
  ],
  'server/approved/approved.queries.ts': [[null, inOrder(`${LIST}/datatable`, 'region')]],
  'server/dashboard/dashboard.cache.ts': [country, region, office].flatMap((who): Question[] => [
    [who, `${TABLE}?without_ids=1`],
    [who, '/reports/dashboard-figures'],
    [who, '/reports/figure-totals'],
    [who, '/reports/dashboard-points'],
  ]),
  'server/dashboard/dashboard.queries.ts': [country, region, office].flatMap((who): Question[] => [
    [who, TABLE],
    [who, inOrder(TABLE, 'region')],
  ]),
  'server/principles/batches.queries.ts': [
    [country, '/sites/principles/batches?principle_number=1'],
    [country, '/sites/principles/batches?principle_number=1&open_only=true'],
  ],
  'server/reports/report-sites.queries.ts': [country, region, office].flatMap((who): Question[] => [
    [who, `${REPORT}?without_ids=1`],
    [who, REPORT],
    [who, FILE],
  ]),
  'server/reports/reports.queries.ts': [[country, inOrder(REPORT, 'region')]],
  'server/review/queue-choices.queries.ts': [
    [country, '/sites/choices'],
    [country, '/sites/choices?search=SITES&warnings=with'],
  ],
  'server/review/record-lists.queries.ts': [
    [country, '/sites/datatable/region?search=SITES'],
    [region, inOrder('/sites/datatable', 'region')],
    [office, inOrder('/sites/activities/datatable', 'region')],
  ],
  // the first of the bureau is published, the second a draft
  'server/summaries/published.queries.ts': [
    [null, '/summaries/published/2025'],
    [country, '/summaries/1'],
  ],
  'server/summaries/summary-records.queries.ts': [[country, '/summaries/2']],
  'server/summaries/summary-statements.queries.ts': [[country, '/summaries/2/statements?safeguard=d']],
}
const QUESTIONS = Object.values(KEPT).flat()

/** One after another: all at once they wait for a connection for longer than a busy machine allows. */
async function askAll({ read }: Instance): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  for (const [person, url] of QUESTIONS) answers[`${person ?? 'anybody'} ${url}`] = await read(person, url)
  return answers
}

/** Sets the reporting year of an activity, and one figure. */
async function tellsOfAYear(site_activity_id: number): Promise<void> {
  await t.db
    .updateTable('site_activities')
    .set({ reporting_year: 2024 })
    .where('id', '=', site_activity_id)
    .execute()
  const figure = t.db.selectFrom('indicator_figures').select('id').where('name', '=', 'People trained')
  await t.db
    .insertInto('site_activity_figures')
    .values({ site_activity_id, indicator_figure_id: figure, value: '12' })
    .execute()
}

async function askAfresh(): Promise<Record<string, string>> {
  const fresh = await anotherInstance(t)
  const answers = await askAll(fresh)
  await fresh.close()
  return answers
}

test('every file that keeps answers has its questions here', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).map((file) =>
    path.join('server', file).replaceAll(path.sep, '/'),
  )
  const keeps = files.filter(
    (file) =>
      file.endsWith('.ts') &&
      !/^server\/database\/|\.test\.ts$/.test(file) &&
      /\b(cache(Answers|ByRegion)|changesIn)\(/.test(readFileSync(file, 'utf8')),
  )
  expect(keeps.sort()).toEqual(Object.keys(KEPT).sort())
})

full.describe('a change through one instance', () => {
  beforeAll(async () => {
    t = await startApp()
    t.setNow(new Date())
    // one after another: simultaneous first calls would sign in twice
    for (const person of [country, region, office]) await t.as(person)
    await anActivity(t, 'DONE', { site_profile_id: await anApprovedSite(t, 'zds'), office: 'zds' })
    await anActivity(t, 'DONE', { site_profile_id: await anApprovedSite(t, 'laguna') })
    cited_site = (await aRecord(t, { what_happened: 'Consent was given.', reporting_year: 2024 }))
      .site_profile_id
    await published(t, (await aDraft(t, { year: 2025, reporting_years: [2024] })).id)
    await aDraft(t, { reporting_years: [2024] })
  })
  afterAll(() => t.close())

  test('shows in every kept answer of both at once', async () => {
    const both = [firstInstance(t), await anotherInstance(t)] as const
    const pending = await anActivity(t, 'AT-FMB', { site_profile_id: cited_site })
    await tellsOfAYear(pending.id)
    const arriving = await aSite(t, { level: 'FMB', boundary: null })
    const waiting = await aSite(t, { level: 'PENRO', boundary: null })
    const returned = await aSite(t, { level: 'PENRO', boundary: null })
    const withdrawn = await aSite(t, { level: 'PENRO', boundary: null })
    const changes: (readonly [person: string, url: string, body?: object])[] = [
      [OFFICES.laguna.FMB, `/sites/activities/approved/${pending.id}`],
      [OFFICES.laguna.FMB, `/sites/approved/${arriving.id}`],
      [OFFICES.laguna.PENRO, `/sites/approved/${waiting.id}`],
      [
        OFFICES.laguna.PENRO,
        `/sites/returned/${returned.id}`,
        { returned_reason: 'Please correct the area.' },
      ],
      ['fmb.super', `/sites/deactivate/${withdrawn.id}`, { deactivate_reason: 'Entered twice' }],
      ['fmb.super', `/sites/activate/${withdrawn.id}`],
    ]
    let before = await askAll(both[0])
    expect(await askAll(both[1])).toEqual(before)
    const unmoved = new Set(Object.keys(before))
    for (const [turn, change] of changes.entries()) {
      const [here, there] = turn % 2 === 0 ? both : ([both[1], both[0]] as const)
      await here.change(...change)
      const now = await askAfresh()
      expect(await askAll(there), `the other instance after ${change[1]}`).toEqual(now)
      expect(await askAll(here), `the same instance after ${change[1]}`).toEqual(now)
      for (const question of Object.keys(now))
        if (now[question] !== before[question]) unmoved.delete(question)
      before = now
    }
    // a question whose answer never changes proves nothing
    expect([...unmoved]).toEqual([])
  })

  test('shows on the page of one site, and to whoever brings a tag', async () => {
    const both = [firstInstance(t), await anotherInstance(t)] as const
    const ask = (instance: Instance, url: string, tag = '') =>
      instance.app.inject({
        url: `/api${url}`,
        headers: { 'x-api-key': 'test-key', ...(tag ? { 'if-none-match': tag } : {}) },
      })
    const pending = await anActivity(t, 'AT-FMB', { site_profile_id: await anApprovedSite(t, 'laguna') })
    const file = `${LIST}/sites.csv`
    const tags = await Promise.all(both.map(async (one) => String((await ask(one, file)).headers.etag)))
    expect(tags[0]).toBe(tags[1])
    expect((await ask(both[1], file, tags[0])).statusCode).toBe(304)
    for (const one of both) expect((await ask(one, `${LIST}/${pending.id}`)).statusCode).toBe(404)

    await both[0].change(OFFICES.laguna.FMB, `/sites/activities/approved/${pending.id}`)
    for (const one of [both[1], both[0]]) {
      expect((await ask(one, `${LIST}/${pending.id}`)).statusCode).toBe(200)
      expect((await ask(one, file, tags[0])).statusCode).toBe(200)
    }
  })
})
