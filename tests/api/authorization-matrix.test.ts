import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PERMISSION_KEYS } from '../../shared/access/permissions.ts'
import type { User } from '../../shared/auth/auth.schema.ts'
import { type BadProvider, startBadProvider } from '../support/doubles/bad-oidc-provider.ts'
import { API_KEY, startApp, type TestApp } from '../support/product/app.ts'
import { callsOf, personOf } from '../support/oracles/authorization-calls.ts'
import {
  type Caller,
  CALLERS,
  expected,
  expectedOfKey,
  expectedWhileOff,
  type KeyHolder,
  type Kind,
  ROLES,
  type Row,
  type Status,
  TABLE,
  type Target,
} from '../support/oracles/authorization-table.ts'
import { type Aim, arrange, ofTheDay, PLACES_ASKED } from '../support/oracles/authorization-targets.ts'
import { placeOf } from '../support/records/factories.ts'
import { oidcSettings } from '../support/records/single-sign-on.ts'
import { aPerson, aRole } from '../support/records/people.ts'
import { type Change, type ChangeWatch, watchChanges } from '../support/oracles/changes.ts'
import { ASKED_OF_ALL, askedBefore } from '../support/oracles/identity-calls.ts'
import { FULL } from '../support/full.ts'

/** Every call × every caller × every target, against a table written from the specification alone. */

const DAY = Math.floor(Date.now() / 86_400_000)

/**
 * All targets in a full run; else a tenth for calls that only read and a third for others, another part each day, and one
 * at least.
 */
const sampled = (row: Row, all: Aim[]): Aim[] => {
  const today = ofTheDay(all)
  const parts = Math.min(FULL ? 1 : row.off === 'too' ? 10 : 3, today.length)
  return today.filter((_, index) => (index + DAY) % parts === 0)
}

/**
 * All callers in a full run. Else all at the first target of a call that is not open to everybody; at other targets, and
 * for a call that is open to all who are signed in or to the public, one half, the other one each day.
 */
const callersAt = ({ who }: Row, index: number): readonly Caller[] =>
  CALLERS.filter(
    (caller, number) =>
      FULL ||
      (index === 0 && (caller === 'signed out' || typeof who !== 'string')) ||
      (number + index + DAY) % 2 === 0,
  )

let t: TestApp
let provider: BadProvider
let watch: ChangeWatch
let says: Awaited<ReturnType<typeof callsOf>>
let aims: Map<Kind, Aim[]>
let before: string
let home: { region_id: number; office_id: number }
const tokens = new Map<Caller, string | null>()
let cells = 0
const counted = new Map<number, number>()

beforeAll(async () => {
  provider = await startBadProvider()
  t = await startApp({ settings: oidcSettings(provider.issuer) })
  home = await placeOf(t)
  aims = await arrange(t)
  says = await callsOf(t)
  for (const caller of CALLERS) tokens.set(caller, (await t.as(personOf(caller))).token)
  // so that no call fails for an identity check that is too old
  await sql`update sessions set proved_at = now() + interval '1 day', proved_by = 'password'`.execute(t.db)
  watch = await watchChanges(t)
  before = await watch.fingerprint()
}, 180_000)
afterAll(async () => {
  await t.close()
  await provider.stop()
})

const named = (target: Target): string =>
  Object.entries(target)
    .map(([key, value]) => (key === 'kind' ? value : `${key} ${value}`))
    .join(', ')

async function ask(call: string, caller: Caller, aim: Aim) {
  const say = says[call]
  if (!say) throw new Error(`Nothing says how to make ${call}.`)
  const { url, payload, headers } = await say(aim, caller)
  const token = tokens.get(caller)
  return t.app.inject({
    method: call.split(' ')[0] as 'GET',
    url: `/api${url}`,
    headers: { 'x-api-key': API_KEY, ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    ...(payload ? { payload } : {}),
  })
}

const tablesIn = (changes: Change[]) => [...new Set(changes.map(({ op, table }) => `${op} ${table}`))]

/** Returns the changes committed since the last call, and reverts them. */
async function taken(): Promise<Change[]> {
  const changes = await watch.taken()
  if (changes.length > 0) await watch.undo(changes)
  return changes
}

/**
 * Changes without a row in the log: a visit to the provider that has begun, an unfinished form, an unfinished upload, a record sent to its reader, a factor that
 * does not count yet, what a passkey or a login is asked, and queued jobs, which log what they do.
 */
const UNLOGGED = [
  'public.oidc_sign_ins',
  'public.app_factors',
  'public.passkey_challenges',
  'public.passkeys',
  'public.second_steps',
  'public.form_drafts',
  // the draft of an answer
  'public.review_points',
  'public.file_uploads',
  'public.record_sendings',
  'graphile_worker._private_tasks',
  'graphile_worker._private_jobs',
]

/** Makes a call as one caller and returns the fault in its answer or its changes, or null. */
async function cell(
  call: string,
  caller: Caller,
  aim: Aim,
  changed: () => Promise<Change[]>,
): Promise<string | null> {
  const right: Status = expected(call, caller, aim.target)
  const reply = await ask(call, caller, aim)
  // created, or done without content
  const got = [201, 204].includes(reply.statusCode) ? 200 : reply.statusCode
  const changes = await changed()
  const where = `${caller} → ${call} (${named(aim.target)})`
  if (got !== right)
    return `${where}: ${reply.statusCode} instead of ${right} ${reply.statusCode >= 400 ? reply.json().message : ''}`
  if (right !== 200 && changes.length > 0)
    return `${where}: refused with ${right}, but changed ${tablesIn(changes).join(', ')}`
  const logged = changes.filter(({ table }) => !UNLOGGED.includes(table))
  if (logged.length > 0 && !logged.some(({ table }) => table === 'public.audit_logs'))
    return `${where}: changed ${tablesIn(changes).join(', ')} without a line in the log`
  return aim.target.kind === 'new user' && right === 200 ? displaced(where, caller, reply.json().user) : null
}

const oneByOne = async (call: string, callers: readonly Caller[], aim: Aim): Promise<(string | null)[]> => {
  const found: (string | null)[] = []
  for (const caller of callers) found.push(await cell(call, caller, aim, taken))
  return found
}

/**
 * Tests one target as these callers. Callers that may change nothing run at the same time; only if something changed do
 * they run again one by one, to find the call.
 */
async function cellsOf(call: string, aim: Aim, callers: readonly Caller[]): Promise<(string | null)[]> {
  // what an auditor sees is logged
  const mayChange = (caller: Caller) =>
    (!call.startsWith('GET ') || caller === 'FMB Auditor') && expected(call, caller, aim.target) === 200
  const nothing = async () => []
  const quiet = callers.filter((caller) => !mayChange(caller))
  const together = await Promise.all(quiet.map((caller) => cell(call, caller, aim, nothing)))
  const found = (await taken()).length === 0 ? together : await oneByOne(call, quiet, aim)
  for (const caller of callers) {
    const right = expected(call, caller, aim.target)
    counted.set(right, (counted.get(right) ?? 0) + 1)
  }
  cells += callers.length
  return [...found, ...(await oneByOne(call, callers.filter(mayChange), aim))]
}

/** S-25: whatever the body names, Region staff add users to their region, PENRO staff to their office. */
function displaced(where: string, caller: Caller, user: User): string | null {
  if (caller.startsWith('FMB')) return null
  const isAtHome =
    user.region_id === home.region_id && (caller.startsWith('Region') || user.office_id === home.office_id)
  return isAtHome ? null : `${where}: the user was put into ${user.region}, ${user.penro}`
}

test('every call of the contract has a row in the table, and every row a call', () => {
  const contract = t.app.contract.map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(TABLE).sort()).toEqual([...contract].sort())
})

describe('[API-13] the server enforces every permission, scope and state', () => {
  test.each(Object.entries(TABLE))(
    '%s',
    async (call, row) => {
      const wrong: string[] = []
      for (const kind of row.at ?? (['nothing'] as const))
        for (const [index, aim] of sampled(row, aims.get(kind) ?? []).entries())
          for (const difference of await cellsOf(call, aim, callersAt(row, index)))
            if (difference) wrong.push(difference)
      expect(wrong).toEqual([])
    },
    180_000,
  )
})

test('no refused call has changed a row, and all that was allowed could be taken back', async () => {
  expect(await watch.fingerprint()).toBe(before)
})

test('the matrix has thousands of cells, and every kind of answer stands in it', () => {
  const answers = [...counted].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
  console.log(`Authorization matrix of ${PLACES_ASKED}: ${cells} cells (${answers.join(', ')})`)
  expect(cells).toBeGreaterThan(FULL ? 5000 : 2000)
  for (const status of [200, 401, 403, 404, 409, 422]) expect(counted.get(status)).toBeGreaterThan(0)
})

/** All items in a full run; else a fifth, another one each day. */
const fifth = <Item>(all: readonly Item[], shift = 0): readonly Item[] =>
  FULL ? all : all.filter((_, index) => (index + shift + DAY) % 5 === 0)

/** The targets of a call: all in a full run, else the first of each kind, in the own office. */
const aimsOf = ({ at = ['nothing'] }: Row): Aim[] =>
  at.flatMap((kind) => {
    const all = ofTheDay(aims.get(kind) ?? [])
    return FULL ? all : all.slice(0, kind.startsWith('new') ? 30 : 1)
  })

/** Checks one answer; `right` is null where the record decides whether the call succeeds. */
async function answers(call: string, caller: Caller, aim: Aim, right: Status | null): Promise<string | null> {
  const reply = await ask(call, caller, aim)
  const got = [201, 204].includes(reply.statusCode) ? 200 : reply.statusCode
  const isRead = call.startsWith('GET ') && right === 200 && caller !== 'FMB Auditor'
  const changes = isRead ? [] : await taken()
  const where = `${call} (${named(aim.target)})`
  if (right !== null && got !== right)
    return `${where}: ${reply.statusCode} instead of ${right} ${reply.statusCode >= 400 ? reply.json().message : ''}`
  return right !== null && right !== 200 && changes.length > 0
    ? `${where}: refused with ${right}, but changed ${tablesIn(changes).join(', ')}`
    : null
}

describe('[S-158] an identity check', () => {
  test('is a property of each call that gives rights or changes what others see or obey, and of no other', () => {
    const asked = t.app.contract.map(({ method, path, identity }) => [
      `${method} ${path}`,
      identity ?? 'nobody',
    ])
    expect(asked).toEqual(asked.map(([call = '']) => [call, askedBefore(call)]))
  })

  test('older than 15 minutes is refused by each and changes nothing; a new one lets it go on', async () => {
    const wrong: string[] = []
    const provedBefore = async (minutes: number) => {
      await sql`update sessions set proved_at = now() - make_interval(mins => ${minutes})`.execute(t.db)
      await watch.taken()
    }
    // no target of the table can be replaced: only the first test above says something of it; a withdrawal can be proposed on
    // some days' targets alone (withdrawals.test.ts asks without a proof)
    const asked = ASKED_OF_ALL.filter((one) => !/\/(replace|propose\/:id)$/.test(one))
    for (const call of asked) {
      const all = (TABLE[call]?.at ?? ['nothing']).flatMap((kind) => ofTheDay(aims.get(kind) ?? []))
      const cellsOfCall = all.flatMap((aim) => ROLES.map((caller) => ({ aim, caller })))
      // what the caller does not have cannot be removed, and a proof is asked for before that is said
      const found = [200, 409, 422, 404]
        .map((right) => cellsOfCall.find(({ aim, caller }) => expected(call, caller, aim.target) === right))
        .find((cellOfCall) => cellOfCall !== undefined)
      if (!found) throw new Error(`Nobody may make ${call}.`)
      await provedBefore(16)
      const late = await ask(call, found.caller, found.aim)
      const code = late.statusCode === 403 ? late.json().refusal.code : late.statusCode
      const changed = tablesIn(await taken())
      if (code !== 'proof_needed' || changed.length > 0)
        wrong.push(`${call} without a proof: ${code}, ${changed.join()}`)
      await provedBefore(14)
      const reply = await ask(call, found.caller, found.aim)
      const got = [201, 204].includes(reply.statusCode) ? 200 : reply.statusCode
      const rows = (await taken()).filter(({ table }) => table === 'public.audit_logs')
      const isLogged = rows.length === 0 || rows.some((row) => row.new?.includes('"field": "proof"'))
      if (got !== expected(call, found.caller, found.aim.target) || !isLogged)
        wrong.push(
          `${call} with a proof: ${reply.statusCode} ${reply.body}, ${rows.map((row) => row.new).join()}`,
        )
    }
    await provedBefore(-1440)
    expect(wrong).toEqual([])
  }, 300_000)
})

describe('[S-130] a role that is switched off leaves what the own account needs, and nothing of level and rank', () => {
  const isOff = { status: 'Deactivated', deactivate_reason: 'Audit', deactivated_at: '2031-03-01T00:00:00Z' }
  beforeAll(async () => {
    await t.db.updateTable('roles').set(isOff).where('kind', 'is not', null).execute()
    await watch.taken()
  })
  afterAll(async () => {
    const isOn = { status: 'Activated', deactivate_reason: null, deactivated_at: null }
    await t.db.updateTable('roles').set(isOn).where('kind', 'is not', null).execute()
    await watch.taken()
  })

  test.each(ROLES.map((role, index) => [role, index] as const))('%s', async (role, index) => {
    const wrong: string[] = []
    for (const [call, row] of fifth(Object.entries(TABLE), index)) {
      if (row.who === 'public') continue
      for (const aim of aimsOf(row)) {
        const difference = await answers(call, role, aim, expectedWhileOff(call, role, aim.target))
        if (difference) wrong.push(difference)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('[S-131] a role of one key opens the calls of that key, and nothing by level or rank', () => {
  const LEVELS = ['FMB', 'Region', 'PENRO'] as const
  const holders = LEVELS.flatMap((level) => PERMISSION_KEYS.map((key) => ({ level, key })))
  const nameOf = ({ level, key }: KeyHolder) => `only.${level}.${key}`.toLowerCase()

  test.each(fifth(holders).map((holder, index) => [holder.level, holder.key, index] as const))(
    '%s with %s',
    async (level, key, index) => {
      const holder = { level, key }
      const role = await aRole(t, { name: `Only ${key}`, access_level: level, permissions: [key] })
      await aPerson(t, nameOf(holder), {
        role,
        ...(level === 'FMB' ? {} : { region: 'R04A' }),
        ...(level === 'PENRO' ? { office: 'PENRO Laguna' } : {}),
      })
      // the requests use files and passwords of the level's usual person, but the token of this one
      const as = `${level} ${level === 'FMB' ? 'Administrator' : 'Approver'}` as const
      const own = tokens.get(as) ?? null
      tokens.set(as, (await t.as(nameOf(holder))).token)
      await watch.taken()
      const wrong: string[] = []
      for (const [call, row] of fifth(Object.entries(TABLE), index)) {
        if (row.who === 'public' || row.who === 'signed in') continue
        for (const aim of aimsOf(row)) {
          if (aim.target.kind === 'self') continue
          const difference = await answers(call, as, aim, expectedOfKey(call, holder, aim.target))
          if (difference) wrong.push(difference)
        }
      }
      tokens.set(as, own)
      expect(wrong).toEqual([])
    },
    120_000,
  )
})
