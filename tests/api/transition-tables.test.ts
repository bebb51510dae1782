import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMov } from '../support/records/activity-factories.ts'
import { type Caller, withServer } from '../support/product/app.ts'
import { levelOf, type RoleName } from '../support/oracles/authorization-table.ts'
import { statusInBulk } from '../support/records/bulk.ts'
import { aFile, freeSquare, kmlText, placeOf, SITE_FIELDS } from '../support/records/factories.ts'
import { expectStoredCounts } from '../support/oracles/stored-counts.ts'
import { aPerson, aRole } from '../support/records/people.ts'
import {
  type Call,
  callFor,
  type CallWorld,
  listOf,
  pick,
  type Target,
} from '../support/records/transition-calls.ts'
import {
  anActivityIn,
  aProfileIn,
  type Beginning,
  evidenceOf,
  linesOf,
  recordOf,
  sorted,
} from '../support/records/transition-records.ts'
import {
  type Action,
  ACTIVITIES,
  ALL_STATES,
  applied,
  CAN_BE_OFF,
  type Columns,
  judge,
  judgeNewProfile,
  keysOf,
  type ModelRecord,
  NOW,
  type Principle,
  PROFILES,
  RECORD_KEYS,
  type Row,
  type Someone,
  type State,
  STATES,
  type Table,
} from '../support/oracles/transition-tables.ts'
import { FULL, SEED } from '../support/full.ts'

/**
 * Random people of every role do random things to a profile or an activity, through the API. The model is the two
 * tables of part 4 in `transition-tables.ts`; after each call the answer, every column of the record and its evidence,
 * and at the end its rows in the log, must match the tables.
 */

const RUNS = FULL ? 5_000 : 30
/** the minimum number of times for each row and each answer */
const ENOUGH = 50
/** the minimum of the 32 rows in the short run, whatever the seed; each answer at least once */
const ROWS_MET = 25
// the short run repeats the same runs; a failure prints its seed, which SEED repeats

const OFFICE = 'PENRO Laguna'
const DEFAULT_ROLES: Record<string, RoleName> = {
  'laguna.encoder': 'PENRO Encoder',
  'laguna.approver': 'PENRO Approver',
  'laguna.admin': 'PENRO Administrator',
  'quezon.encoder': 'PENRO Encoder',
  'quezon.approver': 'PENRO Approver',
  'zds.encoder': 'PENRO Encoder',
  'zds.approver': 'PENRO Approver',
  'r4a.approver': 'Region Approver',
  'r4a.admin': 'Region Administrator',
  'r9.approver': 'Region Approver',
  'fmb.approver': 'FMB Approver',
  'fmb.admin': 'FMB Administrator',
  'fmb.super': 'FMB Super Administrator',
}
/** Two colleagues with every key, so that only the separation of duties can reject them; one with none. */
const CUSTOM_ROLES: Record<string, readonly string[]> = {
  'laguna.all': RECORD_KEYS,
  'laguna.both': RECORD_KEYS,
  'laguna.none': [],
}
const ENCODERS = ['laguna.encoder', 'laguna.all', 'laguna.both']

const t = withServer()
const people: Someone[] = []
const callers = new Map<string, Caller>()

beforeAll(async () => {
  world = { t, sheets: [], names: new Map() }
  for (const [name, keys] of Object.entries(CUSTOM_ROLES)) {
    const permissions = keys as NonNullable<Parameters<typeof aRole>[1]['permissions']>
    const role = await aRole(t, { name: `PENRO ${name}`, access_level: 'PENRO', permissions })
    await aPerson(t, name, { role, region: 'R04A', office: OFFICE })
  }
  for (const name of [...Object.keys(DEFAULT_ROLES), ...Object.keys(CUSTOM_ROLES)]) {
    const role = DEFAULT_ROLES[name]
    const place = await t.db
      .selectFrom('users')
      .select(['id', 'region_id', 'office_id'])
      .where('id', '=', await t.userId(name))
      .executeTakeFirstOrThrow()
    people.push({
      ...place,
      name,
      role: role ?? 'of its own',
      level: role ? levelOf(role) : 'PENRO',
      keys: role ? keysOf(role) : new Set(CUSTOM_ROLES[name]),
    })
    callers.set(name, await t.as(name))
  }
  await readCriteria()
})
afterAll(() => expectStoredCounts(t))

function person(name: string): Someone {
  const found = people.find((one) => one.name === name)
  if (!found) throw new Error(`There is no ${name}.`)
  return found
}

// ---- criteria

let world: CallWorld
/** the newest batch, which a new activity gets */
const batchNow = () => world.sheets[0]?.batch_number ?? 0
const batches = new Map<number, readonly Principle[]>()
let criteriaSaved = 0

async function readCriteria() {
  const reply = await (await t.as('fmb.super')).get('/sites/principles')
  world.sheets = reply.json().sitePrinciples
  const principles = world.sheets.map((sheet) => ({
    id: sheet.id,
    number: sheet.principle_number,
    indicators: sheet.criteria.flatMap((one) => one.criteria_indicator.map(({ id }) => id)),
  }))
  batches.set(batchNow(), principles)
}

const principlesOf = (record: Columns): readonly Principle[] =>
  batches.get(record.principle_batch_number as number) ?? []

// ---- the runs

type Choice = {
  /** an allowed action by a person who may; otherwise any action by any person */
  steered: boolean
  what: number
  who: number
  how: number
  flaw: 'none' | 'stale' | 'bad'
}
type Line = { event: string; user_id: number | null; says: readonly string[] }
/** A record in the model, with the rows that the log should have. */
type Live = Target & { lines: Line[] }
/** One sequence: the records so far, the newest last, and for activities their profile. */
type Play = { table: Table; site: Columns | null; lives: Live[]; story: string[] }

const OF_RECORD: readonly Action[] = [
  'approve',
  'return',
  'submit',
  'recall',
  'deactivate',
  'activate',
  'view',
]
const TRIED: Record<Table['module'], readonly Action[]> = {
  sites: [...OF_RECORD, 'edit'],
  'sites/activities': [...OF_RECORD, 'discard', 'start', 'save', 'off', 'on', 'criteria'],
}
const SEES_REVISION: readonly Action[] = [
  'approve',
  'return',
  'submit',
  'recall',
  'discard',
  'edit',
  'save',
] as Action[]
const CAN_BE_STALE: readonly Action[] = [...SEES_REVISION, 'criteria']
const CAN_BE_BAD: readonly Action[] = [
  'return',
  'deactivate',
  'edit',
  'save',
  'off',
  'on',
  'start',
  'criteria',
] as Action[]
/** how often a row is chosen among the possible ones */
const WEIGHT: Partial<Record<Action, number>> = {
  approve: 10,
  return: 6,
  submit: 10,
  edit: 6,
  save: 6,
  off: 6,
  on: 12,
  start: 8,
  activate: 10,
  recall: 6,
  discard: 4,
  deactivate: 3,
  view: 2,
  criteria: 1,
}

const OWN_WORK = 'approval of own work refused'
const counts: Record<string, number> = {}
const note = (what: string) => {
  counts[what] = (counts[what] ?? 0) + 1
}

const isOpen = ({ record, isDiscarded }: ModelRecord) =>
  !isDiscarded && record.status === 'Activated' && record.site_status !== 'Approved'

/** The basis of a new activity: its profile, and whether that has an open activity. */
const ground = ({ site, lives }: Play): ModelRecord => ({
  record: site ?? {},
  evidence: new Map(),
  principles: batches.get(batchNow()) ?? [],
  busy: lives.some((live) => isOpen(live.thing)),
})

/** A row that is possible now and a person who may do it. */
function likely(play: Play, target: Live, { what, who, how }: Choice): { action: Action; who: Someone } {
  const { created_by, submitted_by } = target.thing.record
  const encoder = people.find((one) => [created_by, submitted_by].includes(one.id))
  if (how % 7 === 0 && encoder?.keys.has(play.table.approve)) return { action: 'approve', who: encoder }
  const possible = play.table.rows.flatMap((row) => {
    const thing = row.action === 'start' ? ground(play) : target.thing
    if (row.action === 'start' && (thing.busy || play.table === PROFILES)) return []
    if (row.action === 'on' && [...listOf(thing, 'principle'), ...listOf(thing, 'indicator')].length === 0)
      return []
    const able = people.filter(
      (one) => judge(play.table, { action: row.action, who: one, thing, body: null }).row === row,
    )
    return able.length === 0
      ? []
      : Array<typeof able>(WEIGHT[row.action] ?? 1)
          .fill(able)
          .map((all) => ({ row, all }))
  })
  // when only viewing is left, three of four do something forbidden
  if (how % 4 > 0 && possible.every(({ row }) => row.id === 'P12' || row.id === 'A16' || row.id === 'A17'))
    return { action: pick(TRIED[play.table.module], what), who: anybody(who) }
  const { row, all } = pick(possible, what)
  return { action: row.action, who: pick(all, who) }
}

/** A random person; every role is equally likely. */
function anybody(die: number): Someone {
  const role = pick([...new Set(people.map((one) => one.role))], die)
  return pick(
    people.filter((one) => one.role === role),
    die >> 8,
  )
}

// ---- the checks

/** Columns that are not in the tables: how the product counts and queues. */
const INTERNAL = ['revision', 'waiting_since', 'review_round', 'open_points', 'answered_points']

const plain = (value: unknown) => (Array.isArray(value) ? [...value].sort() : value)

/** Compares every column of the model; NOW stands for any time during the call. */
function compare(model: Columns, stored: Columns, during: [number, number], story: string) {
  const fields = Object.keys(model).filter((field) => !INTERNAL.includes(field))
  const isNow = (value: unknown) => {
    const at = Date.parse(String(value))
    return at >= during[0] && at <= during[1]
  }
  const seen = fields.map((field) => [
    field,
    model[field] === NOW && isNow(stored[field]) ? NOW : plain(stored[field]),
  ])
  const wanted = fields.map((field) => [field, plain(model[field])])
  expect(Object.fromEntries(seen), story).toEqual(Object.fromEntries(wanted))
}

async function take(play: Play, choice: Choice) {
  const target =
    choice.what % 9 === 0 ? pick(play.lives, choice.how) : pick(play.lives, play.lives.length - 1)
  const others = play.lives.filter((live) => live !== target)
  target.thing = { ...target.thing, busy: others.some((live) => isOpen(live.thing)) }
  const { action, who } = choice.steered
    ? likely(play, target, choice)
    : { action: pick(TRIED[play.table.module], choice.what), who: anybody(choice.who) }
  const stale = choice.flaw === 'stale' && CAN_BE_STALE.includes(action)
  const bad = choice.flaw === 'bad' && CAN_BE_BAD.includes(action)

  const live = action === 'start' ? { ...target, id: 0, thing: ground(play), lines: [] } : target
  const call = await callFor(world, live, { action, who, how: choice.how, bad })
  const judged = judge(play.table, { action, who, thing: live.thing, body: call.body, stale, bad })
  const sent = { ...call.body, ...seenBy(live, action, stale, choice.how) }

  const from = Date.now()
  const reply = await answerOf(live, { action, who, how: choice.how }, call, sent)
  const during: [number, number] = [from, Date.now()]
  const { statusCode } = reply
  play.story.push(`${who.name} ${action}${stale ? ' stale' : ''}${bad ? ' bad' : ''}: ${statusCode}`)
  const story = `${play.story.join('; ')}\n${JSON.stringify(sent)}\n${reply.body}`
  expect(judged.answers, story).toContain(statusCode)
  note(`${play.table.module} ${statusCode}`)
  note(`${who.role} tries ${play.table.module} ${action}`)
  if (action === 'approve' && statusCode === 403 && who.keys.has(play.table.approve))
    note(`${play.table.module} ${OWN_WORK}`)

  if (judged.row && action === 'start') await begin(play, live, judged.row, who, call, reply.json(), during)
  else await settle(live, judged.row, who, call, during, story)
}

const IN_BULK = 'decisions in bulk'

/** The answer of a call; a third of the decisions are made as decisions on many records. */
async function answerOf(
  { table, id, thing }: Live,
  { action, who, how }: Pick<Parameters<typeof callFor>[2], 'action' | 'who' | 'how'>,
  call: Call,
  sent: Columns,
) {
  const by = callers.get(who.name) as Caller
  const isDecision = action === 'approve' || action === 'return'
  if (!isDecision || how % 3 !== 0 || thing.isDiscarded) return by[call.method](call.path, sent)
  const { revision = thing.record.revision, ...comments } = sent
  note(`${table.module} ${IN_BULK}`)
  const what = { path: table.module, action, id }
  const seen = [revision as number, comments as Record<string, string>] as const
  const decided = await statusInBulk(t, { name: who.name, by }, what, ...seen)
  return { ...decided, json: () => JSON.parse(decided.body) }
}

/** The revision in the request: the newest, none, or an older one when stale. */
function seenBy({ thing }: Live, action: Action, stale: boolean, how: number): Columns {
  if (action === 'criteria') return stale ? { batch_number: batchNow() + 5 } : {}
  if (!SEES_REVISION.includes(action)) return {}
  const revision = thing.record.revision as number
  if (stale) return { revision: revision - 1 }
  return how % 2 === 0 ? { revision } : {}
}

/** Checks the record afterwards: changed as the row says, or unchanged. */
async function settle(
  live: Live,
  row: Row | null,
  who: Someone,
  { body, loggedWords = [] }: Call,
  during: [number, number],
  story: string,
) {
  const before = live.thing.record
  if (live.id === 0) return expectNoActivity(live)
  if (live.thing.isDiscarded) {
    if (row) note(row.id)
    if (row) await expectCriteriaSaved(who)
    return
  }
  if (row?.action === 'discard') return expectGone(live, row, who)
  const record = await recordOf(t, live.table, live.id)
  const evidence = await evidenceOf(t, live.table, live.id)
  const isWrite = row !== null && row.action !== 'view' && row.action !== 'criteria'
  const after = row ? applied(row, who, body, live.thing) : live.thing

  if (isWrite) compare(after.record, record, during, story)
  else expect(record, story).toEqual(before)
  if (isWrite) expect(record.revision, story).toBeGreaterThan(before.revision as number)
  expect(sorted(evidence), story).toEqual(sorted(after.evidence))
  live.thing = { ...after, record, evidence }
  if (!row) return

  note(row.id)
  if (row.action === 'criteria') await expectCriteriaSaved(who)
  const grades = row.id === 'A08' ? Object.values(gradesIn(record)) : []
  for (const event of row.events) {
    // repeated views by one person within a minute are stored once (S-23)
    const isAgain =
      event === 'View' && live.lines.some((one) => one.event === event && one.user_id === who.id)
    if (!isAgain) live.lines.push({ event, user_id: who.id, says: [...loggedWords, ...grades] })
  }
}

/** Expects nothing of the draft to be left, and makes room for another activity of its profile. */
async function expectGone(live: Live, row: Row, who: Someone) {
  const stored = t.db.selectFrom('site_activities').select('id').where('id', '=', live.id)
  expect(await stored.execute()).toEqual([])
  expect(sorted(await evidenceOf(t, live.table, live.id))).toEqual([])
  const site = live.thing.record.site_profile_id as number
  activitiesMade.set(site, (activitiesMade.get(site) ?? 0) - 1)
  note(row.id)
  live.lines.push(...row.events.map((event) => ({ event, user_id: who.id, says: [] })))
  live.thing = applied(row, who, {}, live.thing)
}

const gradesIn = (record: Columns): Record<string, string> =>
  Object.fromEntries(
    Object.entries(record).filter(([field]) => field.startsWith('principle_number_')),
  ) as Record<string, string>

async function expectCriteriaSaved(who: Someone) {
  criteriaSaved += 1
  const before = batchNow()
  await readCriteria()
  expect(batchNow()).toBe(before + 1)
  const lines = await t.db
    .selectFrom('audit_logs')
    .select('user_id')
    .where('auditable_type', '=', 'Compliance to Safeguards')
    .where('event', '=', 'Criteria Saved')
    .orderBy('id', 'desc')
    .execute()
  expect(lines).toHaveLength(criteriaSaved)
  expect(lines[0]?.user_id).toBe(who.id)
}

/** After a rejected start, the profile has the activities it had. */
async function expectNoActivity({ thing }: Live) {
  const stored = await activitiesOn(thing.record)
  expect(stored).toBe(activitiesMade.get(thing.record.id as number))
}
const activitiesMade = new Map<number, number>()
const activitiesOn = async ({ id }: Columns) =>
  (
    await t.db
      .selectFrom('site_activities')
      .select('id')
      .where('site_profile_id', '=', id as number)
      .execute()
  ).length

/** Checks a new activity and adds it to the run. */
async function begin(
  play: Play,
  { thing }: Live,
  row: Row,
  who: Someone,
  { body }: Call,
  reply: { siteActivities?: { id: number }; data?: { siteActivities: { id: number } } },
  during: [number, number],
) {
  const id = (reply.siteActivities ?? reply.data?.siteActivities)?.id ?? 0
  const site = thing.record
  const after = applied(row, who, body, thing)
  const copies = {
    site_profile_id: site.id,
    site_profile_code: site.code,
    site_profile_name: site.name_of_partner,
    region_id: site.region_id,
    province_id: site.province_id,
    city_id: site.city_id,
    office_id: site.office_id,
    principle_batch_number: batchNow(),
  }
  const [record, evidence] = [await recordOf(t, ACTIVITIES, id), await evidenceOf(t, ACTIVITIES, id)]
  compare({ ...after.record, ...copies }, record, during, play.story.join('; '))
  expect(sorted(evidence)).toEqual(sorted(after.evidence))
  const events = 'type' in body ? [...row.events, 'MOV Disabled'] : row.events
  const lines = events.map((event) => ({ event, user_id: who.id, says: [] }))
  play.lives.push({ table: ACTIVITIES, id, thing: { ...after, record, evidence }, lines })
  activitiesMade.set(site.id as number, (activitiesMade.get(site.id as number) ?? 0) + 1)
  note(row.id)
}

// ---- the start

async function addProfile(play: Play, who: Someone, bad: boolean) {
  const encoder = person('laguna.encoder')
  const { office_id, ...place } = await placeOf(t, OFFICE)
  const by = who.keys.has('site_map_create') ? who.name : encoder.name
  const bytes = Buffer.from(kmlText(freeSquare()))
  const files = {
    agreement_id: await aMov(t, by, `agreement-${by}.pdf`),
    map_kml_id: await aFile(t, { kind: 'kml', by, bytes }),
  }
  const form = { ...place, ...SITE_FIELDS, ...files, ...(bad ? { project_area: '999' } : {}) }
  const { row, answers } = judgeNewProfile(who, office_id, bad)
  const from = Date.now()
  const reply = await (callers.get(who.name) as Caller).post('/sites', form)
  play.story.push(`${who.name} adds${bad ? ' badly' : ''}: ${reply.statusCode}`)
  expect(answers, `${play.story.join('; ')}\n${reply.body}`).toContain(reply.statusCode)
  note(`sites ${reply.statusCode}`)
  note(`${who.role} tries sites start`)
  if (!row) return

  const { id } = reply.json().siteProfile as { id: number }
  const nothing: ModelRecord = { record: {}, evidence: new Map(), principles: [], busy: false }
  const { name_of_partner, year_implemented } = form
  const body = { ...place, ...files, office_id, name_of_partner, year_implemented }
  const model = applied(row, who, body, nothing)
  const record = await recordOf(t, PROFILES, id)
  compare(model.record, record, [from, Date.now()], play.story.join('; '))
  expect(record.code).toMatch(/^SITES-R04A-\d{4}-\d{4}$/)
  const lines = row.events.map((event) => ({ event, user_id: who.id, says: [] }))
  play.lives.push({ table: PROFILES, id, thing: { ...model, record }, lines })
  note(row.id)
}

type Start = Beginning & { isNew: boolean; die: number; module: Table['module'] }

async function open(start: Start): Promise<Play> {
  const table = start.module === 'sites' ? PROFILES : ACTIVITIES
  const play: Play = { table, site: null, lives: [], story: [`${start.state}${start.off ? ' off' : ''}`] }
  // a profile is never a draft, and an approved record cannot be deactivated
  const state = table === PROFILES && start.state === 'DRAFT' ? 'AT-PENRO' : start.state
  const beginning = { ...start, state, off: start.off && CAN_BE_OFF.includes(state) }
  if (table === ACTIVITIES) {
    const more = {
      empty: start.die % 3 === 0,
      returned_before: start.die % 2 === 0,
      switched: start.die % 5 < 3,
    }
    const made = await anActivityIn(t, beginning, batches.get(1) ?? [], more)
    play.site = await recordOf(t, PROFILES, made.site_profile_id)
    activitiesMade.set(made.site_profile_id, 1)
    play.lives.push(await liveOf(table, made.id))
  } else if (start.isNew) {
    await addProfile(play, pick(people, start.die), start.die % 5 === 0)
    if (play.lives.length === 0) await addProfile(play, person(start.by), false)
  } else play.lives.push(await liveOf(table, await aProfileIn(t, beginning)))

  if (!start.isNew || table === ACTIVITIES) expect(play.lives[0]?.thing.record).toMatchObject(STATES[state])
  return play
}

async function liveOf(table: Table, id: number): Promise<Live> {
  const record = await recordOf(t, table, id)
  const evidence = await evidenceOf(t, table, id)
  // of the approval that it was entered with
  const lines = (await linesOf(t, table, id)).map(({ event, user_id }) => ({ event, user_id, says: [] }))
  return { table, id, lines, thing: { record, evidence, principles: principlesOf(record), busy: false } }
}

async function playThrough(start: Start, choices: Choice[]) {
  // all sequences together may take longer than an identity check lasts
  await t.db.updateTable('sessions').set({ proved_at: t.services.now().toISOString() }).execute()
  const play = await open(start)
  for (const choice of choices) await take(play, choice)
  for (const { table, id, lines } of play.lives) {
    const stored = await linesOf(t, table, id)
    const story = play.story.join('; ')
    expect(
      stored.map(({ event, user_id }) => ({ event, user_id })),
      story,
    ).toEqual(lines.map(({ event, user_id }) => ({ event, user_id })))
    for (const [place, { says }] of lines.entries())
      for (const word of says) expect(stored[place]?.changes, story).toContain(word)
  }
}

const die = fc.noBias(fc.nat())
const startOf = fc.record({
  module: fc.constantFrom<Table['module']>('sites', 'sites/activities'),
  state: fc.constantFrom<State>('DRAFT', 'AT-PENRO', ...ALL_STATES),
  by: fc.constantFrom(...ENCODERS),
  off: fc.noBias(fc.nat(4)).map((one) => one === 0),
  isNew: fc.noBias(fc.nat(7)).map((one) => one === 0),
  die,
})
const choiceOf = fc.record({
  steered: fc.boolean(),
  what: die,
  who: die,
  how: die,
  flaw: fc.noBias(fc.nat(7)).map((one) => (['stale', 'bad'] as const)[one] ?? 'none'),
})

test(`[APPROVAL-08, APPROVAL-14, APPROVAL-15, APPROVAL-16, APPROVAL-17, ACTIVITIES-45] ${RUNS} random sequences over HTTP follow the transition tables row by row (seed ${SEED})`, {
  timeout: FULL ? 3_600_000 : 480_000,
}, async () => {
  const choices = fc.array(choiceOf, { minLength: 4, maxLength: 10 })
  await fc.assert(fc.asyncProperty(startOf, choices, playThrough), { seed: SEED, numRuns: RUNS })

  const rows = [...PROFILES.rows, ...ACTIVITIES.rows].map((row) => row.id)
  const answers = [PROFILES, ACTIVITIES].flatMap(({ module }) =>
    [200, 403, 404, 409, 422, OWN_WORK, IN_BULK].map((answer) => `${module} ${answer}`),
  )
  const met = Object.fromEntries([...rows, ...answers].map((what) => [what, counts[what] ?? 0]))
  console.info(`transition tables: SEED=${SEED}, ${RUNS} sequences`, JSON.stringify(met))
  expect(new Set(rows).size).toBe(32)
  if (!FULL) {
    expect(rows.filter((row) => (met[row] ?? 0) > 0).length).toBeGreaterThanOrEqual(ROWS_MET)
    for (const answer of answers) expect(met[answer], answer).toBeGreaterThan(0)
    return
  }
  // the runs count only when they cover every row, every answer, and every role at every action
  for (const [what, times] of Object.entries(met)) expect(times, what).toBeGreaterThanOrEqual(ENOUGH)
  for (const role of new Set(people.map((one) => one.role)))
    for (const [module, actions] of Object.entries(TRIED))
      for (const action of actions)
        expect(
          counts[`${role} tries ${module} ${action}`] ?? 0,
          `${role} ${module} ${action}`,
        ).toBeGreaterThan(0)
})
