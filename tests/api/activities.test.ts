import { describe, expect, test } from 'vitest'
import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import { activityAudit, activityOf, aMov, anApprovedSite } from '../support/records/activity-factories.ts'
import { means, stageActivities } from '../support/records/activity-stage.ts'
import type { Caller, TestApp } from '../support/product/app.ts'
import { pdfBytes, SITE_FIELDS, upload } from '../support/records/factories.ts'

let t: TestApp
const { NOW, site, principles, first, second, inState } = stageActivities((started) => {
  t = started
})
const as = (name: string | null): Promise<Caller> => t.as(name)

const file = (name?: string, more = {}) => aMov(t, 'laguna.encoder', name, more)

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
      // 001 §3 lists the files as well, so a caller may send them
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
    expect(JSON.stringify(refused.json().errors)).toContain('An indicator can have at most 50 files.')
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
        site_activity_id: draft.id,
        id,
        type,
        isDisabled: true,
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
      site_status,
      region_status,
      returned_by,
      returned_reason_2,
      returned_at,
      principle_batch_number,
    })
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
    site_activity_id: draft.id,
    id: first().id,
    type: 'principle',
    isDisabled: true,
  })
  for (const id of [csv, pdf]) expect((await approver.get(`/file/${id}`)).statusCode).toBe(404)
  expect((await encoder.post(`/sites/activities/submitted/${draft.id}`)).statusCode).toBe(422)
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
    expect(sitePrinciples).toEqual(principles())
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
      expect(reply.json().sitePrinciples).toEqual(principles())
    } finally {
      await t.db.deleteFrom('principle_batches').where('batch_number', '=', 2).execute()
    }
  })
})
