import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actorOfToken } from '../../server/lib/sessions.ts'
import type { Actor } from '../../shared/access/actor.ts'
import {
  canActivateActivity,
  canApproveActivity,
  canDeactivateActivity,
  canReturnActivity,
  canSaveMeans,
  canStartActivity,
  canSubmitActivity,
  canSwitchMeans,
} from '../../shared/activities/activities.policy.ts'
import {
  type Reasons,
  reasonField,
  reasonsOf,
  type SiteActivity,
} from '../../shared/activities/activities.schema.ts'
import { type Grades, gradeActivity } from '../../shared/activities/grading.ts'
import {
  indicatorsOn,
  isOff,
  isPrincipleOff,
  NO_SWITCHES,
  turnedOff,
  turnedOn,
} from '../../shared/activities/switches.ts'
import type { Verdict } from '../../shared/lib/verdict.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import {
  approved,
  currentLevel,
  LEGAL_ROWS,
  type Review,
  returned,
  reviewOf,
  submitted,
} from '../../shared/review/review-chain.ts'
import type { Reviewed } from '../../shared/sites/sites.policy.ts'
import {
  activityAudit,
  activityOf,
  aMov,
  anActivity,
  anApprovedSite,
  batchOne,
  principleNumber,
} from '../support/activity-factories.ts'
import { type Caller, startApp, type TestApp } from '../support/app.ts'

let t: TestApp
let principles: SitePrinciple[]
beforeAll(async () => {
  t = await startApp()
  principles = await batchOne(t)
})
afterAll(() => t.close())

const means = (indicator: number, ...upload_id: number[]) => ({
  sites_criteria_indicator_id: indicator,
  upload_id,
})

describe('two people at once', () => {
  const ROUNDS = 6
  const codes = (replies: { statusCode: number }[]) =>
    replies.map((reply) => reply.statusCode).sort((a, b) => a - b)

  test('[APPROVAL-17] the same approval: one winner, one 409, one line in the log', async () => {
    const [one, two] = [await t.as('fmb.approver'), await t.as('fmb.super')]
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await anActivity(t, 'AT-FMB', { site_profile_id: await anApprovedSite(t) })
      const call = (caller: Caller) => caller.post(`/sites/activities/approved/${id}`)
      const replies = await Promise.all([call(one), call(two)])
      expect(codes(replies)).toEqual([200, 409])
      expect(replies.find((reply) => reply.statusCode === 409)?.json().message).toBe(
        'This record has already been acted on. Please refresh.',
      )
      const events = (await activityAudit(t, id)).map((line) => line.event)
      expect(events.filter((event) => event === 'Approved (FMB)')).toHaveLength(1)
      const steps = await t.db
        .selectFrom('review_steps')
        .select('id')
        .where('site_activity_id', '=', id)
        .execute()
      expect(steps).toHaveLength(4)
    }
  })

  test('an approval and a return of the same record: one of the two happens', async () => {
    const [one, two] = [await t.as('fmb.approver'), await t.as('fmb.super')]
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await anActivity(t, 'AT-FMB', { site_profile_id: await anApprovedSite(t) })
      const replies = await Promise.all([
        one.post(`/sites/activities/approved/${id}`),
        two.post(`/sites/activities/returned/${id}`, { returned_reason_1: 'Please complete.' }),
      ])
      expect(codes(replies)).toEqual([200, 409])
      const { site_status } = await activityOf(t, id)
      expect(site_status).toBe(replies[0]?.statusCode === 200 ? 'Approved' : 'Returned')
    }
  })

  test('two activities on one profile: one draft, one 422', async () => {
    const encoder = await t.as('laguna.encoder')
    for (let round = 0; round < ROUNDS; round += 1) {
      const site_profile_id = await anApprovedSite(t)
      const create = () => encoder.post('/sites/activities', { site_profile_id })
      const replies = await Promise.all([create(), create(), create()])
      expect(codes(replies)).toEqual([200, 422, 422])
      for (const reply of replies.filter((one) => one.statusCode === 422))
        expect(reply.json().errors).toEqual({
          site_profile_id: ['This SITES profile already has an ongoing SITES activity.'],
        })
      const stored = await t.db
        .selectFrom('site_activities')
        .select('id')
        .where('site_profile_id', '=', site_profile_id)
        .execute()
      expect(stored).toHaveLength(1)
    }
  })

  test('a new activity and an old one coming back: the profile has one in work', async () => {
    const [encoder, admin] = [await t.as('laguna.encoder'), await t.as('laguna.admin')]
    for (let round = 0; round < ROUNDS; round += 1) {
      const site_profile_id = await anApprovedSite(t)
      const { id } = await anActivity(t, 'DRAFT', { site_profile_id })
      await admin.post(`/sites/activities/deactivate/${id}`, { deactivate_reason: 'Duplicate' })
      const [created, activated] = await Promise.all([
        encoder.post('/sites/activities', { site_profile_id }),
        admin.post(`/sites/activities/activate/${id}`),
      ])
      expect([
        [200, 409],
        [422, 200],
      ]).toContainEqual([created.statusCode, activated.statusCode])
    }
  })

  /** The demo bureau's second encoder of Laguna, back from leave. */
  async function colleague() {
    const id = await t.userId('left.encoder')
    const back = { status: 'Activated', deactivated_at: null, deactivate_reason: null }
    await t.db.updateTable('users').set(back).where('id', '=', id).execute()
    return t.as('left.encoder')
  }

  test('two encoders who save the same principle: the one with the older revision is told', async () => {
    const [one, two] = [await t.as('laguna.encoder'), await colleague()]
    const first = principleNumber(principles, 1)
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, revision } = await anActivity(t, 'DRAFT', { site_profile_id: await anApprovedSite(t) })
      const save = async (caller: Caller, person: string) =>
        caller.post(`/sites/activities/verification/${id}`, {
          ...{ sites_principle_id: first.id, revision },
          criteria_means: [means(first.indicators[0], await aMov(t, person, `${person}.pdf`))],
        })
      const replies = await Promise.all([save(one, 'laguna.encoder'), save(two, 'left.encoder')])
      expect(codes(replies)).toEqual([200, 409])
      const winner = replies[0]?.statusCode === 200 ? 'laguna.encoder.pdf' : 'left.encoder.pdf'
      const after = await activityOf(t, id)
      expect(
        after.verification.flatMap((entry) => entry.upload.map((file) => file.upload_file_name)),
      ).toEqual([winner])
      expect(after.revision).toBe(revision + 1)
    }
  })

  test('without a revision the last list stands, whole, and the other file is let go', async () => {
    const [one, two] = [await t.as('laguna.encoder'), await colleague()]
    const first = principleNumber(principles, 1)
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await anActivity(t, 'DRAFT', { site_profile_id: await anApprovedSite(t) })
      const files = [await aMov(t, 'laguna.encoder'), await aMov(t, 'left.encoder')]
      const replies = await Promise.all(
        [one, two].map((caller, index) =>
          caller.post(`/sites/activities/verification/${id}`, {
            sites_principle_id: first.id,
            criteria_means: first.indicators.map((indicator, place) =>
              place === 0 ? means(indicator, files[index] ?? 0) : means(indicator),
            ),
          }),
        ),
      )
      expect(codes(replies)).toEqual([200, 200])
      const after = await activityOf(t, id)
      const kept = after.verification.flatMap((entry) => entry.upload.map((file) => file.upload_id))
      expect(kept).toHaveLength(1)
      const loose = await t.db
        .selectFrom('files')
        .select('id')
        .where('id', 'in', files)
        .where('unused_since', 'is not', null)
        .execute()
      expect(new Set([...kept, ...loose.map((file) => file.id)])).toEqual(new Set(files))
    }
  })

  test('one file for two activities: it goes to one of them', async () => {
    const encoder = await t.as('laguna.encoder')
    const first = principleNumber(principles, 1)
    for (let round = 0; round < ROUNDS; round += 1) {
      const file = await aMov(t, 'laguna.encoder')
      const drafts = [
        await anActivity(t, 'DRAFT', { site_profile_id: await anApprovedSite(t) }),
        await anActivity(t, 'DRAFT', { site_profile_id: await anApprovedSite(t) }),
      ]
      const replies = await Promise.all(
        drafts.map(({ id }) =>
          encoder.post(`/sites/activities/verification/${id}`, {
            sites_principle_id: first.id,
            criteria_means: [means(first.indicators[1], file)],
          }),
        ),
      )
      expect(codes(replies)).toEqual([200, 422])
    }
  })

  test('saving and submitting: what is in review is what was there when it was submitted', async () => {
    const [one, two] = [await t.as('laguna.encoder'), await colleague()]
    const first = principleNumber(principles, 1)
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await anActivity(t, 'DRAFT', { site_profile_id: await anApprovedSite(t) })
      const [cleared, sent] = await Promise.all([
        one.post(`/sites/activities/verification/${id}`, {
          sites_principle_id: first.id,
          criteria_means: [means(first.indicators[0])],
        }),
        two.post(`/sites/activities/submitted/${id}`),
      ])
      expect([
        [200, 422],
        [409, 200],
      ]).toContainEqual([cleared.statusCode, sent.statusCode])
    }
  })
})

// ---- random people, random actions, compared with the shared rules

const SEQUENCES = process.env.FULL ? 3000 : 300
const STEPS = 12

const ENCODERS = ['laguna.encoder']
const REVIEWERS = ['laguna.approver', 'r4a.approver', 'fmb.approver', 'fmb.super']
const RIGHTFUL = { PENRO: 'laguna.approver', Region: 'r4a.approver', FMB: 'fmb.approver' } as const
const ADMINS = ['laguna.admin', 'r4a.admin', 'fmb.admin', 'fmb.super']
const STRANGERS = ['r9.approver', 'quezon.encoder', 'quezon.approver', 'zds.encoder']
const PEOPLE = [...new Set([...ENCODERS, ...REVIEWERS, ...ADMINS, ...STRANGERS])]

/** Small and repeatable: the same seed gives the same sequences. */
function randomFrom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    chance: (probability: number) => next() < probability,
    pick: <T>(list: readonly T[]): T => {
      const found = list[Math.floor(next() * list.length)]
      if (found === undefined) throw new Error('Nothing to pick from.')
      return found
    },
  }
}
type Random = ReturnType<typeof randomFrom>

/** An activity as the pure rules say it must be. */
type Model = Reviewed & {
  id: number
  site_profile_id: number
  disabled_principle: number[]
  disabled_indicator: string[]
  files: Map<number, number[]>
  reasons: Reasons
  frozen: Grades | null
  accepted: number
}

const gradesOf = (model: Model): Grades =>
  model.frozen ??
  gradeActivity(
    principles,
    model,
    new Set([...model.files].filter(([, files]) => files.length > 0).map(([indicator]) => indicator)),
  )

const STATUS = { permission: 403, duties: 403, scope: 404, state: 409 } as const

type Step = {
  name: string
  path: string
  body: object
  verdict: Verdict
  /** what refuses after the policy has said yes */
  refusal: number | null
  /** what happens to the model when it is accepted */
  apply: () => void
}

const NAMES = ['save', 'switch', 'submit', 'approve', 'return', 'deactivate', 'activate'] as const
type Name = (typeof NAMES)[number]

/** One play on one profile: its activities so far, and what was done, for the message when it goes wrong. */
type Sequence = { random: Random; site: Reviewed & { id: number }; models: Model[]; log: string[] }

const isOpen = (model: Model) => model.status === 'Activated' && model.site_status !== 'Approved'
const moved = (model: Model, review: Review) => Object.assign(model, reviewOf(review))

async function stepOf(
  sequence: Sequence,
  actor: Actor,
  name: Name,
  model: Model,
  revision: number,
): Promise<Step> {
  const { chance, pick } = sequence.random
  const seen = chance(0.15) ? { revision: revision - 1 } : chance(0.5) ? { revision } : {}
  const stale = 'revision' in seen && seen.revision !== revision ? 409 : null
  const path = (call: string) => `/sites/activities/${call}/${model.id}`
  const principle = pick(principles.slice(0, 3))
  const indicators = principle.criteria.flatMap((criteria) => criteria.criteria_indicator.map(({ id }) => id))

  switch (name) {
    case 'save': {
      const chosen = indicators.filter(() => chance(0.5))
      const lists = new Map<number, number[]>()
      for (const indicator of chosen) {
        const kept = (model.files.get(indicator) ?? []).filter(() => chance(0.6))
        lists.set(indicator, chance(0.7) ? [...kept, await aMov(t, 'laguna.encoder')] : kept)
      }
      const on = indicatorsOn(principle, model)
      const closed =
        isPrincipleOff(principle, model) ||
        [...lists].some(([indicator, files]) => files.length > 0 && !on.includes(indicator))
      const criteria_means = [...lists].map(([indicator, files]) => means(indicator, ...files))
      return {
        name,
        path: path('verification'),
        body: { sites_principle_id: principle.id, criteria_means, ...seen },
        verdict: canSaveMeans(actor, model),
        refusal: stale ?? (closed ? 409 : null),
        apply: () => {
          for (const [indicator, files] of lists) model.files.set(indicator, files)
        },
      }
    }
    case 'switch': {
      const type = pick(['principle', 'indicator'] as const)
      const target = { type, id: type === 'principle' ? principle.id : pick(indicators) }
      const isDisabled = chance(0.7)
      return {
        name,
        path: `/sites/activities/${model.id}/disabled/${type}`,
        body: { site_activity_id: model.id, ...target, isDisabled },
        verdict: canSwitchMeans(actor, model),
        refusal: isOff(principle, model, target) === isDisabled ? 409 : null,
        apply: () => {
          const switches = isDisabled ? turnedOff(model, target) : turnedOn(principle, model, target)
          model.disabled_principle = switches.disabled_principle
          model.disabled_indicator = switches.disabled_indicator
          const emptied = type === 'principle' ? indicators : [target.id]
          if (isDisabled) for (const indicator of emptied) model.files.delete(indicator)
        },
      }
    }
    case 'submit':
      return {
        name,
        path: path('submitted'),
        body: seen,
        verdict: canSubmitActivity(actor, model),
        refusal: stale ?? ([...model.files.values()].every((files) => files.length === 0) ? 422 : null),
        apply: () => {
          moved(model, submitted(model))
          model.submitted_by_id = actor.id
        },
      }
    case 'approve':
      return {
        name,
        path: path('approved'),
        body: seen,
        verdict: canApproveActivity(actor, model),
        refusal: stale,
        apply: () => {
          moved(model, approved(model, actor.access_level))
          if (model.site_status !== 'Approved') return
          model.frozen = gradesOf(model)
          model.reasons = reasonsOf({})
        },
      }
    case 'return': {
      const reasons = reasonsOf({ [reasonField(pick([1, 2, 5, 8]))]: 'Please complete.' })
      return {
        name,
        path: path('returned'),
        body: { ...reasons, ...seen },
        verdict: canReturnActivity(actor, model),
        refusal: stale,
        apply: () => {
          moved(model, returned(model, actor.access_level))
          model.reasons = reasons
        },
      }
    }
    case 'deactivate':
      return {
        name,
        path: path('deactivate'),
        body: { deactivate_reason: 'Duplicate' },
        verdict: canDeactivateActivity(actor, model),
        refusal: null,
        apply: () => {
          Object.assign(model, { status: 'Deactivated', deactivated_by_id: actor.id })
        },
      }
    case 'activate':
      return {
        name,
        path: path('activate'),
        body: {},
        verdict: canActivateActivity(actor, model),
        refusal: sequence.models.some(isOpen) && model.site_status !== 'Approved' ? 409 : null,
        apply: () => {
          Object.assign(model, { status: 'Activated', deactivated_by_id: null })
        },
      }
  }
}

/** Who would sensibly do what next, so that sequences get far; one in three steps is anybody doing anything. */
function likely(random: Random, model: Model): { person: string; name: Name } {
  if (random.chance(0.3)) return { person: random.pick(PEOPLE), name: random.pick(NAMES) }
  if (model.status === 'Deactivated') return { person: random.pick(ADMINS), name: 'activate' }
  if (random.chance(0.05)) return { person: random.pick(ADMINS), name: 'deactivate' }
  const level = currentLevel(model)
  if (level)
    return {
      person: random.chance(0.8) ? RIGHTFUL[level] : random.pick(REVIEWERS),
      name: random.chance(0.75) ? 'approve' : 'return',
    }
  return {
    person: random.pick(ENCODERS),
    name: random.pick(['save', 'save', 'switch', 'submit', 'submit'] as const),
  }
}

const LEGAL = LEGAL_ROWS.map((row) => row.join('|'))

/** What the rules decide about an activity, the same from the database and from the model. */
const factsOf = (
  record: Model | SiteActivity,
  grades: Grades,
  reasons: Reasons,
  files: (readonly [number, number[]])[],
) => ({
  ...reviewOf(record),
  status: record.status,
  disabled_principle: record.disabled_principle,
  disabled_indicator: record.disabled_indicator,
  deactivated_by_id: record.deactivated_by_id,
  submitted_by_id: record.submitted_by_id,
  grades,
  reasons,
  files: files
    .filter(([, ids]) => ids.length > 0)
    .map(([indicator, ids]) => [indicator, [...ids].sort((a, b) => a - b)] as const)
    .sort(([a], [b]) => a - b),
})

/** The record in the database is the one the rules made, in one of the eight legal rows. */
function compare(stored: SiteActivity, model: Model, story: string) {
  const { site_status, penro_status, region_status, fmb_status } = stored
  const row = [site_status, penro_status, region_status, fmb_status].join('|')
  expect(LEGAL.includes(row), story).toBe(true)
  const files = stored.verification.map(
    (entry) => [entry.sites_criteria_indicator_id, entry.upload.map((file) => file.upload_id)] as const,
  )
  expect(factsOf(stored, stored.grades, reasonsOf(stored), files), story).toEqual(
    factsOf(model, gradesOf(model), model.reasons, [...model.files]),
  )
}

describe('random people', () => {
  test(
    `[APPROVAL-08] [ACTIVITIES-45] ${SEQUENCES} random sequences never leave the rules`,
    async () => {
      const seed = process.env.SEED ? Number(process.env.SEED) : Date.now() % 2_147_483_647
      console.info(`random sequences of activities: SEED=${seed}`)
      const random = randomFrom(seed)
      const callers = new Map<string, { caller: Caller; actor: Actor }>()
      for (const person of PEOPLE) {
        const caller = await t.as(person)
        const actor = await actorOfToken(t.services, caller.token ?? '')
        if (!actor) throw new Error(`${person} is not signed in.`)
        callers.set(person, { caller, actor })
      }
      const rows = new Set<string>()
      const outcomes = new Set<string>()

      for (let round = 0; round < SEQUENCES; round += 1) {
        const site = await anApprovedSite(t)
        const profile = await t.db
          .selectFrom('site_profiles')
          .select(['id', 'region_id', 'office_id'])
          .where('id', '=', site)
          .executeTakeFirstOrThrow()
        const sequence = { random, site: profile as Sequence['site'], models: [], log: [] }
        await play(sequence, callers, outcomes, rows, `SEED=${seed} sequence ${round}`)
      }

      expect([...rows].sort()).toEqual([...LEGAL].sort())
      for (const name of ['create', ...NAMES]) {
        expect(outcomes).toContain(`${name} 200`)
        expect(
          [...outcomes].filter((one) => one.startsWith(`${name} `) && !one.endsWith(' 200')).length,
        ).toBeGreaterThan(0)
      }
    },
    process.env.FULL ? 3_600_000 : 480_000,
  )
})

async function play(
  sequence: Sequence,
  callers: Map<string, { caller: Caller; actor: Actor }>,
  outcomes: Set<string>,
  rows: Set<string>,
  title: string,
) {
  const { random, models, log, site } = sequence
  const known = (person: string) => {
    const found = callers.get(person)
    if (!found) throw new Error(person)
    return found
  }

  const stored = new Map<number, SiteActivity>()
  for (let step = 0; step < STEPS; step += 1) {
    const latest = models.at(-1)
    const mayStart = !latest || !isOpen(latest)
    if (!latest || random.chance(mayStart ? 0.4 : 0.05)) {
      const person = random.chance(0.75) ? 'laguna.encoder' : random.pick(PEOPLE)
      const { caller, actor } = known(person)
      const verdict = canStartActivity(actor, site)
      const expected = verdict.ok ? (models.some(isOpen) ? 422 : 200) : STATUS[verdict.why]
      const reply = await caller.post('/sites/activities', { site_profile_id: site.id })
      log.push(`${person} create: ${reply.statusCode}`)
      expect(reply.statusCode, `${title}: ${log.join('; ')}\n${reply.body}`).toBe(expected)
      outcomes.add(`create ${reply.statusCode}`)
      if (expected === 200) models.push(modelOf(reply.json().siteActivities))
      continue
    }

    const model = random.chance(0.15) ? random.pick(models) : latest
    const before = stored.get(model.id) ?? (await activityOf(t, model.id))
    const { person, name } = likely(random, model)
    const { caller, actor } = known(person)
    const move = await stepOf(sequence, actor, name, model, before.revision)
    const expected = move.verdict.ok ? (move.refusal ?? 200) : STATUS[move.verdict.why]
    const reply = await caller.post(move.path, move.body)
    log.push(`${person} ${name}: ${reply.statusCode}`)
    const story = `${title}: ${log.join('; ')}\n${JSON.stringify(move.body)}\n${reply.body}`
    expect(reply.statusCode, story).toBe(expected)
    outcomes.add(`${name} ${reply.statusCode}`)
    if (expected === 200) {
      move.apply()
      model.accepted += 1
    }
    const after = await activityOf(t, model.id)
    stored.set(model.id, after)
    compare(after, model, story)
    if (expected !== 200) expect(after.revision, story).toBe(before.revision)
    rows.add([after.site_status, after.penro_status, after.region_status, after.fmb_status].join('|'))
  }

  expect(models.filter(isOpen).length, `${title}: ${log.join('; ')}`).toBeLessThanOrEqual(1)
  for (const model of models) {
    compare(await activityOf(t, model.id), model, `${title}: ${log.join('; ')}`)
    expect((await activityAudit(t, model.id)).length, title).toBe(model.accepted + 1)
  }
}

const modelOf = (activity: SiteActivity): Model => ({
  ...reviewOf(activity),
  ...NO_SWITCHES,
  id: activity.id,
  site_profile_id: activity.site_profile_id,
  region_id: activity.region_id,
  office_id: activity.office_id,
  status: activity.status,
  created_by_id: activity.created_by_id,
  submitted_by_id: null,
  deactivated_by_id: null,
  files: new Map(),
  reasons: reasonsOf({}),
  frozen: null,
  accepted: 0,
})
