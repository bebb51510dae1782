import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type {
  IndicatorFacts,
  PreviousFacts,
  SiteActivity,
} from '../../shared/activities/activities.schema.ts'
import type { IndicatorFigure, SitePrinciple } from '../../shared/principles/principles.schema.ts'
import type { ActivityChangesReply } from '../../shared/activities/activity-changes.schema.ts'
import {
  activityAudit,
  activityOf,
  aMov,
  anActivity,
  anApprovedSite,
  batchOne,
  principleNumber,
} from '../support/records/activity-factories.ts'
import { type Caller, startApp, withServer } from '../support/product/app.ts'
import { full } from '../support/full.ts'
import { recordIds } from '../support/records/record-ids.ts'

const t = withServer()
let encoder: Caller
/**
 * the principle about training; its indicator has four figures: trainings, people, women, and hours, which have
 * decimals and are not added up
 */
let capacity: ReturnType<typeof principleNumber>
let trained: number
let figures: [IndicatorFigure, IndicatorFigure, IndicatorFigure, IndicatorFigure]

const figuresOf = (principle: SitePrinciple) =>
  principle.criteria.flatMap(({ criteria_indicator }) =>
    criteria_indicator.filter((one) => one.figures.length > 0),
  )

beforeAll(async () => {
  encoder = await t.as('laguna.encoder')
  capacity = principleNumber(await batchOne(t), 5)
  const [indicator] = figuresOf(capacity)
  trained = indicator?.id ?? 0
  figures = indicator?.figures as typeof figures
})

type Told = { what_happened?: string | null; figures?: Record<number, string | null>; upload_id?: number[] }

const entryOf = (told: Told, indicator = trained) => ({
  sites_criteria_indicator_id: indicator,
  upload_id: told.upload_id ?? [],
  ...('what_happened' in told ? { what_happened: told.what_happened } : {}),
  ...(told.figures
    ? {
        figures: Object.entries(told.figures).map(([at, value]) => ({
          indicator_figure_id: figures[Number(at)]?.id,
          value,
        })),
      }
    : {}),
})

const send = (id: number, told: Told, more: object = {}) =>
  encoder.post(`/sites/activities/verification/${id}`, {
    sites_principle_id: capacity.id,
    criteria_means: [entryOf(told)],
    ...more,
  })

async function tell(id: number, told: Told): Promise<SiteActivity> {
  const reply = await send(id, told)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data.siteActivities
}

const post = async (person: string, path: string, body: object = {}) => {
  const reply = await (await t.as(person)).post(path, body)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const submit = (id: number) => post('laguna.encoder', `/sites/activities/submitted/${id}`)
async function approve(id: number): Promise<void> {
  await submit(id)
  for (const person of ['laguna.approver', 'r4a.approver', 'fmb.approver'])
    await post(person, `/sites/activities/approved/${id}`)
}
const lastTime = async (id: number, person = 'laguna.encoder'): Promise<PreviousFacts | null> =>
  (await (await t.as(person)).get(`/sites/activities/${id}/last-time`)).json().last
const factOf = (activity: Pick<SiteActivity, 'facts'>, indicator = trained): IndicatorFacts | undefined =>
  activity.facts.find((one) => one.sites_criteria_indicator_id === indicator)
const aDraft = async () => anActivity(t, 'DRAFT', { site_profile_id: await anApprovedSite(t) })

describe('what happened and the figures of an indicator', () => {
  test('are kept to the letter and the last decimal, in the log, for reviewers, in every round', async () => {
    const { id } = await aDraft()
    const what_happened = 'Dalawang pagsasanay sa Sto. Niño.\n\nWomen led the second one.'
    const saved = await tell(id, { what_happened, figures: { 0: '2', 1: '1,250', 3: '12.125' } })
    expect(factOf(saved)).toEqual({
      sites_criteria_indicator_id: trained,
      what_happened,
      taken_from: null,
      figures: [
        { indicator_figure_id: figures[0].id, value: '2', taken_from: null },
        { indicator_figure_id: figures[1].id, value: '1250', taken_from: null },
        { indicator_figure_id: figures[3].id, value: '12.125', taken_from: null },
      ],
    })
    expect((await activityAudit(t, id)).at(-1)?.changes).toEqual([
      { field: 'What happened 5.2.1', old: null, new: what_happened },
      { field: 'Trainings held 5.2.1', old: null, new: '2' },
      { field: 'People trained 5.2.1', old: null, new: '1250' },
      { field: 'Hours of training per person 5.2.1', old: null, new: '12.125' },
    ])

    await submit(id)
    for (const person of ['laguna.approver', 'fmb.admin']) {
      const shown = (await (await t.as(person)).get(`/sites/activities/${id}`)).json().siteActivities
      if (person === 'laguna.approver') expect(factOf(shown)).toEqual(factOf(saved))
    }
    const { content } = await t.db
      .selectFrom('review_snapshots')
      .select('content')
      .where('record_id', 'in', recordIds('site_activities', id))
      .executeTakeFirstOrThrow()
    expect(content).toMatchObject({
      reporting_year: null,
      facts: [{ sites_criteria_indicator_id: trained, what_happened }],
    })
  })

  test('change no grade, and stay as they are for a client that knows of none', async () => {
    const { id, grades } = await aDraft()
    const told = await tell(id, { what_happened: 'One training.', figures: { 0: '1' } })
    expect(told.grades).toEqual(grades)
    const file = await aMov(t, 'laguna.encoder')
    const reply = await encoder.post(`/sites/activities/verification/${id}`, {
      sites_principle_id: capacity.id,
      criteria_means: [{ sites_criteria_indicator_id: trained, upload_id: [file] }],
    })
    expect(reply.statusCode).toBe(200)
    expect(factOf(await activityOf(t, id))).toEqual(factOf(told))
    expect((await activityAudit(t, id)).at(-1)?.changes.map(({ field }) => field)).toEqual([
      'MOV 5.2.1',
      'principle_number_5',
    ])
  })

  test('are taken away by nothing, one by one', async () => {
    const { id } = await aDraft()
    await tell(id, { what_happened: 'One training.', figures: { 0: '1', 1: '20' } })
    const less = await tell(id, { figures: { 0: null } })
    expect(factOf(less)).toMatchObject({
      what_happened: 'One training.',
      figures: [{ indicator_figure_id: figures[1].id, value: '20' }],
    })
    const none = await tell(id, { what_happened: ' \n ', figures: { 1: '' } })
    expect(none.facts).toEqual([])
    expect((await activityAudit(t, id)).at(-1)?.changes).toEqual([
      { field: 'What happened 5.2.1', old: 'One training.', new: null },
      { field: 'People trained 5.2.1', old: '20', new: null },
    ])
  })

  test('a text of 2,001 characters, a strange figure and one named twice are refused under their fields', async () => {
    const { id } = await aDraft()
    const long = await send(id, { what_happened: 'ñ'.repeat(2001) })
    expect(Object.values(long.json().errors)).toEqual([['What happened cannot exceed 2,000 characters.']])
    const post = async (entry: object) =>
      (
        await encoder.post(`/sites/activities/verification/${id}`, {
          sites_principle_id: capacity.id,
          criteria_means: [{ sites_criteria_indicator_id: trained, upload_id: [], ...entry }],
        })
      ).json().errors
    const [stranger] = figuresOf(principleNumber(await batchOne(t), 6))[0]?.figures ?? []
    expect(await post({ figures: [{ indicator_figure_id: stranger?.id, value: '1' }] })).toEqual({
      'criteria_means.0.figures.0.value': ['This figure does not belong to the indicator.'],
    })
    const twice = { indicator_figure_id: figures[0].id, value: '1' }
    expect(await post({ figures: [twice, twice] })).toEqual({
      'criteria_means.0.figures.1.value': ['Each figure can be named once.'],
    })
  })

  test('go with Add MOV, and cannot be told where it is off', async () => {
    const { id } = await aDraft()
    await tell(id, { what_happened: 'One training.', figures: { 0: '1' } })
    const off = { id: trained, type: 'indicator', site_activity_id: id, isDisabled: true }
    await post('laguna.encoder', `/sites/activities/${id}/disabled/indicator`, off)
    expect((await activityOf(t, id)).facts).toEqual([])
    expect((await activityAudit(t, id)).at(-1)?.changes).toEqual(
      expect.arrayContaining([{ field: 'What happened 5.2.1', old: 'One training.', new: null }]),
    )
    const refused = await send(id, { what_happened: 'Again' })
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'Add MOV is turned off for this indicator.',
    ])
  })

  test('what changed since a return tells old and new, and the reporting year', async () => {
    const { id } = await aDraft()
    await tell(id, { what_happened: 'Two trainings in June.', figures: { 1: '20' } })
    await submit(id)
    await post('laguna.approver', `/sites/activities/returned/${id}`, { returned_reason_5: 'Twenty, or 24?' })
    await tell(id, { what_happened: 'Two trainings in July.', figures: { 1: '24' } })
    await post('laguna.encoder', `/sites/activities/${id}/reporting-year`, { reporting_year: 2024 })
    await submit(id)
    const reply = await (await t.as('laguna.approver')).get(`/sites/activities/${id}/changes`)
    const changes = reply.json() as ActivityChangesReply
    expect(changes.reporting_year).toEqual({ old: null, new: 2024 })
    const mine = { sites_criteria_indicator_id: trained, indicator: '5.2.1' }
    expect(changes.principles.find((one) => one.principle_number === 5)?.facts).toEqual([
      { ...mine, figure: null, old: 'Two trainings in June.', new: 'Two trainings in July.' },
      { ...mine, figure: { name: 'People trained', unit: 'people' }, old: '20', new: '24' },
    ])
    expect(changes.principles.filter((one) => one.facts.length > 0)).toHaveLength(1)
  })
})

describe('the reporting year', () => {
  test('comes with a new activity, is one of the project so far, and stands in the log', async () => {
    const site_profile_id = await anApprovedSite(t)
    const refused = await encoder.post('/sites/activities', { site_profile_id, reporting_year: 2020 })
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      {
        reporting_year: [
          expect.stringMatching(
            /^Reporting year must be between 2021 and 20\d\d, the years of the project so far\.$/,
          ),
        ],
      },
    ])
    const { siteActivities } = await post('laguna.encoder', '/sites/activities', {
      site_profile_id,
      reporting_year: 2023,
    })
    const { id, reporting_year, project_year_start, project_year_end } = siteActivities as SiteActivity
    expect([reporting_year, project_year_start, project_year_end]).toEqual([2023, 2021, 2030])
    expect((await activityAudit(t, id))[0]?.changes).toContainEqual({
      field: 'reporting_year',
      old: null,
      new: '2023',
    })
    await post('laguna.encoder', `/sites/activities/${id}/reporting-year`, { reporting_year: null })
    expect((await activityOf(t, id)).reporting_year).toBeNull()
  })

  test('a stale page cannot say it, and nobody after the submission', async () => {
    const { id, revision } = await aDraft()
    await tell(id, { what_happened: 'Somebody else was here.' })
    const path = `/sites/activities/${id}/reporting-year`
    expect((await encoder.post(path, { reporting_year: 2024, revision })).statusCode).toBe(409)
    await submit(id)
    expect((await encoder.post(path, { reporting_year: 2024 })).statusCode).toBe(409)
    expect((await activityOf(t, id)).reporting_year).toBeNull()
  })
})

describe('start from last time', () => {
  /** An approved activity of 2024 with a statement and figures, and the next activity of the same site. */
  async function twoYears() {
    const before = await aDraft()
    await post('laguna.encoder', `/sites/activities/${before.id}/reporting-year`, { reporting_year: 2024 })
    await tell(before.id, {
      what_happened: 'Two trainings.',
      figures: { 0: '2', 1: '40', 3: '7.5' },
      upload_id: [await aMov(t, 'laguna.encoder')],
    })
    await approve(before.id)
    const next = await anActivity(t, 'DRAFT', { site_profile_id: before.site_profile_id })
    return { before, next }
  }

  test('takes over texts and figures but no file, marked until somebody edits or confirms each', async () => {
    const { before, next } = await twoYears()
    expect(await lastTime(before.id)).toBeNull()
    expect(await lastTime(next.id)).toMatchObject({ site_activity_id: before.id, year: 2024 })
    await tell(next.id, { figures: { 0: '3' } })

    const started = (await post('laguna.encoder', `/sites/activities/${next.id}/start-from-last`))
      .siteActivities as SiteActivity
    expect(factOf(started)).toMatchObject({
      what_happened: 'Two trainings.',
      taken_from: 2024,
      figures: [
        // a value that was already there stays
        { value: '3', taken_from: null },
        { value: '40', taken_from: 2024 },
        { value: '7.5', taken_from: 2024 },
      ],
    })
    expect(started.verification.filter((one) => one.sites_criteria_indicator_id === trained)).toEqual([])

    const again = (await post('laguna.encoder', `/sites/activities/${next.id}/start-from-last`))
      .siteActivities as SiteActivity
    expect(again.revision).toBe(started.revision)

    const checked = await tell(next.id, { what_happened: 'Two trainings.', figures: { 1: '44' } })
    expect(factOf(checked)).toMatchObject({
      taken_from: null,
      figures: [
        { value: '3', taken_from: null },
        { value: '44', taken_from: null },
        { value: '7.5', taken_from: 2024 },
      ],
    })
    // confirmed unchanged, so the log has nothing about it
    expect((await activityAudit(t, next.id)).at(-1)?.changes).toEqual([
      { field: 'People trained 5.2.1', old: '40', new: '44' },
    ])
    // a later activity is not the last time of an earlier one
    await approve(next.id)
    expect(await lastTime(before.id)).toBeNull()
  })

  test('[S-145] checks the revision that the page showed, and says who saved in between', async () => {
    const { next } = await twoYears()
    const path = `/sites/activities/${next.id}/start-from-last`
    const between = await tell(next.id, { what_happened: 'Somebody else was here.' })
    const refused = await encoder.post(path, { revision: next.revision })
    expect(refused.statusCode).toBe(409)
    expect(refused.json().saved_before).toMatchObject({
      by: between.updated_by,
      at: between.updated_at,
      fields: [{ field: 'What happened 5.2.1', old: null, new: 'Somebody else was here.' }],
    })
    expect(factOf(await activityOf(t, next.id))?.figures).toEqual([])
    // even where nothing is left to copy
    await post('laguna.encoder', path, { revision: between.revision })
    expect((await encoder.post(path, { revision: between.revision })).statusCode).toBe(409)
  })

  test('[S-145] can be undone as long as nothing was saved; then what stood before stands again', async () => {
    const { next } = await twoYears()
    const before = await tell(next.id, { figures: { 0: '3' } })
    const path = `/sites/activities/${next.id}/start-from-last`
    const take = async (revision: number) => (await post('laguna.encoder', path, { revision })).siteActivities
    const started = await take(before.revision)
    const refused = await encoder.post(`${path}/undo`, { revision: before.revision })
    expect([refused.statusCode, refused.json().saved_before.by]).toEqual([409, started.updated_by])
    const undone = (await post('laguna.encoder', `${path}/undo`, { revision: started.revision }))
      .siteActivities
    expect(undone.facts).toEqual(before.facts)
    expect((await activityAudit(t, next.id)).at(-1)?.changes).toContainEqual({
      field: 'What happened 5.2.1',
      old: 'Two trainings.',
      new: null,
    })
    // a second press changes nothing, and it can be copied again
    const twice = (await post('laguna.encoder', `${path}/undo`)).siteActivities
    expect(twice.revision).toBe(undone.revision)
    await take(undone.revision)
    const saved = await tell(next.id, { figures: { 1: '44' } })
    const late = await encoder.post(`${path}/undo`, { revision: saved.revision })
    expect(late.statusCode).toBe(409)
    expect(late.json().message).toMatch(/^Something was saved after/)
    expect((await activityOf(t, next.id)).facts).toEqual(saved.facts)
    expect((await (await t.as('quezon.encoder')).post(`${path}/undo`, {})).statusCode).toBe(404)
  })

  test('[S-145] a second activity of a site for the same year says so, and nothing is refused', async () => {
    const { before, next } = await twoYears()
    const year = (reporting_year: number | null) =>
      post('laguna.encoder', `/sites/activities/${next.id}/reporting-year`, { reporting_year })
    const same = async () => (await encoder.get(`/sites/activities/${next.id}/last-time`)).json().same_year
    const marks = async () => (await encoder.get(`/sites/activities/${next.id}`)).json().marks
    expect([await same(), await marks()]).toEqual([[], []])
    await year(2024)
    expect(await same()).toMatchObject([{ id: before.id, site_status: 'Approved' }])
    expect(await marks()).toEqual(['This site has another activity for the same year'])
    await year(2025)
    expect([await same(), await marks()]).toEqual([[], []])
  })

  test('[S-145] a figure larger than the one it is a part of is pointed out, in the filter of warnings as well', async () => {
    const { id } = await aDraft()
    const marks = async () => (await encoder.get(`/sites/activities/${id}`)).json().marks
    await tell(id, { figures: { 1: '40', 2: '40' }, upload_id: [await aMov(t, 'laguna.encoder')] })
    expect(await marks()).toEqual([])
    await tell(id, { figures: { 2: '41' } })
    expect(await marks()).toEqual(['1 figure larger than the total'])
    await submit(id)
    const ids = async (warnings: string) =>
      (
        await (
          await t.as('laguna.approver')
        ).get(`/sites/activities/datatable/penro/Submitted?page=1&length=100&warnings=${warnings}`)
      )
        .json()
        .data.map((row: { id: number }) => row.id)
    expect([(await ids('with')).includes(id), (await ids('without')).includes(id)]).toEqual([true, false])
  })

  test('pairs indicators and figures with those of a newer set of criteria; older values stay as they are', async () => {
    const { before, next: first } = await twoYears()
    await post('laguna.admin', `/sites/activities/deactivate/${first.id}`, {
      deactivate_reason: 'Begun with the older set of criteria.',
    })
    const older = await activityOf(t, before.id)
    const [current] = (await encoder.get('/sites/principles/search?principle_number=5')).json()
      .sitePrinciples as SitePrinciple[]
    const criteria = current?.criteria.map(({ sites_principle_id: _, ...one }) => ({
      ...one,
      criteria_indicator: one.criteria_indicator.map(({ figures: had, ...indicator }) =>
        had.length === 0
          ? indicator
          : {
              ...indicator,
              title: 'Trainings reach those who need them',
              // another order, one added, one removed, one with another unit
              figures: [
                { name: 'People trained', unit: 'people', is_whole: true, adds_up: true },
                { name: 'Hours of training per person', unit: 'days', is_whole: false, adds_up: false },
                { name: 'Elders trained', unit: 'people', is_whole: true, adds_up: true },
              ],
            },
      ),
    }))
    const saved = await post('fmb.super', '/sites/principles', {
      principle_number: 5,
      batch_number: current?.batch_number,
      criteria,
    })
    const [renewed] = figuresOf(saved.sitePrinciple as SitePrinciple)
    const { id } = await anActivity2(before.site_profile_id)
    const last = await lastTime(id)
    expect(last?.facts).toEqual([
      {
        sites_criteria_indicator_id: renewed?.id,
        what_happened: 'Two trainings.',
        figures: [{ indicator_figure_id: renewed?.figures[0]?.id, value: '40' }],
      },
    ])
    const { facts } = await activityOf(t, before.id)
    expect(facts).toEqual(older.facts)
  })

  /** A draft of the newest batch. */
  async function anActivity2(site_profile_id: number): Promise<SiteActivity> {
    return (await post('laguna.encoder', '/sites/activities', { site_profile_id })).siteActivities
  }
})

describe('figures of the criteria', () => {
  test('are frozen with the batch; a client that knows of none keeps them, an empty list takes them away', async () => {
    const admin = await t.as('fmb.super')
    const current = async (number: number) =>
      (
        (await admin.get(`/sites/principles/search?principle_number=${number}`)).json().sitePrinciples as [
          SitePrinciple,
        ]
      )[0]
    const before = await current(6)
    const grievance = figuresOf(await current(2))
    const send = (principle: SitePrinciple, change: (figures: IndicatorFigure[]) => object) =>
      post('fmb.super', '/sites/principles', {
        principle_number: principle.principle_number,
        batch_number: principle.batch_number,
        criteria: principle.criteria.map(({ sites_principle_id: _, ...one }) => ({
          ...one,
          title: `${one.title} again`,
          criteria_indicator: one.criteria_indicator.map(({ figures: had, ...indicator }) => ({
            ...indicator,
            ...change(had),
          })),
        })),
      })
    const silent = (await send(before, () => ({}))).sitePrinciple as SitePrinciple
    const names = (principle: SitePrinciple) =>
      figuresOf(principle).map((one) => one.figures.map(({ id: _, ...figure }) => figure))
    expect(names(silent)).toEqual(names(before))
    expect(figuresOf(silent)[0]?.figures[0]?.id).not.toBe(figuresOf(before)[0]?.figures[0]?.id)
    // the other principles are copied with their figures
    expect(names(await current(2))).toEqual(
      grievance.map((one) => one.figures.map(({ id: _, ...rest }) => rest)),
    )

    const gone = (await send(silent, () => ({ figures: [] }))).sitePrinciple as SitePrinciple
    expect(names(gone)).toEqual([])
    const [line] = await t.db
      .selectFrom('audit_logs')
      .select('field_change')
      .where('event', '=', 'Criteria Saved')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(line?.field_change).toContainEqual({
      field: '6.2.1 figures',
      old: 'Households that received benefits (households, whole number, adds up); Benefits paid out (pesos, decimals, adds up)',
      new: 'none',
    })
    const again = (await admin.get(`/sites/principles/${before.id}`)).json().sitePrinciple
    expect(names(again)).toEqual(names(before))
  })

  test('five of them, two of one name and one without a unit are refused under their fields', async () => {
    const admin = await t.as('fmb.super')
    const [principle] = (await admin.get('/sites/principles/search?principle_number=1')).json()
      .sitePrinciples as [SitePrinciple]
    const figure = { name: 'Permits', unit: 'permits', is_whole: true, adds_up: true }
    const errorsOf = async (list: object[]) => {
      const reply = await admin.post('/sites/principles', {
        principle_number: 1,
        batch_number: principle.batch_number,
        criteria: principle.criteria.map(({ sites_principle_id: _, ...one }, at) => ({
          ...one,
          criteria_indicator: one.criteria_indicator.map((indicator, place) => ({
            ...indicator,
            figures: at + place === 0 ? list : [],
          })),
        })),
      })
      expect(reply.statusCode).toBe(422)
      return reply.json().errors
    }
    const path = 'criteria.0.criteria_indicator.0.figures'
    const five = Array.from({ length: 5 }, (_, index) => ({ ...figure, name: `Permits ${index}` }))
    expect(await errorsOf(five)).toEqual({ [path]: ['An outcome indicator can have at most 4 figures.'] })
    expect(await errorsOf([figure, { ...figure, name: 'permits' }])).toEqual({
      [`${path}.1.name`]: ['The figure permits is listed twice.'],
    })
    expect(await errorsOf([{ ...figure, unit: ' ' }])).toEqual({ [`${path}.0.unit`]: ['Unit is required.'] })
  })
})

describe('the figures of a year, summed', () => {
  full.test(
    'equal a sum by hand, per region and over all, of the latest approved activity of each site',
    async () => {
      const own = await startApp()
      const office = async (name: 'laguna' | 'zds', told: [year: number, value: string | null][]) => {
        const site_profile_id = await anApprovedSite(own, name)
        for (const [reporting_year, value] of told) {
          const activity = await anActivity(own, 'DONE', { site_profile_id, office: name })
          await own.db
            .updateTable('site_activities')
            .set({ reporting_year })
            .where('id', '=', activity.id)
            .execute()
          if (value === null) continue
          const rows = [
            { indicator_figure_id: figures[1].id, value },
            // not added up
            { indicator_figure_id: figures[3].id, value: '7.5' },
          ]
          await own.db
            .insertInto('site_activity_figures')
            .values(rows.map((one) => ({ site_activity_id: activity.id, ...one })))
            .execute()
        }
      }
      await office('laguna', [
        [2023, '10'],
        [2024, '5'],
        // reported again for the same year: the later one counts
        [2024, '7.125'],
      ])
      await office('laguna', [[2024, '0.3']])
      await office('laguna', [[2024, null]])
      await office('zds', [[2024, '100.6']])
      const totals = async (person: string, query = '') =>
        (await (await own.as(person)).get(`/reports/figure-totals${query}`)).json()
      const trained = { principle_number: 5, indicator: '5.2.1', name: 'People trained', unit: 'people' }
      const [zds, laguna] = [
        { region: 'Region IX (Zamboanga Peninsula)', sites: 1, total: '100.6' },
        { region: 'Region IV-A (CALABARZON)', sites: 2, total: '7.425' },
      ]
      const all = await totals('fmb.admin')
      expect(all).toMatchObject({ reporting_year: 2024, years: [2024, 2023] })
      expect(all.data).toEqual([
        {
          ...trained,
          sites: 3,
          total: '108.025',
          regions: [expect.objectContaining(laguna), expect.objectContaining(zds)],
        },
      ])
      expect(await totals('fmb.admin', '?reporting_year=2023')).toMatchObject({
        data: [{ ...trained, sites: 1, total: '10' }],
      })
      // all but FMB stay in the own region, whatever they request (C-33)
      expect(await totals('r4a.approver', '?accessLevel=National')).toMatchObject({
        data: [{ sites: 2, total: '7.425', regions: [laguna] }],
      })
      expect((await totals('fmb.admin', '?reporting_year=2001')).data).toEqual([])
      await own.close()
    },
  )
})

test('the seed of batch 1 asks for figures of participation, capacity, benefit and grievance', () => {
  const seed = JSON.parse(readFileSync('db/seed/principles.json', 'utf8')) as {
    principle_number: number
    criteria: { indicators: { figures?: { name: string }[] }[] }[]
  }[]
  const asked = seed.flatMap(({ principle_number, criteria }) =>
    criteria.flatMap(({ indicators }) =>
      indicators.flatMap(({ figures: list }) => (list ? [[principle_number, list.length]] : [])),
    ),
  )
  expect(asked).toEqual([
    [2, 2],
    [4, 4],
    [5, 4],
    [6, 2],
  ])
})
