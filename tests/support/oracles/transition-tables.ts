import { holders, type Level, type RoleName } from './authorization-table.ts'

/**
 * The state-transition tables of the review chain, P01 to P13 and A01 to A19, as data: who may do what in which state,
 * what each row changes, and the answers when it fails. Written from parts 4 and 5 of docs/requirements.md and the
 * rulings they name, not from the policies; nothing of the product is imported here.
 */

// ---- 4.1 States

export const STATES = {
  DRAFT: columns('Save as Draft', null, null, null),
  'AT-PENRO': columns('Submitted', 'Submitted', null, null),
  'AT-REGION': columns('Submitted', 'Approved', 'Submitted', null),
  'AT-FMB': columns('Submitted', 'Approved', 'Approved', 'Submitted'),
  DONE: columns('Approved', 'Approved', 'Approved', 'Approved'),
  'RET-PENRO': columns('Returned', 'Returned', null, null),
  'RET-REGION': columns('Returned', null, 'Returned', null),
  'RET-FMB': columns('Returned', null, null, 'Returned'),
}
export type State = keyof typeof STATES
export const ALL_STATES = Object.keys(STATES) as State[]

function columns(site: string, penro: string | null, region: string | null, fmb: string | null) {
  return { site_status: site, penro_status: penro, region_status: region, fmb_status: fmb }
}

/** A stored record, column by column. */
export type Columns = Record<string, unknown>

/** Returns the state with these statuses; throws when none of the eight has them. */
function stateOf(record: Columns): State {
  const found = ALL_STATES.find((state) =>
    Object.entries(STATES[state]).every(([field, value]) => record[field] === value),
  )
  if (!found) throw new Error(`No state has the statuses of ${JSON.stringify(record)}.`)
  return found
}

const RETURNED: readonly State[] = ['RET-PENRO', 'RET-REGION', 'RET-FMB']
/** A record can be deactivated only in these states (4.1). */
export const CAN_BE_OFF: readonly State[] = ['DRAFT', 'AT-PENRO', ...RETURNED]

// ---- who

export type Someone = {
  id: number
  name: string
  role: string
  level: Level
  keys: ReadonlySet<string>
  region_id: number | null
  office_id: number | null
}

const KEYS = [
  'site_map_access',
  'site_map_create',
  'site_map_edit',
  'site_map_activate',
  'site_map_deactivate',
  'sites_activity_access',
  'sites_activity_create',
  'sites_activity_edit',
  'sites_activity_activate',
  'sites_activity_deactivate',
  'site_maps_approval',
  'site_maps_return',
  'site_activities_approval',
  'site_activities_return',
]
/** Every key in the two tables. */
export const RECORD_KEYS: readonly string[] = KEYS

/** The keys of a default role (part 5). */
export const keysOf = (role: RoleName) => new Set(KEYS.filter((key) => holders(key).includes(role)))

/** FMB reaches everything, Region its region, PENRO its office; a draft is for its office only (S-35). */
function isInScope(who: Someone, record: Columns): boolean {
  if (who.level === 'PENRO') return record.office_id === who.office_id
  if (record.site_status === 'Save as Draft') return false
  return who.level === 'FMB' || record.region_id === who.region_id
}

/** A deactivated record is visible only to its creator, who deactivated it, and holders of the activate key (S-36). */
const isHidden = (who: Someone, record: Columns, activate: string): boolean =>
  record.status === 'Deactivated' &&
  ![record.created_by, record.deactivated_by].includes(who.id) &&
  !who.keys.has(activate)

// ---- evidence

export type Principle = { id: number; number: number; indicators: readonly number[] }
/** File ids by indicator; indicators without files are left out. */
export type Evidence = ReadonlyMap<number, readonly number[]>
export type Switch = { type: 'principle' | 'indicator'; id: number }
type Means = { sites_criteria_indicator_id: number; upload_id: number[] }

const indicatorsOn = (principle: Principle, record: Columns): readonly number[] =>
  (record.disabled_principle as number[]).includes(principle.id)
    ? []
    : principle.indicators.filter((id) => !(record.disabled_indicator as string[]).includes(String(id)))

/** Full, partial or no evidence under the indicators that are on; Not Applicable when none is on (S-54). */
function gradeOf(principle: Principle, record: Columns, evidence: Evidence): string {
  const on = indicatorsOn(principle, record)
  const with_files = on.filter((id) => evidence.has(id)).length
  if (on.length === 0) return 'Not Applicable'
  if (with_files === 0) return 'Not Compliant'
  return with_files === on.length ? 'Very Compliant' : 'Somewhat Compliant'
}

/** The eight grades of the record as it is now. */
export const gradesOf = (principles: readonly Principle[], record: Columns, evidence: Evidence): Columns =>
  Object.fromEntries(
    principles.map((one) => [`principle_number_${one.number}`, gradeOf(one, record, evidence)]),
  )

const isSwitchedOff = (record: Columns, { type, id }: Switch): boolean =>
  type === 'principle'
    ? (record.disabled_principle as number[]).includes(id)
    : (record.disabled_indicator as string[]).includes(String(id))

// ---- rows

/** A record in the model. */
export type ModelRecord = {
  record: Columns
  evidence: Evidence
  principles: readonly Principle[]
  /** its profile has another open activity (S-48) */
  busy: boolean
  /** thrown away */
  isDiscarded?: true
  /** who made the submission that was last returned, and when, if the test has seen it */
  returned?: Pick<Columns, 'submitted_by' | 'submitted_at'>
}
type CallContext = { me: number; body: Columns; thing: ModelRecord }

/** Stands for the time of the call. */
export const NOW = Symbol('now')

const ACTIONS = [
  'approve',
  'return',
  'edit',
  'save',
  'off',
  'on',
  'submit',
  'recall',
  'discard',
  'deactivate',
  'activate',
] as const
export type Action = (typeof ACTIONS)[number] | 'start' | 'view' | 'criteria'

export type Row = {
  id: string
  action: Action
  from: readonly State[]
  /** one of them is needed */
  keys: readonly string[]
  /** the caller's level for which the record must be waiting; other levels get the answer for a wrong state */
  waits?: Level
  /** for PENRO staff only, whatever keys others hold (part 5) */
  penro?: true
  /** limits the row to some records in these states */
  of?: (record: Columns) => boolean
  /** events in the log, in order */
  events: readonly string[]
  changes: (said: CallContext) => Columns
  evidence?: (said: CallContext) => Evidence
  /** the answer when a precondition on the record fails */
  refuses?: (said: CallContext) => 409 | 422 | null
}

const text = (value: unknown): string | null => (typeof value === 'string' && value.trim()) || null
const emptyColumns = (fields: readonly string[]): Columns =>
  Object.fromEntries(fields.map((field) => [field, null]))

/** The six rows of both tables: each level approves or returns the records waiting for it. */
function reviewRows(ids: readonly string[], approve: string, returnKey: string, comments: readonly string[]) {
  const [toRegion, toFmb, done, ...back] = ids
  const approval = (id: string | undefined, level: Level, from: State, changes: Columns): Row => ({
    id: String(id),
    action: 'approve',
    from: [from],
    keys: [approve],
    waits: level,
    events: [`Approved (${level})`],
    changes: () => changes,
  })
  const comeback = (id: string | undefined, level: Level, from: State, to: State): Row => ({
    id: String(id),
    action: 'return',
    from: [from],
    keys: [returnKey],
    waits: level,
    events: [`Returned (${level})`],
    changes: ({ body }) => ({
      ...STATES[to],
      returned_by: level,
      returned_at: NOW,
      approved_at: null,
      ...Object.fromEntries(comments.map((field) => [field, text(body[field])])),
    }),
  })
  return [
    approval(toRegion, 'PENRO', 'AT-PENRO', { penro_status: 'Approved', region_status: 'Submitted' }),
    approval(toFmb, 'Region', 'AT-REGION', { region_status: 'Approved', fmb_status: 'Submitted' }),
    approval(done, 'FMB', 'AT-FMB', {
      fmb_status: 'Approved',
      site_status: 'Approved',
      approved_at: NOW,
      returned_by: null,
      ...emptyColumns(comments),
    }),
    comeback(back[0], 'PENRO', 'AT-PENRO', 'RET-PENRO'),
    comeback(back[1], 'Region', 'AT-REGION', 'RET-REGION'),
    comeback(back[2], 'FMB', 'AT-FMB', 'RET-FMB'),
  ]
}

const submission = { ...STATES['AT-PENRO'], submitted_at: NOW, approved_at: null, recalled_at: null }
const toPenro = ({ me }: CallContext): Columns => ({ ...submission, submitted_by: me })
/** Returns the record to its state before the submission; to `first` if it was submitted for the first time. */
const toEarlierState =
  (first: State) =>
  ({ thing: { record, returned } }: CallContext): Columns =>
    record.returned_by
      ? {
          ...STATES[`RET-${(record.returned_by as Level).toUpperCase()}` as State],
          ...returned,
          recalled_at: NOW,
        }
      : { ...STATES[first], submitted_by: null, submitted_at: null, recalled_at: NOW }
const activatedColumns = {
  status: 'Activated',
  deactivated_at: null,
  deactivated_by: null,
  deactivate_reason: 'N/A',
}
const deactivatedColumns = ({ me, body }: CallContext): Columns => ({
  status: 'Deactivated',
  deactivated_at: NOW,
  deactivated_by: me,
  deactivate_reason: body.deactivate_reason,
})

const REASONS = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `returned_reason_${number}`)
const withoutReturn = { returned_by: null, returned_at: null, recalled_at: null }
const createdColumns = ({ me }: CallContext): Columns => ({
  ...activatedColumns,
  ...withoutReturn,
  created_by: me,
  created_at: NOW,
})

export type Table = {
  module: 'sites' | 'sites/activities'
  activate: string
  approve: string
  rows: readonly Row[]
}

// 4.2
export const PROFILES: Table = {
  module: 'sites',
  activate: 'site_map_activate',
  approve: 'site_maps_approval',
  rows: [
    {
      id: 'P01',
      action: 'start',
      from: [],
      keys: ['site_map_create'],
      events: ['Created', 'Submitted'],
      changes: (said) => ({ ...createdColumns(said), ...toPenro(said), returned_reason: null, ...said.body }),
    },
    ...reviewRows(['P02', 'P03', 'P04', 'P05', 'P06', 'P07'], 'site_maps_approval', 'site_maps_return', [
      'returned_reason',
    ]),
    {
      id: 'P08',
      action: 'edit',
      from: RETURNED,
      keys: ['site_map_edit'],
      events: ['Updated'],
      changes: ({ body }) => body,
    },
    {
      id: 'P09',
      action: 'submit',
      from: RETURNED,
      keys: ['site_map_edit', 'site_map_create'],
      events: ['Submitted'],
      changes: toPenro,
    },
    {
      id: 'P10',
      action: 'deactivate',
      from: ['AT-PENRO', ...RETURNED],
      keys: ['site_map_deactivate'],
      events: ['Deactivated'],
      changes: deactivatedColumns,
    },
    {
      id: 'P11',
      action: 'activate',
      from: ALL_STATES,
      keys: ['site_map_activate'],
      events: ['Activated'],
      changes: () => activatedColumns,
    },
    {
      id: 'P13',
      action: 'recall',
      from: ['AT-PENRO'],
      keys: ['site_map_edit', 'site_map_create'],
      penro: true,
      events: ['Recalled'],
      changes: toEarlierState('RET-PENRO'),
    },
    {
      id: 'P12',
      action: 'view',
      from: ALL_STATES,
      events: ['View'],
      changes: () => ({}),
      keys: ['site_map_access', 'site_maps_approval'],
    },
  ],
}

/** Adds an id to its list or removes it (S-53). */
function listed({ body, thing: { record } }: CallContext): Columns {
  const field = body.type === 'principle' ? 'disabled_principle' : 'disabled_indicator'
  const id = body.type === 'principle' ? body.id : String(body.id)
  const others = ((record[field] ?? []) as unknown[]).filter((one) => one !== id)
  return { [field]: body.isDisabled ? [...others, id] : others }
}

/** Deactivating an indicator or principle removes its evidence (S-53). */
function emptied({ body, thing }: CallContext): Evidence {
  if (!body.isDisabled) return thing.evidence
  const principle = thing.principles.find((one) => one.id === body.id)
  const gone = body.type === 'principle' ? (principle?.indicators ?? []) : [body.id as number]
  return new Map([...thing.evidence].filter(([id]) => !gone.includes(id)))
}

/** Replaces the files of each named indicator; the others keep theirs (S-51). */
function replaced({ body, thing }: CallContext): Evidence {
  const evidence = new Map(thing.evidence)
  for (const { sites_criteria_indicator_id: id, upload_id } of (body.criteria_means ?? []) as Means[])
    if (upload_id.length > 0) evidence.set(id, upload_id)
    else evidence.delete(id)
  return evidence
}

/** 409 when evidence is added where Add MOV is off. */
function closedIndicators({ body, thing }: CallContext): 409 | null {
  const principle = thing.principles.find((one) => one.id === body.sites_principle_id)
  const on = principle ? indicatorsOn(principle, thing.record) : []
  const added = (body.criteria_means as Means[]).filter((one) => one.upload_id.length > 0)
  return on.length === 0 || added.some((one) => !on.includes(one.sites_criteria_indicator_id)) ? 409 : null
}

/** 409 when the last return has no comment on the principle of the switch (S-108). */
function uncommentedPrinciple({ body, thing }: CallContext): 409 | null {
  const id = body.id as number
  const principle = thing.principles.find((one) =>
    body.type === 'principle' ? one.id === id : one.indicators.includes(id),
  )
  return principle && thing.record[`returned_reason_${principle.number}`] ? null : 409
}

const empty = ({ thing }: CallContext): 422 | null => (thing.evidence.size === 0 ? 422 : null)
const CREATE = 'sites_activity_create'
const EDIT = 'sites_activity_edit'
const saving = { action: 'save', penro: true, events: ['Updated'], changes: () => ({}) } as const
const recalling: Omit<Row, 'keys'> = {
  id: 'A18',
  action: 'recall',
  from: ['AT-PENRO'],
  penro: true,
  events: ['Recalled'],
  changes: toEarlierState('DRAFT'),
}
const submitting = { action: 'submit', penro: true, events: ['Submitted'], changes: toPenro } as const

// 4.3
export const ACTIVITIES: Table = {
  module: 'sites/activities',
  activate: 'sites_activity_activate',
  approve: 'site_activities_approval',
  rows: [
    {
      // on a finally approved profile, whose own table has its states
      id: 'A01',
      action: 'start',
      from: ['DONE'],
      keys: [CREATE],
      penro: true,
      events: ['Created'],
      changes: (said) => ({
        ...createdColumns(said),
        ...STATES.DRAFT,
        ...emptyColumns(REASONS),
        submitted_at: null,
        approved_at: null,
        disabled_principle: [],
        disabled_indicator: [],
        ...('type' in said.body ? listed(said) : {}),
      }),
      evidence: (said) => replaced({ ...said, thing: { ...said.thing, evidence: new Map() } }),
      refuses: ({ thing }) => (thing.busy ? 422 : null),
    },
    {
      ...saving,
      id: 'A02',
      from: ['DRAFT'],
      keys: [CREATE, EDIT],
      evidence: replaced,
      refuses: closedIndicators,
    },
    {
      id: 'A03',
      action: 'off',
      from: ['DRAFT'],
      keys: [CREATE],
      penro: true,
      events: ['MOV Disabled'],
      changes: listed,
      evidence: emptied,
      // a list contains an id once
      refuses: ({ body, thing }) => (isSwitchedOff(thing.record, body as Switch) ? 409 : null),
    },
    {
      id: 'A04',
      action: 'on',
      from: ['DRAFT'],
      keys: [CREATE],
      penro: true,
      events: ['MOV Enabled'],
      changes: listed,
      evidence: emptied,
      refuses: ({ body, thing }) => (isSwitchedOff(thing.record, body as Switch) ? null : 409),
    },
    // where the last return comments on the principle (S-108)
    {
      id: 'A03',
      action: 'off',
      from: RETURNED,
      keys: [EDIT],
      penro: true,
      events: ['MOV Disabled'],
      changes: listed,
      evidence: emptied,
      refuses: (said) =>
        uncommentedPrinciple(said) ?? (isSwitchedOff(said.thing.record, said.body as Switch) ? 409 : null),
    },
    {
      id: 'A04',
      action: 'on',
      from: RETURNED,
      keys: [EDIT],
      penro: true,
      events: ['MOV Enabled'],
      changes: listed,
      evidence: emptied,
      refuses: (said) =>
        uncommentedPrinciple(said) ?? (isSwitchedOff(said.thing.record, said.body as Switch) ? null : 409),
    },
    { ...submitting, id: 'A05', from: ['DRAFT'], keys: [CREATE, EDIT], refuses: empty },
    ...reviewRows(
      ['A06', 'A07', 'A08', 'A09', 'A10', 'A11'],
      'site_activities_approval',
      'site_activities_return',
      REASONS,
    ),
    { ...saving, id: 'A12', from: RETURNED, keys: [EDIT], evidence: replaced, refuses: closedIndicators },
    { ...submitting, id: 'A13', from: RETURNED, keys: [EDIT], refuses: empty },
    { ...recalling, keys: [CREATE, EDIT], of: ({ returned_by }) => returned_by === null },
    { ...recalling, keys: [EDIT], of: ({ returned_by }) => returned_by !== null },
    {
      id: 'A19',
      action: 'discard',
      from: ['DRAFT'],
      keys: [CREATE, EDIT],
      penro: true,
      events: ['Discarded'],
      changes: () => ({}),
      // what was submitted before has a history
      refuses: ({ thing }) => (thing.record.review_round === 0 ? null : 409),
    },
    {
      id: 'A14',
      action: 'deactivate',
      from: CAN_BE_OFF,
      keys: ['sites_activity_deactivate'],
      events: ['Deactivated'],
      changes: deactivatedColumns,
    },
    {
      id: 'A15',
      action: 'activate',
      from: ALL_STATES,
      keys: ['sites_activity_activate'],
      events: ['Activated'],
      changes: () => activatedColumns,
      refuses: ({ thing }) => (thing.busy ? 409 : null),
    },
    {
      id: 'A16',
      action: 'view',
      from: ALL_STATES,
      events: ['View'],
      changes: () => ({}),
      keys: ['sites_activity_access', 'site_activities_approval'],
    },
    {
      // no key: two roles (C-31)
      id: 'A17',
      action: 'criteria',
      from: ALL_STATES,
      keys: [],
      events: [],
      changes: () => ({}),
    },
  ],
}
const SAVES_CRITERIA = ['FMB Super Administrator', 'FMB Administrator']

// ---- answers

export type Attempt = {
  action: Action
  who: Someone
  thing: ModelRecord
  /** null: whether the caller may make the call with any body */
  body: Columns | null
  /** the body names a revision of the record that is not the newest (S-21, S-61) */
  stale?: boolean
  bad?: boolean
}
export type Judgement = { row: Row | null; answers: readonly number[] }

/**
 * Returns the row that applies, or the possible answers of a rejection. A missing key is 403 and a record out of scope
 * 404, whatever else is wrong. Of several other reasons, or a wrong body, the specification does not say which comes
 * first.
 */
export function judge(table: Table, attempt: Attempt): Judgement {
  const { action, who, thing, body, stale, bad } = attempt
  const input = bad ? [422] : []
  const rows = table.rows.filter((row) => row.action === action)
  const held = rows.filter((row) => isHolder(who, row))
  // a deleted record is unknown to all
  if (action !== 'criteria' && thing.isDiscarded) return { row: null, answers: [403, 404, ...input] }
  if (held.length === 0) return { row: null, answers: [403, ...input] }
  if (action !== 'criteria' && !isInScope(who, thing.record)) return { row: null, answers: [404, ...input] }

  const state = stateOf(thing.record)
  const row = held.find(
    (one) =>
      one.from.includes(state) && (!one.waits || one.waits === who.level) && (one.of?.(thing.record) ?? true),
  )
  const precondition = row && body ? (row.refuses?.({ me: who.id, body, thing }) ?? null) : null
  const against = [
    ...statusAnswers(table, attempt),
    ...(row ? [] : [409]),
    // the encoder and the submitter may not approve it (S-70); the offices of these people have several approvers
    ...(action === 'approve' && isOwnWork(who, thing.record) ? [403] : []),
    ...(stale ? [409] : []),
    ...(precondition === null ? [] : [precondition]),
    ...input,
  ]
  return row && against.length === 0 ? { row, answers: [200] } : { row: null, answers: against }
}

const isHolder = (who: Someone, row: Row): boolean =>
  row.action === 'criteria'
    ? SAVES_CRITERIA.includes(who.role)
    : (!row.penro || who.level === 'PENRO') && row.keys.some((key) => who.keys.has(key))

const isOwnWork = (who: Someone, record: Columns): boolean =>
  [record.created_by, record.submitted_by].includes(who.id)

/** The second axis of 4.1. Where a deactivated record is also hidden from this person, both 404 and 409 are right. */
function statusAnswers(table: Table, { action, who, thing: { record } }: Attempt): number[] {
  const isOff = record.status === 'Deactivated'
  const hidden = isHidden(who, record, table.activate) ? [404] : []
  if (action === 'criteria') return []
  if (action === 'view') return hidden
  if (action === 'activate') return isOff ? [] : [409]
  return isOff ? [409, ...hidden] : []
}

/** Holders of the key may add a profile for a PENRO; those at an office only for their own (S-40). */
export function judgeNewProfile(who: Someone, office_id: number, bad: boolean): Judgement {
  const row = PROFILES.rows.find((one) => one.id === 'P01') as Row
  if (!isHolder(who, row)) return { row: null, answers: [403, ...(bad ? [422] : [])] }
  const elsewhere = who.level === 'PENRO' && who.office_id !== office_id
  return bad || elsewhere ? { row: null, answers: [422] } : { row, answers: [200] }
}

/** The record after this row: only what it names changes. */
export function applied(row: Row, who: Someone, body: Columns, thing: ModelRecord): ModelRecord {
  if (row.action === 'view' || row.action === 'criteria') return thing
  const said = { me: who.id, body, thing }
  const before = row.action === 'start' ? {} : thing.record
  const record = { ...before, ...row.changes(said), updated_at: NOW, updated_by: who.id }
  const evidence = row.evidence?.(said) ?? thing.evidence
  // set at the final approval: no row that changes evidence leads out of DONE (S-55)
  const grades = row.evidence ? gradesOf(thing.principles, record, evidence) : {}
  const { submitted_by, submitted_at } = thing.record
  const returned = row.action === 'return' ? { returned: { submitted_by, submitted_at } } : {}
  const gone = row.action === 'discard' ? { isDiscarded: true as const } : {}
  return { ...thing, ...returned, ...gone, record: { ...record, ...grades }, evidence }
}
