import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import {
  type ActivityState,
  activityAudit,
  activityOf,
  aMov,
  anActivity,
  anApprovedSite,
  batchOne,
  OFFICES,
  principleNumber,
  takeMails,
} from '../support/activity-factories.ts'
import { type Caller, startApp, type TestApp } from '../support/app.ts'
import { pdfBytes, SITE_FIELDS, upload } from '../support/factories.ts'
import { expectKeptNumbers } from '../support/kept-numbers.ts'
import { aPerson, aRole, type NewRole } from '../support/people.ts'

let t: TestApp
let principles: SitePrinciple[]
beforeAll(async () => {
  t = await startApp()
  principles = await batchOne(t)
})
afterAll(async () => {
  await expectKeptNumbers(t)
  await t.close()
})

/** the clock stands still, near the real one by which the database dates the sessions */
const NOW = new Date()
beforeEach(() => t.setNow(NOW))

const as = (name: string | null): Promise<Caller> => t.as(name)
const site = () => anApprovedSite(t)
const first = () => principleNumber(principles, 1)
const second = () => principleNumber(principles, 2)

/** A new activity in a state, on a profile of its own. */
const inState = async (state: ActivityState): Promise<SiteActivity> =>
  anActivity(t, state, { site_profile_id: await site() })

const means = (indicator: number, ...upload_id: number[]) => ({
  sites_criteria_indicator_id: indicator,
  upload_id,
})
const file = (name?: string, more = {}) => aMov(t, 'laguna.encoder', name, more)

/** Every call on one activity, as its rightful person would make it. */
const CALLS: Record<
  string,
  {
    who: string
    state: ActivityState
    make: (caller: Caller, activity: SiteActivity) => ReturnType<Caller['get']>
  }
> = {
  show: {
    who: 'laguna.encoder',
    state: 'AT-PENRO',
    make: (caller, { id }) => caller.get(`/sites/activities/${id}`),
  },
  'save means': {
    who: 'laguna.encoder',
    state: 'DRAFT',
    make: (caller, { id }) =>
      caller.post(`/sites/activities/verification/${id}`, {
        sites_principle_id: first().id,
        criteria_means: [],
      }),
  },
  'turn off': {
    who: 'laguna.encoder',
    state: 'DRAFT',
    make: (caller, { id, site_profile_id }) =>
      caller.post(`/sites/activities/${id}/disabled/principle`, {
        ...{ site_activity_id: id, site_profile_id, id: second().id, type: 'principle', isDisabled: true },
      }),
  },
  submit: {
    who: 'laguna.encoder',
    state: 'DRAFT',
    make: (caller, { id }) => caller.post(`/sites/activities/submitted/${id}`),
  },
  approve: {
    who: 'laguna.approver',
    state: 'AT-PENRO',
    make: (caller, { id }) => caller.post(`/sites/activities/approved/${id}`),
  },
  return: {
    who: 'laguna.approver',
    state: 'AT-PENRO',
    make: (caller, { id }) =>
      caller.post(`/sites/activities/returned/${id}`, { returned_reason_1: 'Please complete.' }),
  },
  deactivate: {
    who: 'laguna.admin',
    state: 'AT-PENRO',
    make: (caller, { id }) =>
      caller.post(`/sites/activities/deactivate/${id}`, { deactivate_reason: 'Duplicate' }),
  },
  activate: {
    who: 'laguna.admin',
    state: 'AT-PENRO',
    make: (caller, { id }) => caller.post(`/sites/activities/activate/${id}`),
  },
}

/** Who lacks the right for a call, and who has it in another office. */
const OTHERS: Record<string, { without: string; elsewhere: string }> = {
  'save means': { without: 'laguna.approver', elsewhere: 'quezon.encoder' },
  'turn off': { without: 'laguna.approver', elsewhere: 'quezon.encoder' },
  submit: { without: 'laguna.approver', elsewhere: 'quezon.encoder' },
  approve: { without: 'laguna.encoder', elsewhere: 'quezon.approver' },
  return: { without: 'laguna.encoder', elsewhere: 'quezon.approver' },
  deactivate: { without: 'laguna.encoder', elsewhere: 'r9.approver' },
  activate: { without: 'laguna.encoder', elsewhere: 'r9.approver' },
}

describe('who may knock', () => {
  let open: SiteActivity
  beforeAll(async () => {
    open = await inState('AT-PENRO')
  })

  test.each(Object.keys(CALLS))('%s: not signed in is 401', async (name) => {
    const reply = await CALLS[name]?.make(await as(null), open)
    expect([reply?.statusCode, reply?.json().code]).toEqual([401, 'not_signed_in'])
  })

  test.each(['/sites/activities/datatable', '/sites/activities/datatable/site/submitted'])(
    '%s: not signed in is 401',
    async (url) => {
      expect((await (await as(null)).get(url)).statusCode).toBe(401)
    },
  )

  test.each(Object.keys(OTHERS))(
    '[API-13] %s: without the right 403, in another office 404',
    async (name) => {
      const call = CALLS[name]
      const before = await activityAudit(t, open.id)
      const without = await call?.make(await as(OTHERS[name]?.without ?? ''), open)
      expect([without?.statusCode, without?.json().code]).toEqual([403, 'permission'])
      const elsewhere = await call?.make(await as(OTHERS[name]?.elsewhere ?? ''), open)
      const isOwnKey = !['deactivate', 'activate'].includes(name)
      expect(elsewhere?.statusCode).toBe(isOwnKey ? 404 : 403)
      expect(await activityAudit(t, open.id)).toEqual(before)
      expect(await activityOf(t, open.id)).toEqual(open)
    },
  )

  test('an activity of another office or region does not exist, whatever the call', async () => {
    const far = await anActivity(t, 'AT-PENRO', {
      site_profile_id: await anApprovedSite(t, 'zds'),
      office: 'zds',
    })
    for (const [name, call] of Object.entries(CALLS)) {
      const reply = await call.make(await as(call.who), far)
      expect([name, reply.statusCode, reply.json().message]).toEqual([
        name,
        404,
        'This record was not found.',
      ])
    }
    expect(await activityOf(t, far.id)).toEqual(far)
  })

  test('an id nobody has, and one that is none, are 404', async () => {
    for (const [name, call] of Object.entries(CALLS)) {
      if (name === 'turn off') continue
      const reply = await call.make(await as(call.who), { ...open, id: 987_654 })
      expect([name, reply.statusCode]).toEqual([name, 404])
      const none = await call.make(await as(call.who), { ...open, id: 0 })
      expect([name, none.statusCode, none.json().message]).toEqual([name, 404, 'Invalid ID'])
    }
  })
})

describe('starting an activity', () => {
  test('[ACTIVITIES-22] the first saved evidence makes a draft on the profile, with copies of it', async () => {
    const profile = await site()
    const upload = await file('plan.pdf')
    const reply = await (await as('laguna.encoder')).post('/sites/activities', {
      site_profile_id: profile,
      sites_principle_id: first().id,
      criteria_means: [means(first().indicators[0], upload)],
    })
    expect(reply.statusCode).toBe(200)
    const made: SiteActivity = reply.json().siteActivities
    expect(made).toMatchObject({
      site_profile_id: profile,
      site_profile_name: SITE_FIELDS.name_of_partner,
      region: 'Region IV-A (CALABARZON)',
      province: 'Laguna',
      office: 'PENRO Laguna',
      status: 'Activated',
      deactivate_reason: 'N/A',
      site_status: 'Save as Draft',
      record_status: 'Save as Draft',
      penro_status: null,
      region_status: null,
      fmb_status: null,
      returned_by: null,
      principle_batch_number: 1,
      current_batch_number: 1,
      disabled_principle: [],
      disabled_indicator: [],
      created_at: NOW.toISOString(),
      created_by: 'Isabel Muñoz',
      submitted_at: null,
      approved_at: null,
    })
    expect(made.grades.principle_number_1).toBe('Somewhat Compliant')
    expect(made.grades.principle_number_2).toBe('Not Compliant')
    expect(await activityOf(t, made.id)).toEqual(made)

    const stored = await t.db
      .selectFrom('files')
      .select('unused_since')
      .where('id', '=', upload)
      .executeTakeFirst()
    expect(stored?.unused_since).toBeNull()
    expect(await activityAudit(t, made.id)).toEqual([
      {
        event: 'Created',
        user_email: 'laguna.encoder@bureau.example',
        code: made.site_profile_code,
        changes: [
          { field: 'site_profile', old: null, new: SITE_FIELDS.name_of_partner },
          { field: 'MOV 1.1.1', old: null, new: 'plan.pdf' },
          { field: 'principle_number_1', old: 'Not Compliant', new: 'Somewhat Compliant' },
        ],
      },
    ])
  })

  test('without evidence it is an empty draft', async () => {
    const reply = await (await as('laguna.encoder')).post('/sites/activities', {
      site_profile_id: await site(),
    })
    expect(reply.statusCode).toBe(200)
    expect(reply.json().siteActivities).toMatchObject({ site_status: 'Save as Draft', verification: [] })
  })

  test('[ACTIVITIES-42] a profile with an open activity is refused under site_profile_id', async () => {
    const { site_profile_id } = await inState('RET-FMB')
    const reply = await (await as('laguna.encoder')).post('/sites/activities', { site_profile_id })
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({
      message: 'Validation failed',
      errors: { site_profile_id: ['This SITES profile already has an ongoing SITES activity.'] },
    })
  })

  test('after final approval, or once the open one is deactivated, another may start', async () => {
    for (const state of ['DONE', 'AT-PENRO'] as const) {
      const { id, site_profile_id } = await inState(state)
      if (state === 'AT-PENRO')
        await (await as('laguna.admin')).post(`/sites/activities/deactivate/${id}`, {
          deactivate_reason: 'Duplicate',
        })
      const reply = await (await as('laguna.encoder')).post('/sites/activities', { site_profile_id })
      expect([state, reply.statusCode]).toEqual([state, 200])
      expect((await activityOf(t, id)).site_profile_id).toBe(site_profile_id)
    }
  })

  test.each([
    [
      'not yet approved',
      {
        site_status: 'Submitted',
        fmb_status: 'Submitted',
        approved_at: null,
        waiting_since: NOW.toISOString(),
      },
    ],
    ['deactivated', { status: 'Deactivated', deactivated_at: NOW.toISOString() }],
  ])('a profile that is %s cannot have one', async (_what, more) => {
    const site_profile_id = await anApprovedSite(t, 'laguna', more)
    const reply = await (await as('laguna.encoder')).post('/sites/activities', { site_profile_id })
    expect([reply.statusCode, reply.json().errors]).toEqual([
      422,
      { site_profile_id: ['Only an approved SITES profile can have SITES activities.'] },
    ])
  })

  test('[API-13] only PENRO people with the create key, for profiles of their office', async () => {
    const site_profile_id = await site()
    for (const [person, status] of [
      ['laguna.approver', 403],
      ['laguna.admin', 403],
      ['r4a.approver', 403],
      ['fmb.super', 403],
      ['quezon.encoder', 404],
      ['zds.encoder', 404],
    ] as const) {
      const reply = await (await as(person)).post('/sites/activities', { site_profile_id })
      expect([person, reply.statusCode]).toEqual([person, status])
    }
    expect((await (await as(null)).post('/sites/activities', { site_profile_id })).statusCode).toBe(401)
    const unknown = await (await as('laguna.encoder')).post('/sites/activities', { site_profile_id: 987_654 })
    expect(unknown.statusCode).toBe(404)
    const none = await t.db
      .selectFrom('site_activities')
      .select('id')
      .where('site_profile_id', '=', site_profile_id)
      .execute()
    expect(none).toEqual([])
  })

  test('[API-03] a profile that no id can name is refused under its field', async () => {
    const encoder = await as('laguna.encoder')
    for (const [site_profile_id, sentence] of [
      [null, 'Profiling of SITES is required.'],
      [0, 'Profiling of SITES is required.'],
      [-1, 'Profiling of SITES is required.'],
      [1.5, 'Profiling of SITES is required.'],
      [2 ** 31, 'Invalid ID'],
      [2 ** 53 - 1, 'Invalid ID'],
    ] as const) {
      const reply = await encoder.post('/sites/activities', { site_profile_id })
      expect([site_profile_id, reply.statusCode, reply.json().errors]).toEqual([
        site_profile_id,
        422,
        { site_profile_id: [sentence] },
      ])
    }
  })

  test('a refused first save leaves no draft behind', async () => {
    const site_profile_id = await site()
    const theirs = await aMov(t, 'quezon.encoder')
    for (const [body, field] of [
      [{}, 'site_profile_id'],
      [{ site_profile_id, criteria_means: [means(first().indicators[0], theirs)] }, 'sites_principle_id'],
      [
        {
          site_profile_id,
          sites_principle_id: first().id,
          criteria_means: [means(first().indicators[0], theirs)],
        },
        'upload_id',
      ],
      [{ site_profile_id, sites_principle_id: 987_654, criteria_means: [] }, 'sites_principle_id'],
    ] as const) {
      const reply = await (await as('laguna.encoder')).post('/sites/activities', body)
      expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, [field]])
    }
    const none = await t.db
      .selectFrom('site_activities')
      .select('id')
      .where('site_profile_id', '=', site_profile_id)
      .execute()
    expect(none).toEqual([])
  })
})

describe('saving evidence', () => {
  const save = async (activity: SiteActivity, body: object, person = 'laguna.encoder') =>
    (await as(person)).post(`/sites/activities/verification/${activity.id}`, body)
  const namesOf = (activity: SiteActivity, indicator: number) =>
    activity.verification
      .find((one) => one.sites_criteria_indicator_id === indicator)
      ?.upload.map((one) => one.upload_file_name) ?? []

  test('[ACTIVITIES-37] [ACTIVITIES-21] replaces the files of the named indicators, leaves the others, clears with an empty list', async () => {
    const draft = await inState('DRAFT')
    const [one, two] = first().indicators
    const [a, b, c] = [
      await file('a.pdf'),
      await file('b.csv', { kind: 'csv' }),
      await file('c.png', { kind: 'image' }),
    ]
    const kept = draft.verification[0]?.upload[0]?.upload_id ?? 0

    const grown = await save(draft, {
      sites_principle_id: first().id,
      // 001 §3 lists the files as well: whoever sends them along is understood
      criteria_means: [means(one, kept, a), { ...means(two, b), files: [{ name: 'b.csv' }] }],
    })
    expect(grown.statusCode).toBe(200)
    expect(namesOf(grown.json().data.siteActivities, one)).toHaveLength(2)
    const other = await save(draft, {
      sites_principle_id: second().id,
      criteria_means: [means(second().indicators[0], c)],
    })
    const after: SiteActivity = other.json().data.siteActivities
    expect(namesOf(after, one)).toContain('a.pdf')
    expect(namesOf(after, two)).toEqual(['b.csv'])
    expect(namesOf(after, second().indicators[0])).toEqual(['c.png'])

    const cleared = await save(draft, { sites_principle_id: first().id, criteria_means: [means(one)] })
    const left: SiteActivity = cleared.json().data.siteActivities
    expect(namesOf(left, one)).toEqual([])
    expect(namesOf(left, two)).toEqual(['b.csv'])
    const unused = await t.db
      .selectFrom('files')
      .select(['id', 'unused_since'])
      .where('id', 'in', [a, b, kept])
      .execute()
    const loose = unused.filter((row) => row.unused_since !== null)
    expect(new Set(loose.map((row) => row.id))).toEqual(new Set([a, kept]))
  })

  test('[ACTIVITIES-20] an entry names principle, criteria, indicator and its files', async () => {
    const draft = await inState('DRAFT')
    expect(draft.verification).toEqual([
      {
        sites_principle_id: first().id,
        sites_criteria_id: first().criteria[0]?.id,
        sites_criteria_indicator_id: first().indicators[0],
        upload: [
          expect.objectContaining({ upload_id: expect.any(Number), upload_file_name: expect.any(String) }),
        ],
      },
    ])
    expect(draft.principles.map((one) => one.principle_number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(draft.principles[0]?.verification).toEqual(draft.verification)
  })

  test('[ACTIVITIES-45] the grade of the principle follows its evidence', async () => {
    const draft = await inState('DRAFT')
    const files = await Promise.all(second().indicators.map(() => file()))
    const full = await save(draft, {
      sites_principle_id: second().id,
      criteria_means: second().indicators.map((indicator, index) => means(indicator, files[index] ?? 0)),
    })
    expect(full.json().data.siteActivities.grades.principle_number_2).toBe('Very Compliant')
    const partial = await save(draft, {
      sites_principle_id: second().id,
      criteria_means: [means(second().indicators[0])],
    })
    expect(partial.json().data.siteActivities.grades.principle_number_2).toBe('Somewhat Compliant')
    const none = await save(draft, {
      sites_principle_id: second().id,
      criteria_means: second().indicators.map((indicator) => means(indicator)),
    })
    expect(none.json().data.siteActivities.grades.principle_number_2).toBe('Not Compliant')
  })

  test('the log names the files added and removed', async () => {
    const draft = await inState('DRAFT')
    const old = draft.verification[0]?.upload[0]?.upload_file_name ?? ''
    const [one] = first().indicators
    await save(draft, { sites_principle_id: first().id, criteria_means: [means(one, await file('new.pdf'))] })
    expect((await activityAudit(t, draft.id)).at(-1)).toEqual({
      event: 'Updated',
      user_email: 'laguna.encoder@bureau.example',
      code: draft.site_profile_code,
      changes: [
        { field: 'MOV 1.1.1', old, new: null },
        { field: 'MOV 1.1.1', old: null, new: 'new.pdf' },
      ],
    })
  })

  test('a file moves between two indicators that are both named', async () => {
    const draft = await inState('DRAFT')
    const [one, two] = first().indicators
    const moved = draft.verification[0]?.upload[0]?.upload_id ?? 0
    const reply = await save(draft, {
      sites_principle_id: first().id,
      criteria_means: [means(one), means(two, moved)],
    })
    expect(reply.statusCode).toBe(200)
    expect(namesOf(reply.json().data.siteActivities, two)).toHaveLength(1)
    const stored = await t.db
      .selectFrom('files')
      .select('unused_since')
      .where('id', '=', moved)
      .executeTakeFirst()
    expect(stored?.unused_since).toBeNull()
  })

  test('[FILES-14] a name that is there already, ignoring case, is refused and nothing is changed', async () => {
    const draft = await inState('DRAFT')
    const [one, two] = first().indicators
    const a = await file('survey.pdf')
    await save(draft, { sites_principle_id: first().id, criteria_means: [means(one, a)] })
    const before = await activityOf(t, draft.id)
    const again = await file('SURVEY.PDF')
    for (const list of [[means(one, a, again)], [means(two, await file('x.pdf')), means(one, a, again)]]) {
      const reply = await save(draft, { sites_principle_id: first().id, criteria_means: list })
      expect([reply.statusCode, reply.json().errors]).toEqual([
        422,
        { upload_id: ['File SURVEY.PDF already exists. Please upload a file with a different name.'] },
      ])
    }
    expect(await activityOf(t, draft.id)).toEqual(before)
    const elsewhere = await save(draft, {
      sites_principle_id: first().id,
      criteria_means: [means(two, again)],
    })
    expect(elsewhere.statusCode).toBe(200)
  })

  test('files of another office, attached elsewhere, of a wrong kind, too large or unknown are refused', async () => {
    const draft = await inState('DRAFT')
    const other = await inState('DRAFT')
    const taken = other.verification[0]?.upload[0]?.upload_id ?? 0
    for (const id of [
      await aMov(t, 'quezon.encoder'),
      taken,
      await file('map.kml', { kind: 'kml' }),
      await file('big.pdf', { size: 41_943_041 }),
      await file('virus.pdf', { scan_status: 'quarantined' }),
      987_654,
    ]) {
      const body = { sites_principle_id: first().id, criteria_means: [means(first().indicators[0], id)] }
      const reply = await save(draft, body)
      expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['upload_id']])
    }
    const limit = await file('limit.pdf', { size: 41_943_040 })
    const body = { sites_principle_id: first().id, criteria_means: [means(first().indicators[0], limit)] }
    expect((await save(draft, body)).statusCode).toBe(200)
    expect((await activityOf(t, other.id)).verification).toEqual(other.verification)
  })

  test('the same file under two indicators is refused', async () => {
    const draft = await inState('DRAFT')
    const [one, two] = first().indicators
    const a = await file()
    const reply = await save(draft, {
      sites_principle_id: first().id,
      criteria_means: [means(one, a), means(two, a)],
    })
    expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['upload_id']])
    expect(await activityOf(t, draft.id)).toEqual(draft)
  })

  test('at most 50 files per indicator', async () => {
    const draft = await inState('DRAFT')
    const files = await Promise.all(Array.from({ length: 51 }, () => file()))
    const body = (count: number) => ({
      sites_principle_id: first().id,
      criteria_means: [means(first().indicators[0], ...files.slice(0, count))],
    })
    const refused = await save(draft, body(51))
    expect(refused.statusCode).toBe(422)
    expect(JSON.stringify(refused.json().errors)).toContain('An indicator can hold at most 50 files.')
    expect((await save(draft, body(50))).statusCode).toBe(200)
  })

  test('the principle and its indicators must be of the pinned batch, each indicator named once', async () => {
    const draft = await inState('DRAFT')
    for (const [body, field] of [
      [{ sites_principle_id: 987_654, criteria_means: [] }, 'sites_principle_id'],
      [
        { sites_principle_id: first().id, criteria_means: [means(second().indicators[0])] },
        'sites_criteria_indicator_id',
      ],
      [
        {
          sites_principle_id: first().id,
          criteria_means: [means(first().indicators[0]), means(first().indicators[0])],
        },
        'criteria_means',
      ],
      [{ sites_principle_id: first().id }, 'criteria_means'],
      [
        { sites_principle_id: first().id, criteria_means: [{ sites_criteria_indicator_id: 1 }] },
        'criteria_means.0.upload_id',
      ],
    ] as const) {
      const reply = await save(draft, body)
      expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, [field]])
    }
  })

  test('a principle or indicator that is off takes no evidence', async () => {
    const draft = await inState('DRAFT')
    const [one, two] = second().indicators
    const toggle = async (type: string, id: number) =>
      (await as('laguna.encoder')).post(`/sites/activities/${draft.id}/disabled/${type}`, {
        ...{ site_activity_id: draft.id, id, type, isDisabled: true },
      })
    await toggle('indicator', one)
    const a = await file()
    const under = await save(draft, { sites_principle_id: second().id, criteria_means: [means(one, a)] })
    expect([under.statusCode, under.json().message]).toEqual([
      409,
      'Add MOV is turned off for this indicator.',
    ])
    const beside = await save(draft, {
      sites_principle_id: second().id,
      criteria_means: [means(one), means(two, a)],
    })
    expect(beside.statusCode).toBe(200)
    await toggle('principle', second().id)
    const all = await save(draft, {
      sites_principle_id: second().id,
      criteria_means: [means(two, await file())],
    })
    expect([all.statusCode, all.json().message]).toEqual([409, 'Add MOV is turned off for this principle.'])
  })

  test('a screen that shows an older revision gets one sentence', async () => {
    const draft = await inState('DRAFT')
    const body = { sites_principle_id: first().id, criteria_means: [] }
    expect((await save(draft, { ...body, revision: draft.revision })).statusCode).toBe(200)
    const stale = await save(draft, { ...body, revision: draft.revision })
    expect([stale.statusCode, stale.json().message]).toEqual([
      409,
      'This record has already been acted on. Please refresh.',
    ])
  })

  test.each(['AT-PENRO', 'AT-REGION', 'AT-FMB', 'DONE'] as const)(
    '[ACTIVITIES-30] [ACTIVITIES-31] %s is not editable',
    async (state) => {
      const activity = await inState(state)
      const reply = await save(activity, { sites_principle_id: first().id, criteria_means: [] })
      expect([reply.statusCode, reply.json().message]).toEqual([
        409,
        'Site is only available to edit once RETURNED or Save as Draft.',
      ])
      expect(await activityOf(t, activity.id)).toEqual(activity)
    },
  )

  test('a returned one takes evidence for every principle and keeps status, comments and batch', async () => {
    const back = await inState('RET-REGION')
    const reply = await save(back, {
      sites_principle_id: second().id,
      criteria_means: [means(second().indicators[0], await file())],
    })
    const after: SiteActivity = reply.json().data.siteActivities
    expect(after.verification).toHaveLength(2)
    const {
      site_status,
      region_status,
      returned_by,
      returned_reason_2,
      returned_at,
      principle_batch_number,
    } = back
    expect(after).toMatchObject({
      ...{ site_status, region_status, returned_by, returned_reason_2, returned_at, principle_batch_number },
    })
  })
})

describe('Add MOV switches', () => {
  const toggle = async (activity: SiteActivity, type: string, id: number, isDisabled?: boolean) =>
    (await as('laguna.encoder')).post(`/sites/activities/${activity.id}/disabled/${type}`, {
      ...{ site_activity_id: activity.id, site_profile_id: activity.site_profile_id, id, type },
      ...(isDisabled === undefined ? {} : { isDisabled }),
    })

  test('[ACTIVITIES-36] [API-10] off for a principle takes its files away and makes it Not Applicable', async () => {
    const draft = await inState('DRAFT')
    const upload = draft.verification[0]?.upload[0]
    const reply = await toggle(draft, 'principle', first().id, true)
    expect(reply.statusCode).toBe(200)
    const after: SiteActivity = reply.json().data.siteActivities
    expect(after.disabled_principle).toEqual([first().id])
    expect(after.verification).toEqual([])
    expect(after.grades.principle_number_1).toBe('Not Applicable')
    const stored = await t.db
      .selectFrom('files')
      .select('unused_since')
      .where('id', '=', upload?.upload_id ?? 0)
      .executeTakeFirst()
    expect(stored?.unused_since).not.toBeNull()
    expect((await activityAudit(t, draft.id)).at(-1)).toEqual({
      event: 'MOV Disabled',
      user_email: 'laguna.encoder@bureau.example',
      code: draft.site_profile_code,
      changes: [
        { field: 'principle', old: null, new: first().title },
        { field: 'MOV 1.1.1', old: upload?.upload_file_name, new: null },
        { field: 'principle_number_1', old: 'Somewhat Compliant', new: 'Not Applicable' },
      ],
    })
  })

  test('[ACTIVITIES-36] [API-10] off for an indicator keeps its id as text; on takes it out again', async () => {
    const draft = await inState('DRAFT')
    const [one] = first().indicators
    const off: SiteActivity = (await toggle(draft, 'indicator', one, true)).json().data.siteActivities
    expect(off.disabled_indicator).toEqual([String(one)])
    expect(off.grades.principle_number_1).toBe('Not Compliant')
    const on: SiteActivity = (await toggle(draft, 'indicator', one)).json().data.siteActivities
    expect(on.disabled_indicator).toEqual([])
    expect(on.verification).toEqual([])
    expect((await activityAudit(t, draft.id)).at(-1)).toMatchObject({
      event: 'MOV Enabled',
      changes: [{ field: 'indicator', old: null, new: first().criteria[0]?.criteria_indicator[0]?.title }],
    })
  })

  test('with every indicator off the principle counts as off; turned on, it takes them along', async () => {
    const draft = await inState('DRAFT')
    for (const id of first().indicators) await toggle(draft, 'indicator', id, true)
    expect((await activityOf(t, draft.id)).grades.principle_number_1).toBe('Not Applicable')
    expect((await toggle(draft, 'principle', first().id, true)).statusCode).toBe(409)
    const on: SiteActivity = (await toggle(draft, 'principle', first().id, false)).json().data.siteActivities
    expect([on.disabled_indicator, on.grades.principle_number_1]).toEqual([[], 'Not Compliant'])
  })

  test('what is off already, or on already, is 409', async () => {
    const draft = await inState('DRAFT')
    expect((await toggle(draft, 'principle', first().id, false)).json().message).toBe(
      'Add MOV is already turned on.',
    )
    await toggle(draft, 'principle', first().id, true)
    const twice = await toggle(draft, 'principle', first().id, true)
    expect([twice.statusCode, twice.json().message]).toEqual([409, 'Add MOV is already turned off.'])
  })

  test('before an activity exists, turning one off starts the draft', async () => {
    const site_profile_id = await site()
    const body = { site_profile_id, id: second().id, type: 'principle', isDisabled: true }
    const reply = await (await as('laguna.encoder')).post(
      `/sites/activities/${second().id}/disabled/principle`,
      body,
    )
    expect(reply.statusCode).toBe(200)
    const made: SiteActivity = reply.json().data.siteActivities
    expect(made).toMatchObject({
      site_profile_id,
      site_status: 'Save as Draft',
      disabled_principle: [second().id],
    })
    expect((await activityAudit(t, made.id)).map((line) => line.event)).toEqual(['Created', 'MOV Disabled'])

    const elsewhere = { ...body, site_profile_id: await site(), isDisabled: false }
    const none = await (await as('laguna.encoder')).post(
      `/sites/activities/${second().id}/disabled/principle`,
      elsewhere,
    )
    expect(none.statusCode).toBe(409)
    const drafts = await t.db
      .selectFrom('site_activities')
      .select('id')
      .where('site_profile_id', '=', elsewhere.site_profile_id)
      .execute()
    expect(drafts).toEqual([])
  })

  test('path and body must say the same, and name something of the batch', async () => {
    const draft = await inState('DRAFT')
    const body = { site_activity_id: draft.id, id: second().id, type: 'principle', isDisabled: true }
    const post = async (path: string, more: object) =>
      (await as('laguna.encoder')).post(`/sites/activities/${path}`, { ...body, ...more })
    for (const [path, more, field] of [
      [`${draft.id + 500_000}/disabled/principle`, {}, 'id'],
      [`${draft.id}/disabled/indicator`, {}, 'type'],
      [`${draft.id}/disabled/principle`, { type: 'criteria' }, 'type'],
      [`${draft.id}/disabled/principle`, { id: 987_654 }, 'id'],
      [`${draft.id}/disabled/principle`, { site_profile_id: 987_654 }, 'site_profile_id'],
      [`${second().id}/disabled/principle`, { site_activity_id: undefined }, 'site_activity_id'],
    ] as const) {
      const reply = await post(path, more)
      expect([path, reply.statusCode, Object.keys(reply.json().errors)]).toEqual([path, 422, [field]])
    }
    expect(await activityOf(t, draft.id)).toEqual(draft)
  })

  test.each(['AT-PENRO', 'RET-PENRO', 'DONE'] as const)('[ACTIVITIES-28] refused in %s', async (state) => {
    const activity = await inState(state)
    const reply = await toggle(activity, 'principle', first().id, true)
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'state'])
    expect(await activityOf(t, activity.id)).toEqual(activity)
  })
})

test('[ACTIVITIES-26] uploaded evidence is seen by the reviewers, and by nobody once its principle is turned off', async () => {
  const draft = await inState('DRAFT')
  const encoder = await as('laguna.encoder')
  const [one, two] = first().indicators
  const csv = await upload(encoder, 'csv', 'Seedlings.csv', 'species,count\nNarra,12\n')
  const pdf = await upload(encoder, 'pdf', 'Permit.pdf', pdfBytes())
  const saved = await encoder.post(`/sites/activities/verification/${draft.id}`, {
    sites_principle_id: first().id,
    criteria_means: [means(one, pdf), means(two, csv)],
  })
  expect(saved.json().data.siteActivities.verification[1].upload).toEqual([
    expect.objectContaining({
      upload_id: csv,
      upload_file_name: 'Seedlings.csv',
      size: 23,
      media_type: 'text/csv',
    }),
  ])
  const approver = await as('laguna.approver')
  expect((await approver.get(`/file/${csv}`)).body).toBe('species,count\nNarra,12\n')
  expect((await (await as('quezon.approver')).get(`/file/${csv}`)).statusCode).toBe(404)

  await encoder.post(`/sites/activities/${draft.id}/disabled/principle`, {
    ...{ site_activity_id: draft.id, id: first().id, type: 'principle', isDisabled: true },
  })
  for (const id of [csv, pdf]) expect((await approver.get(`/file/${id}`)).statusCode).toBe(404)
  expect((await encoder.post(`/sites/activities/submitted/${draft.id}`)).statusCode).toBe(422)
})

describe('submitting', () => {
  test('[ACTIVITIES-23] a draft with evidence goes to PENRO', async () => {
    const draft = await inState('DRAFT')
    await takeMails(t)
    const reply = await (await as('laguna.encoder')).post(`/sites/activities/submitted/${draft.id}`)
    expect(reply.statusCode).toBe(200)
    const after: SiteActivity = reply.json().siteActivities
    expect(after).toMatchObject({
      site_status: 'Submitted',
      penro_status: 'Submitted',
      region_status: null,
      fmb_status: null,
      submitted_at: NOW.toISOString(),
      updated_at: NOW.toISOString(),
      record_status: 'Submitted',
    })
    expect((await activityAudit(t, draft.id)).at(-1)).toEqual({
      event: 'Submitted',
      user_email: 'laguna.encoder@bureau.example',
      code: draft.site_profile_code,
      changes: [
        { field: 'site_status', old: 'Save as Draft', new: 'Submitted' },
        { field: 'penro_status', old: null, new: 'Submitted' },
      ],
    })
    const mails = await takeMails(t)
    expect(mails.map((mail) => mail.to)).toEqual(['laguna.approver@bureau.example'])
    expect(mails[0]?.text).toContain(`/sites/activity/approval/view/${draft.id}`)
  })

  test('[ACTIVITIES-24] without any file: "Please upload 1 or more MOV first."', async () => {
    const draft = await inState('DRAFT')
    const encoder = await as('laguna.encoder')
    await encoder.post(`/sites/activities/verification/${draft.id}`, {
      sites_principle_id: first().id,
      criteria_means: [means(first().indicators[0])],
    })
    const reply = await encoder.post(`/sites/activities/submitted/${draft.id}`)
    expect([reply.statusCode, reply.json().message]).toEqual([422, 'Please upload 1 or more MOV first.'])
    expect((await activityOf(t, draft.id)).site_status).toBe('Save as Draft')
    expect((await activityAudit(t, draft.id)).at(-1)?.event).toBe('Updated')
  })

  test.each(['AT-PENRO', 'AT-REGION', 'AT-FMB', 'DONE'] as const)('refused in %s', async (state) => {
    const activity = await inState(state)
    const reply = await (await as('laguna.encoder')).post(`/sites/activities/submitted/${activity.id}`)
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'state'])
    expect(await activityOf(t, activity.id)).toEqual(activity)
  })

  test('a stale screen gets 409', async () => {
    const draft = await inState('DRAFT')
    const stale = { revision: draft.revision - 1 }
    const reply = await (await as('laguna.encoder')).post(`/sites/activities/submitted/${draft.id}`, stale)
    expect(reply.statusCode).toBe(409)
    const fresh = { revision: draft.revision }
    const done = await (await as('laguna.encoder')).post(`/sites/activities/submitted/${draft.id}`, fresh)
    expect(done.statusCode).toBe(200)
  })
})

describe('the review of an activity', () => {
  test('[APPROVAL-08] [APPROVAL-23] [APPROVAL-27] [API-09] the walk of part 4.4: returned by each level, then approved by each', async () => {
    const { id } = await inState('DRAFT')
    const encoder = await as('laguna.encoder')
    const step = async (person: string, call: string, body?: object) => {
      const reply = await (await as(person)).post(`/sites/activities/${call}/${id}`, body)
      expect([person, call, reply.statusCode]).toEqual([person, call, 200])
      const { site_status, penro_status, region_status, fmb_status, returned_by }: SiteActivity =
        reply.json().siteActivities
      return [site_status, penro_status, region_status, fmb_status, returned_by]
    }
    const submit = () => step('laguna.encoder', 'submitted')

    expect(await submit()).toEqual(['Submitted', 'Submitted', null, null, null])
    const reasons = { returned_reason_2: 'Add the minutes.', returned_reason_5: 'Add the attendance.' }
    expect(await step('laguna.approver', 'returned', reasons)).toEqual([
      'Returned',
      'Returned',
      null,
      null,
      'PENRO',
    ])
    expect(await activityOf(t, id)).toMatchObject({ ...reasons, returned_reason_1: null })

    expect(await submit()).toEqual(['Submitted', 'Submitted', null, null, 'PENRO'])
    expect(await activityOf(t, id)).toMatchObject(reasons)
    expect(await step('laguna.approver', 'approved')).toEqual([
      'Submitted',
      'Approved',
      'Submitted',
      null,
      'PENRO',
    ])
    expect(await step('r4a.approver', 'returned', { returned_reason_1: 'Wrong year.' })).toEqual([
      ...['Returned', null, 'Returned', null, 'Region'],
    ])
    expect(await activityOf(t, id)).toMatchObject({
      returned_reason_1: 'Wrong year.',
      returned_reason_2: null,
      returned_reason_5: null,
    })

    expect(await submit()).toEqual(['Submitted', 'Submitted', null, null, 'Region'])
    await step('laguna.approver', 'approved')
    expect(await step('r4a.approver', 'approved')).toEqual([
      'Submitted',
      'Approved',
      'Approved',
      'Submitted',
      'Region',
    ])
    expect(await step('fmb.approver', 'returned', { returned_reason_8: 'Maps.' })).toEqual([
      ...['Returned', null, null, 'Returned', 'FMB'],
    ])

    await submit()
    await step('laguna.approver', 'approved')
    await step('r4a.approver', 'approved')
    expect(await step('fmb.approver', 'approved')).toEqual([
      'Approved',
      'Approved',
      'Approved',
      'Approved',
      null,
    ])
    const done = await activityOf(t, id)
    expect(done).toMatchObject({
      approved_at: NOW.toISOString(),
      returned_at: NOW.toISOString(),
      returned_reason_8: null,
      record_status: 'Approved',
    })

    const shown = (await encoder.get(`/sites/activities/${id}`)).json()
    expect(
      shown.history.map((one: { round: number; action: string; level: string | null }) => [
        one.round,
        one.action,
        one.level,
      ]),
    ).toEqual([
      [1, 'Submitted', null],
      [1, 'Returned', 'PENRO'],
      [2, 'Submitted', null],
      [2, 'Approved', 'PENRO'],
      [2, 'Returned', 'Region'],
      [3, 'Submitted', null],
      [3, 'Approved', 'PENRO'],
      [3, 'Approved', 'Region'],
      [3, 'Returned', 'FMB'],
      [4, 'Submitted', null],
      [4, 'Approved', 'PENRO'],
      [4, 'Approved', 'Region'],
      [4, 'Approved', 'FMB'],
    ])
    expect(shown.history[1]).toMatchObject({
      by: 'Honorio Bautista',
      role: 'PENRO Approver',
      comments: [
        { principle_number: 2, comment: 'Add the minutes.' },
        { principle_number: 5, comment: 'Add the attendance.' },
      ],
    })
    expect((await activityAudit(t, id)).map((line) => line.event)).toEqual([
      'Created',
      'Submitted',
      'Returned (PENRO)',
      'Submitted',
      'Approved (PENRO)',
      'Returned (Region)',
      'Submitted',
      'Approved (PENRO)',
      'Approved (Region)',
      'Returned (FMB)',
      'Submitted',
      'Approved (PENRO)',
      'Approved (Region)',
      'Approved (FMB)',
    ])
    const final = (await activityAudit(t, id)).at(-1)
    expect(final?.changes.filter((one) => one.field.startsWith('principle_number_'))).toHaveLength(8)
  })

  test.each([
    ['AT-PENRO', 'laguna.approver'],
    ['AT-REGION', 'r4a.approver'],
    ['AT-FMB', 'fmb.approver'],
  ] as const)('[APPROVAL-14] [APPROVAL-15] [APPROVAL-16] in %s only %s decides', async (state, rightful) => {
    const activity = await inState(state)
    for (const person of [
      'laguna.approver',
      'r4a.approver',
      'fmb.approver',
      'r9.approver',
      'quezon.approver',
      'laguna.encoder',
    ]) {
      if (person === rightful) continue
      const approve = await (await as(person)).post(`/sites/activities/approved/${activity.id}`)
      const back = await (await as(person)).post(`/sites/activities/returned/${activity.id}`, {
        returned_reason_1: 'No.',
      })
      const expected =
        { 'laguna.encoder': 403, 'r9.approver': 404, 'quezon.approver': 404 }[person as string] ?? 409
      expect([person, approve.statusCode, back.statusCode]).toEqual([person, expected, expected])
    }
    expect(await activityOf(t, activity.id)).toEqual(activity)
    const reply = await (await as(rightful)).post(`/sites/activities/approved/${activity.id}`, {
      revision: activity.revision,
    })
    expect(reply.statusCode).toBe(200)
  })

  test('[APPROVAL-17] [APPROVAL-19] nobody approves twice, and nothing leads out of final approval', async () => {
    const done = await inState('DONE')
    for (const person of ['laguna.approver', 'r4a.approver', 'fmb.approver', 'fmb.super'])
      for (const call of ['approved', 'returned', 'submitted', 'deactivate']) {
        const body = { returned_reason_1: 'No.', deactivate_reason: 'No.' }
        const reply = await (await as(person)).post(`/sites/activities/${call}/${done.id}`, body)
        // 403 without the key, 409 with it
        expect([403, 409], `${person} ${call}`).toContain(reply.statusCode)
      }
    expect(await activityOf(t, done.id)).toEqual(done)
  })

  test('[APPROVAL-22] a return needs a comment on at least one principle', async () => {
    const activity = await inState('AT-PENRO')
    const approver = await as('laguna.approver')
    for (const body of [
      {},
      { returned_reason_3: '   ' },
      { returned_reason_3: null },
      { returned_reason_1: 'a'.repeat(1001) },
    ]) {
      const reply = await approver.post(`/sites/activities/returned/${activity.id}`, body)
      expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['returned_reason_1']])
    }
    const one = await approver.post(`/sites/activities/returned/${activity.id}`, {
      returned_reason_8: ' Last one. ',
    })
    expect(one.json().siteActivities).toMatchObject({
      returned_reason_8: 'Last one.',
      returned_reason_1: null,
    })
  })

  test('a decision on an older revision gets 409', async () => {
    const activity = await inState('AT-PENRO')
    const approver = await as('laguna.approver')
    const stale = { revision: activity.revision - 1 }
    for (const [call, body] of [
      ['approved', stale],
      ['returned', { ...stale, returned_reason_1: 'No.' }],
    ] as const) {
      const reply = await approver.post(`/sites/activities/${call}/${activity.id}`, body)
      expect([reply.statusCode, reply.json().message]).toEqual([
        409,
        'This record has already been acted on. Please refresh.',
      ])
    }
    expect(await activityOf(t, activity.id)).toEqual(activity)
  })

  test('[APPROVAL-28] the approval key approves, the return key returns', async () => {
    const activity = await inState('AT-PENRO')
    const withKey = async (key: string) => {
      const role = await t.db
        .insertInto('roles')
        .values({ name: `Only ${key}`, access_level: 'PENRO', permissions: [key] })
        .returning('id')
        .executeTakeFirstOrThrow()
      await t.db
        .updateTable('users')
        .set({ role_id: role.id })
        .where('id', '=', await t.userId('laguna.admin'))
        .execute()
      return as('laguna.admin')
    }
    const before = await t.db
      .selectFrom('users')
      .select('role_id')
      .where('id', '=', await t.userId('laguna.admin'))
      .executeTakeFirstOrThrow()
    const approve = (caller: Caller) => caller.post(`/sites/activities/approved/${activity.id}`)
    const back = (caller: Caller) =>
      caller.post(`/sites/activities/returned/${activity.id}`, { returned_reason_1: 'No.' })

    const approver = await withKey('site_activities_approval')
    expect((await approver.get(`/sites/activities/${activity.id}`)).statusCode).toBe(200)
    expect((await back(approver)).statusCode).toBe(403)
    const other = await inState('AT-PENRO')
    expect((await approver.post(`/sites/activities/approved/${other.id}`)).statusCode).toBe(200)
    const returner = await withKey('site_activities_return')
    expect((await approve(returner)).statusCode).toBe(403)
    expect((await back(returner)).statusCode).toBe(200)
    await t.db
      .updateTable('users')
      .set(before)
      .where('id', '=', await t.userId('laguna.admin'))
      .execute()
  })

  test('whoever submitted it does not approve it, unless nobody else in the office can', async () => {
    const activity = await inState('AT-PENRO')
    const approverId = await t.userId('laguna.approver')
    const encoderId = await t.userId('laguna.encoder')
    const roles = await t.db
      .selectFrom('users')
      .select(['id', 'role_id'])
      .where('id', 'in', [approverId, encoderId])
      .execute()
    const both = await t.db
      .insertInto('roles')
      .values({
        name: 'Both',
        access_level: 'PENRO',
        permissions: ['sites_activity_access', 'site_activities_approval'],
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await t.db.updateTable('users').set({ role_id: both.id }).where('id', '=', encoderId).execute()
    const encoder = await as('laguna.encoder')

    const refused = await encoder.post(`/sites/activities/approved/${activity.id}`)
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'You submitted this record, so another approver must act on it.',
    ])
    expect((await encoder.get(`/sites/activities/${activity.id}`)).json().only_approver).toBe(false)

    await t.db.updateTable('users').set({ status: 'Deactivated' }).where('id', '=', approverId).execute()
    expect((await encoder.get(`/sites/activities/${activity.id}`)).json().only_approver).toBe(true)
    expect((await encoder.post(`/sites/activities/approved/${activity.id}`)).statusCode).toBe(200)

    await t.db.updateTable('users').set({ status: 'Activated' }).where('id', '=', approverId).execute()
    for (const { id, role_id } of roles)
      await t.db.updateTable('users').set({ role_id }).where('id', '=', id).execute()
  })

  test('mails go to the next level, at the end and on a return to the encoder and those below', async () => {
    const mailsAfter = async (state: ActivityState, person: string, body?: object) => {
      const activity = await inState(state)
      await takeMails(t)
      const call = body ? 'returned' : 'approved'
      await (await as(person)).post(`/sites/activities/${call}/${activity.id}`, body)
      const mails = await takeMails(t)
      for (const mail of mails) {
        expect(`${mail.subject}${mail.text}`).toContain(activity.site_profile_code)
        expect(mail.text).not.toContain('Confidential comment')
      }
      return mails.map((mail) => mail.to.replace('@bureau.example', ''))
    }
    const comment = { returned_reason_1: 'Confidential comment' }
    expect(await mailsAfter('AT-PENRO', 'laguna.approver')).toEqual(['r4a.approver'])
    expect(await mailsAfter('AT-REGION', 'r4a.approver')).toEqual(['fmb.approver', 'fmb.super'])
    expect(await mailsAfter('AT-FMB', 'fmb.approver')).toEqual(['laguna.approver', 'laguna.encoder'])
    expect(await mailsAfter('AT-PENRO', 'laguna.approver', comment)).toEqual(['laguna.encoder'])
    expect(await mailsAfter('AT-REGION', 'r4a.approver', comment)).toEqual([
      'laguna.approver',
      'laguna.encoder',
    ])
    expect(await mailsAfter('AT-FMB', 'fmb.approver', comment)).toEqual([
      'laguna.approver',
      'laguna.encoder',
      'r4a.approver',
    ])
  })
})

describe('deactivating and activating', () => {
  test('[ACTIVITIES-34] takes it out of sight and brings it back where it was', async () => {
    const activity = await inState('AT-PENRO')
    const admin = await as('laguna.admin')
    const off = await admin.post(`/sites/activities/deactivate/${activity.id}`, {
      deactivate_reason: ' Duplicate ',
    })
    expect(off.json().siteActivities).toMatchObject({
      status: 'Deactivated',
      deactivate_reason: 'Duplicate',
      deactivated_by: 'Gloria Peñaflor',
      deactivated_at: NOW.toISOString(),
      site_status: 'Submitted',
      penro_status: 'Submitted',
    })
    expect((await (await as('laguna.approver')).get(`/sites/activities/${activity.id}`)).statusCode).toBe(404)
    expect((await (await as('laguna.encoder')).get(`/sites/activities/${activity.id}`)).statusCode).toBe(200)
    const approve = await (await as('laguna.approver')).post(`/sites/activities/approved/${activity.id}`)
    expect([approve.statusCode, approve.json().message]).toEqual([
      409,
      'This record is deactivated. Please activate it first.',
    ])
    expect(
      (await admin.post(`/sites/activities/deactivate/${activity.id}`, { deactivate_reason: 'Again' }))
        .statusCode,
    ).toBe(409)

    await takeMails(t)
    const on = await admin.post(`/sites/activities/activate/${activity.id}`)
    expect((await takeMails(t)).map((mail) => [mail.to, mail.subject])).toEqual([
      ['laguna.encoder@bureau.example', `${activity.site_profile_code}: activated`],
    ])
    const { updated_at: _u, updated_by: _b, revision: _r, ...rest } = activity
    expect(on.json().siteActivities).toMatchObject(rest)
    expect((await admin.post(`/sites/activities/activate/${activity.id}`)).statusCode).toBe(409)
    expect((await activityAudit(t, activity.id)).slice(-2)).toEqual([
      {
        event: 'Deactivated',
        user_email: 'laguna.admin@bureau.example',
        code: activity.site_profile_code,
        changes: [
          { field: 'status', old: 'Activated', new: 'Deactivated' },
          { field: 'deactivate_reason', old: 'N/A', new: 'Duplicate' },
        ],
      },
      {
        event: 'Activated',
        user_email: 'laguna.admin@bureau.example',
        code: activity.site_profile_code,
        changes: [
          { field: 'status', old: 'Deactivated', new: 'Activated' },
          { field: 'deactivate_reason', old: 'Duplicate', new: 'N/A' },
        ],
      },
    ])
  })

  test('[ACTIVITIES-34] each of the two calls has its own key, and those of profiles open neither', async () => {
    const { id } = await inState('AT-PENRO')
    const holderOf = async (name: string, ...permissions: NonNullable<NewRole['permissions']>) => {
      const role = await aRole(t, { name: `Only ${name}`, access_level: 'PENRO', permissions })
      await aPerson(t, name, { role, region: 'R04A', office: 'PENRO Laguna' })
      return as(name)
    }
    const activator = await holderOf('activator', 'sites_activity_activate')
    const deactivator = await holderOf('deactivator', 'sites_activity_deactivate')
    const ofProfiles = await holderOf('of.profiles', 'site_map_activate', 'site_map_deactivate')
    const codes = async (path: string, ...callers: Caller[]) => {
      const replies = []
      for (const caller of callers) replies.push(await caller.post(path, { deactivate_reason: 'Duplicate' }))
      return replies.map(({ statusCode }) => statusCode)
    }
    const off = `/sites/activities/deactivate/${id}`
    expect(await codes(off, activator, ofProfiles, deactivator)).toEqual([403, 403, 200])
    const on = `/sites/activities/activate/${id}`
    expect(await codes(on, deactivator, ofProfiles, activator)).toEqual([403, 403, 200])
  })

  test('a deactivated one takes no evidence, switch or submission, even from its creator', async () => {
    const draft = await inState('DRAFT')
    await (await as('laguna.admin')).post(`/sites/activities/deactivate/${draft.id}`, {
      deactivate_reason: 'Test',
    })
    for (const name of ['save means', 'turn off', 'submit']) {
      const reply = await CALLS[name]?.make(await as('laguna.encoder'), draft)
      expect([name, reply?.statusCode, reply?.json().code]).toEqual([name, 409, 'state'])
    }
  })

  test('[ACTIVITIES-32] a reason of 2 to 50 characters is needed, and no level may have approved', async () => {
    const activity = await inState('AT-PENRO')
    const admin = await as('laguna.admin')
    for (const body of [{}, { deactivate_reason: ' a ' }, { deactivate_reason: 'a'.repeat(51) }]) {
      const reply = await admin.post(`/sites/activities/deactivate/${activity.id}`, body)
      expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['deactivate_reason']])
    }
    for (const state of ['AT-REGION', 'AT-FMB', 'DONE'] as const) {
      const { id } = await inState(state)
      const reply = await admin.post(`/sites/activities/deactivate/${id}`, { deactivate_reason: 'Duplicate' })
      expect([state, reply.statusCode]).toEqual([state, 409])
    }
  })

  test('one whose profile has another activity in work by now stays deactivated', async () => {
    const old = await inState('RET-PENRO')
    const admin = await as('laguna.admin')
    await admin.post(`/sites/activities/deactivate/${old.id}`, { deactivate_reason: 'Duplicate' })
    const fresh = await anActivity(t, 'DRAFT', { site_profile_id: old.site_profile_id })
    const reply = await admin.post(`/sites/activities/activate/${old.id}`)
    expect([reply.statusCode, reply.json().message]).toEqual([
      409,
      'This SITES profile already has an ongoing SITES activity.',
    ])
    await admin.post(`/sites/activities/deactivate/${fresh.id}`, { deactivate_reason: 'Not needed' })
    expect((await admin.post(`/sites/activities/activate/${old.id}`)).statusCode).toBe(200)
  })

  test('a draft is deactivated inside its office only', async () => {
    const draft = await inState('DRAFT')
    for (const person of ['r4a.admin', 'fmb.admin']) {
      const body = { deactivate_reason: 'Duplicate' }
      const reply = await (await as(person)).post(`/sites/activities/deactivate/${draft.id}`, body)
      expect([person, reply.statusCode]).toEqual([person, 404])
    }
  })
})

describe('one activity', () => {
  test('[ACTIVITIES-17] [ACTIVITIES-18] [ACTIVITIES-19] the reply has the fields of the specification', async () => {
    const activity = await inState('RET-PENRO')
    const reply = await (await as('r4a.approver')).get(`/sites/activities/${activity.id}`)
    expect(reply.statusCode).toBe(200)
    const { siteActivities, sitePrinciples } = reply.json()
    for (const field of [
      'id region_id province_id city_id site_profile_id site_profile_code site_profile_name region province city',
      'status deactivated_by deactivated_at deactivate_reason site_status penro_status region_status fmb_status',
      'returned_by returned_reason_1 returned_reason_2 returned_reason_3 returned_reason_4 returned_reason_5',
      'returned_reason_6 returned_reason_7 returned_reason_8 created_at submitted_at record_status',
      'principle_batch_number disabled_principle disabled_indicator verification principles',
      'approved_at returned_at updated_at updated_by created_by',
    ].flatMap((line) => line.split(' ')))
      expect(siteActivities).toHaveProperty(field)
    expect(sitePrinciples).toEqual(principles)
  })

  test('it stays on its batch when a newer one comes, and says so', async () => {
    const activity = await inState('RET-PENRO')
    await t.db.insertInto('principle_batches').values({ batch_number: 2 }).execute()
    try {
      const reply = await (await as('laguna.encoder')).get(`/sites/activities/${activity.id}`)
      expect(reply.json().siteActivities).toMatchObject({
        principle_batch_number: 1,
        current_batch_number: 2,
      })
      expect(reply.json().sitePrinciples).toEqual(principles)
    } finally {
      await t.db.deleteFrom('principle_batches').where('batch_number', '=', 2).execute()
    }
  })

  test('the office, its region and FMB see it, a draft only the office', async () => {
    const sees = async (activity: SiteActivity) => {
      const people = [
        'laguna.encoder',
        'laguna.admin',
        'r4a.approver',
        'fmb.approver',
        'quezon.encoder',
        'r9.approver',
      ]
      const replies = await Promise.all(
        people.map(async (one) => (await as(one)).get(`/sites/activities/${activity.id}`)),
      )
      return people.filter((_person, index) => replies[index]?.statusCode === 200)
    }
    expect(await sees(await inState('DRAFT'))).toEqual(['laguna.encoder', 'laguna.admin'])
    expect(await sees(await inState('AT-PENRO'))).toEqual([
      'laguna.encoder',
      'laguna.admin',
      'r4a.approver',
      'fmb.approver',
    ])
  })
})

test('every demo office has people for the walk', async () => {
  for (const people of Object.values(OFFICES)) {
    const names = [people.encoder, people.PENRO, people.FMB]
    for (const name of names) expect(await t.userId(name)).toBeGreaterThan(0)
  }
})
