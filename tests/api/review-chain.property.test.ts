import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../shared/access/actor.ts'
import { LEVELS } from '../../shared/access/levels.ts'
import { PERMISSION_KEYS } from '../../shared/access/permissions.ts'
import type { Verdict } from '../../shared/lib/verdict.ts'
import {
  approved,
  LEGAL_ROWS,
  REVIEW_CHAIN,
  type Review,
  returned,
  reviewOf,
  submitted,
} from '../../shared/review/review-chain.ts'
import {
  canActivateSite,
  canApproveSite,
  canDeactivateSite,
  canEditSite,
  canReturnSite,
  canSubmitSite,
  type Reviewed,
} from '../../shared/sites/sites.policy.ts'
import { actorOf, actorQuery } from '../../server/lib/sessions.ts'
import { demoEmail } from '../../server/seed/demo-people.ts'
import { type Caller, startApp, type TestApp } from '../support/app.ts'
import { aSite, eventsOf } from '../support/factories.ts'

/**
 * Random people do random things to a profile, through the front door. A model that knows only the policy and the
 * pure chain says what each call must answer; after each call the stored row must be legal and equal to the model.
 */

const FULL = process.env.FULL === '1'
const RUNS = FULL ? 3_000 : 300
// the same runs every time, unless all of them are asked for; a failure prints its seed, which SEED repeats
const SEED = Number(process.env.SEED ?? (FULL ? Date.now() % 2 ** 31 : 20_310_704))

/** One person with every key at PENRO, one such colleague: for them the duties rule is all that is left. */
const EXTRA = ['laguna.all', 'laguna.both'] as const
const PEOPLE = [
  'laguna.encoder',
  'laguna.approver',
  'laguna.admin',
  'quezon.approver',
  'r4a.approver',
  'r4a.admin',
  'r9.approver',
  'fmb.approver',
  'fmb.admin',
  'fmb.super',
  ...EXTRA,
] as const
type Person = (typeof PEOPLE)[number]

const ACTIONS = ['approve', 'return', 'submit', 'edit', 'deactivate', 'activate'] as const
type Action = (typeof ACTIONS)[number]
type Step = { who: Person; action: Action; flaw: 'none' | 'stale' | 'invalid' }

let t: TestApp
const actors = new Map<string, Actor>()
const callers = new Map<string, Caller>()

beforeAll(async () => {
  t = await startApp()
  const { region_id, office_id } = await t.db
    .selectFrom('users')
    .select(['region_id', 'office_id'])
    .where('id', '=', await t.userId('laguna.encoder'))
    .executeTakeFirstOrThrow()
  const role = await t.db
    .insertInto('roles')
    .values({
      name: 'PENRO Everything',
      access_level: 'PENRO',
      permissions: PERMISSION_KEYS.filter((key) => key.startsWith('site_map')),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const name of EXTRA)
    await t.db
      .insertInto('users')
      .values({
        first_name: 'Many',
        last_name: 'Rights',
        email: demoEmail(name),
        access_level: 'PENRO',
        region_id,
        office_id,
        role_id: role.id,
      })
      .execute()
  for (const name of PEOPLE) {
    const row = await actorQuery(t.db).where('users.email', '=', demoEmail(name)).executeTakeFirstOrThrow()
    actors.set(name, actorOf(row))
    callers.set(name, await t.as(name))
  }
})
afterAll(() => t.close())

const VERDICT: Record<Action, (actor: Actor, site: Reviewed) => Verdict> = {
  approve: canApproveSite,
  return: canReturnSite,
  submit: canSubmitSite,
  edit: canEditSite,
  deactivate: canDeactivateSite,
  activate: canActivateSite,
}

/** Approval, return and the rest as they change the model. */
function moved(site: Reviewed, action: Action, actor: Actor): Reviewed {
  const level = actor.access_level
  if (action === 'approve') return { ...site, ...approved(site, level) }
  if (action === 'return') return { ...site, ...returned(site, level) }
  if (action === 'submit') return { ...site, ...submitted(site), submitted_by_id: actor.id }
  if (action === 'deactivate') return { ...site, status: 'Deactivated', deactivated_by_id: actor.id }
  if (action === 'activate') return { ...site, status: 'Activated', deactivated_by_id: null }
  return site
}

const EVENT: Record<Action, (actor: Actor) => string> = {
  approve: (actor) => `Approved (${actor.access_level})`,
  return: (actor) => `Returned (${actor.access_level})`,
  submit: () => 'Submitted',
  edit: () => 'Updated',
  deactivate: () => 'Deactivated',
  activate: () => 'Activated',
}

const STATUS = { permission: 403, scope: 404, state: 409, duties: 403 } as const
/** the calls whose body can be wrong, and those that look at a revision */
const CAN_BE_INVALID: Action[] = ['return', 'deactivate']
const LOOKS_AT_REVISION: Action[] = ['approve', 'return', 'submit', 'edit']

function expected(site: Reviewed, { action, flaw }: Step, actor: Actor): number {
  if (flaw === 'invalid' && CAN_BE_INVALID.includes(action)) return 422
  const verdict = VERDICT[action](actor, site)
  if (!verdict.ok) return STATUS[verdict.why]
  if (flaw === 'stale' && LOOKS_AT_REVISION.includes(action)) return 409
  return flaw === 'invalid' && action === 'edit' ? 422 : 200
}

function send({ who, action, flaw }: Step, id: number, revision: number) {
  const caller = callers.get(who) as Caller
  const seen = { revision: flaw === 'stale' ? revision - 1 : revision }
  const isInvalid = flaw === 'invalid'
  switch (action) {
    case 'approve':
      return caller.post(`/sites/approved/${id}`, seen)
    case 'return':
      return caller.post(`/sites/returned/${id}`, {
        ...seen,
        returned_reason: isInvalid ? ' ' : 'Please correct.',
      })
    case 'submit':
      return caller.post(`/sites/submitted/${id}`, seen)
    case 'edit':
      return caller.patch(`/sites/${id}`, { ...seen, project_year_end: isInvalid ? 2001 : 2040 })
    case 'deactivate':
      return caller.post(`/sites/deactivate/${id}`, { deactivate_reason: isInvalid ? 'x' : 'Entered twice' })
    case 'activate':
      return caller.post(`/sites/activate/${id}`)
  }
}

const LEGAL = new Set(LEGAL_ROWS.map((row) => row.join('/')))

/** The stored row is legal, equals the model, and its dates say the same as its statuses. */
async function checkRow(id: number, site: Reviewed, revision: number) {
  const row = await t.db
    .selectFrom('site_profiles')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(reviewOf(row as unknown as Review)).toEqual(reviewOf(site))
  expect(LEGAL.has([row.site_status, row.penro_status, row.region_status, row.fmb_status].join('/'))).toBe(
    true,
  )
  expect(row).toMatchObject({
    status: site.status,
    revision,
    submitted_by: site.submitted_by_id,
    deactivated_by: site.deactivated_by_id,
  })
  expect(row.approved_at !== null).toBe(site.site_status === 'Approved')
  expect(row.waiting_since !== null).toBe(site.site_status === 'Submitted')
  expect(row.deactivated_at !== null).toBe(site.status === 'Deactivated')
  expect(row.returned_reason !== null).toBe(site.returned_by !== null)
}

const counts: Record<string, number> = {}
const note = (what: string) => {
  counts[what] = (counts[what] ?? 0) + 1
}

async function play(start: { site_status: 'Submitted' | 'Returned'; by: Person }, steps: Step[]) {
  const made = await aSite(t, { ...start, level: 'PENRO', boundary: null })
  let site: Reviewed = made
  let revision = made.revision
  const events: string[] = []
  for (const step of steps) {
    const actor = actors.get(step.who) as Actor
    const status = expected(site, step, actor)
    const reply = await send(step, made.id, revision)
    expect(reply.statusCode, `${JSON.stringify(step)} ${reply.body}`).toBe(status)
    note(String(status))
    if (status === 200) {
      site = moved(site, step.action, actor)
      revision += 1
      events.push(EVENT[step.action](actor))
      note(step.action)
    }
    await checkRow(made.id, site, revision)
  }
  expect(await eventsOf(t, made.id)).toEqual(events)
  note(site.status === 'Activated' ? site.site_status : site.status)
}

/** Who may act next, or anyone: without a hand on the rudder few runs would leave the first state. */
function towardsTheEnd(index: number): Step {
  const who = (['laguna.approver', 'r4a.approver', 'fmb.approver'] as const)[index % REVIEW_CHAIN.length]
  return { who: who ?? 'laguna.approver', action: 'approve', flaw: 'none' }
}

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      who: fc.constantFrom(...PEOPLE),
      action: fc.constantFrom(...ACTIONS),
      flaw: fc.oneof(
        { weight: 4, arbitrary: fc.constant('none' as const) },
        fc.constantFrom('stale' as const, 'invalid' as const),
      ),
    }),
  },
  { weight: 2, arbitrary: fc.nat({ max: 2 }).map(towardsTheEnd) },
)

const start = fc.record({
  site_status: fc.constantFrom('Submitted' as const, 'Returned' as const),
  by: fc.constantFrom('laguna.encoder' as const, ...EXTRA),
})

test(`[APPROVAL-14, APPROVAL-15, APPROVAL-16, APPROVAL-17] ${RUNS} random sequences over HTTP agree with the policy and stay legal (seed ${SEED})`, {
  timeout: FULL ? 3_600_000 : 300_000,
}, async () => {
  expect(LEVELS).toEqual(REVIEW_CHAIN)
  await fc.assert(fc.asyncProperty(start, fc.array(step, { minLength: 4, maxLength: 10 }), play), {
    seed: SEED,
    numRuns: RUNS,
  })
  // the runs are worth something only when they met every answer, every action and every end
  for (const what of [
    '200',
    '403',
    '404',
    '409',
    '422',
    ...ACTIONS,
    'Submitted',
    'Returned',
    'Approved',
    'Deactivated',
  ])
    expect(counts[what] ?? 0, what).toBeGreaterThan(2)
})
