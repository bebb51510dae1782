/**
 * Which call each role may make, written from the specification (000 §4 and §6, 001 §4 and §6, the rulings, and parts 4
 * and 5 of docs/requirements.md) and not from the policies. The two must agree, so nothing of the product is imported
 * here.
 */

export const ROLES = [
  'FMB Super Administrator',
  'FMB Administrator',
  'FMB Approver',
  'Region Administrator',
  'Region Approver',
  'PENRO Administrator',
  'PENRO Approver',
  'PENRO Encoder',
  'FMB Auditor',
] as const
export type RoleName = (typeof ROLES)[number]
export type Caller = RoleName | 'signed out'
export const CALLERS: readonly Caller[] = [...ROLES, 'signed out']

export type Level = 'FMB' | 'Region' | 'PENRO'
export const levelOf = (role: RoleName): Level => role.split(' ')[0] as Level

/** The number in brackets in part 5. */
const RANK: Record<RoleName, number> = {
  'FMB Super Administrator': 1,
  'FMB Administrator': 2,
  'FMB Approver': 3,
  'Region Administrator': 2,
  'Region Approver': 3,
  'PENRO Administrator': 2,
  'PENRO Approver': 3,
  'PENRO Encoder': 4,
  'FMB Auditor': 5,
}

// Part 5, row by row; the columns are those of ROLES.
const PART_5 = `
user_show user_access                                                                        | x x - x - x - - x
user_create user_edit user_activate_deactivate user_reset_password                           | x x - x - x - - -
role_create role_edit role_activate_deactivate                                               | x x - - - - - - -
role_show role_access                                                                        | x x - x - - - - x
audit_access                                                                                 | x x x x - x - - x
audit_export                                                                                 | x x - x - - - - x
site_map_access sites_activity_access                                                        | x x x x x x x x x
site_map_create site_map_edit sites_activity_create sites_activity_edit                      | x - - - - - - x -
site_map_activate site_map_deactivate sites_activity_activate sites_activity_deactivate      | x x - x - x - - -
site_maps_approval site_maps_return site_activities_approval site_activities_return          | x - x - x - x - -
sites_posting_access dashboard_access                                                        | x x x x x x x x x`

/**
 * Roles and the keys that open a call, each role holding one of them; `ofLevel` where the call is for one level only.
 */
export type Holders = RoleName[] & { ofKeys?: readonly string[]; ofLevel?: Level }
const withKeys = (roles: RoleName[], keys: readonly string[], level?: Level): Holders =>
  Object.assign(roles, { ofKeys: keys, ...(level ? { ofLevel: level } : {}) })

/** The roles that hold this key. */
export function holders(key: string): Holders {
  const line = PART_5.split('\n').find((one) => one.split('|')[0]?.split(/\s+/).includes(key))
  if (!line) throw new Error(`Part 5 has no key ${key}.`)
  const marks = line.split('|')[1]?.trim().split(' ') ?? []
  return withKeys(
    ROLES.filter((_, index) => marks[index] === 'x'),
    [key],
  )
}
const any = (...keys: string[]): Holders =>
  withKeys(
    ROLES.filter((role) => keys.some((key) => holders(key).includes(role))),
    keys,
  )
const atLevel = (level: Level, roles: Holders): Holders =>
  withKeys(
    roles.filter((role) => levelOf(role) === level),
    roles.ofKeys ?? [],
    level,
  )
/** Activity screens and their calls are for PENRO staff, whatever keys others hold (001 §2, part 5). */
const penro = (roles: Holders): Holders => atLevel('PENRO', roles)
/** The hash chain of the log has national numbers, which are for FMB. */
const fmb = (roles: Holders): Holders => atLevel('FMB', roles)

// ---- targets of calls

export const PLACES = ['own office', 'other office of the region', 'other region'] as const
export type Place = (typeof PLACES)[number]

export const SITE_STATES = [
  'AT-PENRO',
  'AT-REGION',
  'AT-FMB',
  'DONE',
  'RET-PENRO',
  'RET-REGION',
  'RET-FMB',
] as const
export const ACTIVITY_STATES = ['DRAFT', ...SITE_STATES] as const
export type State = (typeof ACTIVITY_STATES)[number]
const RETURNED: readonly State[] = ['RET-PENRO', 'RET-REGION', 'RET-FMB']
/** Part 4.1: no approval yet, so the record may be deactivated. */
export const SWITCHABLE: readonly State[] = ['DRAFT', 'AT-PENRO', ...RETURNED]

export const SUMMARY_STATES = ['Draft', 'Frozen', 'Published'] as const
type SummaryState = (typeof SUMMARY_STATES)[number]
export const IMPORT_STATES = ['Uploaded', 'Checked', 'Importing', 'Finished', 'Cancelled', 'Refused'] as const
type ImportState = (typeof IMPORT_STATES)[number]

export const VERSION_STATES = [
  'reading',
  'question',
  'refused',
  'read',
  'current',
  'past',
  'discarded',
] as const
type VersionState = (typeof VERSION_STATES)[number]

type Chained = { place: Place; state: State; off: boolean }
export type Target =
  | { kind: 'nothing' }
  | ({ kind: 'site' } & Chained)
  | ({ kind: 'activity' } & Chained)
  /** the file of a record; a loose file is one that no record uses yet */
  | ({ kind: 'site file' } & Chained)
  | ({ kind: 'activity file' } & Chained)
  | { kind: 'loose file'; place: Place }
  /** a resumable upload begun by a person at this place */
  | { kind: 'upload'; place: Place }
  /** an import of profiles with one good row */
  | { kind: 'import'; state: ImportState }
  /** a layer of land without a draft, and a version of one */
  | { kind: 'layer'; withdrawn: boolean }
  | { kind: 'layer version'; state: VersionState }
  /** `place` is null at FMB; a Region user has no office, so only the region counts */
  | { kind: 'user'; level: Level; hierarchy: number; place: Place | null; off: boolean }
  | { kind: 'self' }
  | { kind: 'role'; name: string; level: Level; hierarchy: number; off: boolean }
  | { kind: 'new user'; role: string; level: Level; hierarchy: number; place: Place; off: boolean }
  | { kind: 'new role'; level: Level; keys: string[] }
  | { kind: 'new site'; place: Place }
  | { kind: 'summary'; state: SummaryState }
  | { kind: 'new activity'; place: Place; profile: 'free' | 'busy' | 'in review' }
export type Kind = Target['kind']
type Of<K extends Kind> = Extract<Target, { kind: K }>

export type Status = 200 | 401 | 403 | 404 | 409 | 422

/** One call: which roles may make it, its targets, and when it succeeds. */
export type Row = {
  /** other roles get 403; with `signed in`, only a missing session is rejected, with 401 */
  who: 'public' | 'signed in' | readonly RoleName[]
  at?: readonly Kind[]
  /** the states of the record in which it succeeds, else 409; per level where they differ */
  when?: readonly State[] | Record<Level, readonly State[]>
  /** the states of a record that has no such point, so that it is not found */
  missing?: readonly State[]
  /** the states of the summary in which it succeeds, else 409; all by default */
  in?: readonly SummaryState[]
  /** imports: the states in which it succeeds, else 409 */
  during?: readonly ImportState[]
  /** versions of layers: the states in which it succeeds, else 409 */
  while?: readonly VersionState[]
  /** layers: rejected with 409 once it was withdrawn */
  live?: true
  /** the record's status: Activated by default, `only`: Deactivated, `too`: both if readable, `any`: both */
  off?: 'only' | 'too' | 'any'
  /** records: whether somebody has proposed to withdraw the approval, as for those of the own office; else 409 */
  proposed?: 'only' | 'not'
  /** users: the hierarchy that the caller needs, compared with the target's (000 §4, §6) */
  rank?: 'below' | 'not above'
  /** users: the answer when the caller is the target */
  self?: Status
  /** calls about one's own account: the answer while there is nothing to remove */
  nothing?: Status
  /** roles: only a Super Administrator may change the role they have (S-26) */
  changes?: true
}

const READ = { off: 'too' } as const
const FMB_ADMINISTRATORS = ['FMB Super Administrator', 'FMB Administrator'] as const
const WAITING = { PENRO: ['AT-PENRO'], Region: ['AT-REGION'], FMB: ['AT-FMB'] } as const
const RETURNED_BY = { PENRO: ['RET-PENRO'], Region: ['RET-REGION'], FMB: ['RET-FMB'] } as const
const RECORDS = ['site', 'activity'] as const
const OF_FMB = ROLES.filter((role) => levelOf(role) === 'FMB')
const SUPER = ['FMB Super Administrator'] as const

/** approvers list the records that they decide on */
const LISTS_SITES = any('site_map_access', 'site_maps_approval', 'site_maps_return')
const LISTS_ACTIVITIES = any('sites_activity_access', 'site_activities_approval', 'site_activities_return')

export const TABLE: Record<string, Row> = {
  'POST /login': { who: 'public' },
  'POST /logout': { who: 'public' },
  'POST /forgot-password': { who: 'public' },
  'POST /reset-password': { who: 'public' },
  'POST /change-password': { who: 'signed in' },
  'GET /validate-token': { who: 'signed in' },
  'GET /my-profile': { who: 'signed in' },
  // the door beside the password, and what the own account is linked to
  'POST /sign-in/oidc/start': { who: 'public' },
  'POST /sign-in/oidc/answer': { who: 'public' },
  'GET /my-sign-in/oidc': { who: 'signed in' },
  'POST /my-sign-in/oidc/start': { who: 'signed in' },
  'POST /my-sign-in/oidc/unlink': { who: 'signed in' },
  // the second step of a login, and a passkey instead of a password
  'POST /login/second-step': { who: 'public' },
  'POST /login/second-step/passkey': { who: 'public' },
  'POST /login/passkey/options': { who: 'public' },
  'POST /login/passkey': { who: 'public' },
  // one's own factors, session and computers
  'GET /my-sign-in': { who: 'signed in' },
  'POST /my-sign-in/proof': { who: 'signed in' },
  'POST /my-sign-in/passkeys/options': { who: 'signed in' },
  'POST /my-sign-in/app': { who: 'signed in' },
  'POST /my-sign-in/app/confirmation': { who: 'signed in' },
  'POST /my-sign-in/app/removal': { who: 'signed in', nothing: 404 },
  'POST /my-sign-in/passkeys': { who: 'signed in' },
  'POST /my-sign-in/passkeys/:id/test': { who: 'signed in' },
  'POST /my-sign-in/passkeys/:id/removal': { who: 'signed in' },
  'POST /my-sign-in/sheet': { who: 'signed in' },
  'POST /my-sign-in/sheet/confirmation': { who: 'signed in' },
  'POST /my-sign-in/sheet/removal': { who: 'signed in', nothing: 404 },
  'POST /my-sign-in/sessions/end': { who: 'signed in' },
  'POST /my-sign-in/own-computers/:id/removal': { who: 'signed in' },
  // what levels demand is set at FMB, and the reset codes of the bureau are listed there
  'GET /sign-in/demands': { who: FMB_ADMINISTRATORS },
  'POST /sign-in/demands': { who: FMB_ADMINISTRATORS },
  'GET /sign-in/reset-codes': { who: FMB_ADMINISTRATORS },
  'GET /sign-in/people': { who: any('site_maps_approval', 'site_activities_approval') },
  'GET /my-profile/mails': { who: 'signed in' },
  'PATCH /my-profile/mails': { who: 'signed in' },
  'GET /my-profile/language': { who: 'signed in' },
  'PATCH /my-profile/language': { who: 'signed in' },

  'GET /regions': { who: 'public' },
  'GET /provinces': { who: 'signed in' },
  'GET /regions/provinces/:regionId': { who: 'signed in' },
  'GET /cities': { who: 'signed in' },
  'GET /provinces/points': { who: 'signed in' },
  'GET /regions/cities/:regionId': { who: 'signed in' },
  'GET /provinces/cities/:provinceId': { who: 'signed in' },
  'GET /offices': { who: 'signed in' },
  'GET /regions/offices/:regionId': { who: 'signed in' },

  // for the roles that may fill in a form with this file
  'POST /file/pdf': {
    who: any('site_map_create', 'site_map_edit', 'sites_activity_create', 'sites_activity_edit'),
  },
  'POST /file/kml': { who: any('site_map_create', 'site_map_edit') },
  'POST /file/csv': { who: any('sites_activity_create', 'sites_activity_edit') },
  'POST /file/image': { who: any('sites_activity_create', 'sites_activity_edit') },
  'POST /file/shp': {
    who: any('site_map_create', 'site_map_edit', 'sites_activity_create', 'sites_activity_edit'),
  },
  // decision 10: imports are for the administrators at FMB
  'POST /file/table': { who: FMB_ADMINISTRATORS },
  'POST /file/archive': { who: FMB_ADMINISTRATORS },
  'POST /file/table/uploads': { who: FMB_ADMINISTRATORS },
  'POST /file/archive/uploads': { who: FMB_ADMINISTRATORS },
  'POST /file/pdf/uploads': {
    who: any('site_map_create', 'site_map_edit', 'sites_activity_create', 'sites_activity_edit'),
  },
  'POST /file/kml/uploads': { who: any('site_map_create', 'site_map_edit') },
  'POST /file/csv/uploads': { who: any('sites_activity_create', 'sites_activity_edit') },
  'POST /file/image/uploads': { who: any('sites_activity_create', 'sites_activity_edit') },
  'POST /file/shp/uploads': {
    who: any('site_map_create', 'site_map_edit', 'sites_activity_create', 'sites_activity_edit'),
  },
  // decision 32: maps in other formats for those who fill in profiles, layers for the administrators at FMB
  'POST /file/boundary': { who: any('site_map_create', 'site_map_edit') },
  'POST /file/boundary/uploads': { who: any('site_map_create', 'site_map_edit') },
  'POST /file/:id/boundary': { who: any('site_map_create', 'site_map_edit') },
  'POST /file/layer': { who: FMB_ADMINISTRATORS },
  'POST /file/layer/uploads': { who: FMB_ADMINISTRATORS },
  // an upload is its sender's, as is the file until a record uses it (S-96)
  'GET /file/uploads/:upload': { who: 'signed in', at: ['upload'] },
  'PATCH /file/uploads/:upload': { who: 'signed in', at: ['upload'] },
  'POST /file/uploads/:upload': { who: 'signed in', at: ['upload'] },
  'POST /file/uploads/:upload/cancel': { who: 'signed in', at: ['upload'] },
  'GET /file/:id': { who: 'signed in', at: ['site file', 'activity file', 'loose file'], ...READ },
  // for the roles that may open it; no row of the log names these files
  'GET /file/:id/proof': {
    who: 'signed in',
    at: ['site file', 'activity file'],
    when: [],
    ...READ,
  },
  // for the roles that may open it; these files are no pictures
  'GET /file/:id/thumbnail': {
    who: 'signed in',
    at: ['site file', 'activity file'],
    when: [],
    ...READ,
  },
  'GET /file/copies': { who: 'signed in', at: ['site file', 'activity file', 'loose file'], ...READ },
  // S-98
  'GET /file/storage': { who: ['FMB Super Administrator', 'FMB Administrator'] },

  // a draft of a form belongs to its writer, whatever they may do with it later
  'GET /drafts/:form': { who: 'signed in' },
  'POST /drafts/:form': { who: 'signed in' },
  'POST /drafts/:form/discard': { who: 'signed in' },
  'GET /drafts': { who: 'signed in' },
  'GET /drafts/unfinished': { who: 'signed in' },
  'POST /drafts/discard': { who: 'signed in' },

  'GET /sites': { who: LISTS_SITES },
  'GET /sites/search': { who: LISTS_SITES },
  'GET /sites/datatable': { who: LISTS_SITES },
  'GET /sites/waiting': { who: any('site_maps_approval', 'site_maps_return') },
  'GET /sites/choices': { who: any('site_maps_approval', 'site_maps_return') },
  'GET /sites/datatable/:type/:status?': { who: any('site_maps_approval', 'site_maps_return') },
  'GET /sites/:id': {
    who: any('site_map_access', 'site_maps_approval', 'site_maps_return'),
    at: ['site'],
    ...READ,
  },
  'GET /sites/:id/neighbours': {
    who: any('site_map_access', 'site_maps_approval', 'site_maps_return'),
    at: ['site'],
    ...READ,
  },
  'GET /sites/:id/land': {
    who: any('site_map_access', 'site_maps_approval', 'site_maps_return'),
    at: ['site'],
    ...READ,
  },
  'GET /sites/:id/land/map': {
    who: any('site_map_access', 'site_maps_approval', 'site_maps_return'),
    at: ['site'],
    ...READ,
  },
  // encoders and reviewers compare the records they may read
  'GET /sites/:id/changes': {
    who: any('site_map_access', 'site_maps_approval', 'site_maps_return'),
    at: ['site'],
    ...READ,
  },
  'GET /sites/:id/changes/boundary': {
    who: any('site_map_access', 'site_maps_approval', 'site_maps_return'),
    at: ['site'],
    ...READ,
  },
  // steps of the history; none of these records is in the public log yet
  'GET /sites/:id/proofs/:step': {
    who: any('site_map_access', 'site_maps_approval', 'site_maps_return'),
    at: ['site'],
    when: [],
    ...READ,
  },
  // what photographs say of place and time is for the offices of the chain alone
  'GET /sites/:id/photos': { who: LISTS_SITES, at: ['site'], ...READ },
  // everyone of the offices of its chain who may see the record reads and writes its notes
  'GET /sites/:id/notes': { who: LISTS_SITES, at: ['site'], ...READ },
  'GET /sites/:id/notes/places': { who: LISTS_SITES, at: ['site'], ...READ },
  'GET /sites/:id/notes/people': { who: LISTS_SITES, at: ['site'], ...READ },
  'POST /sites/:id/notes': { who: LISTS_SITES, at: ['site'], ...READ },
  'POST /sites/duplicates': { who: any('site_map_create', 'site_map_edit') },
  'POST /sites/boundary': { who: any('site_map_create', 'site_map_edit') },
  'POST /sites/audit-logs': { who: 'signed in', at: RECORDS, ...READ },
  'POST /sites': { who: holders('site_map_create'), at: ['new site'] },
  'PATCH /sites/:id': { who: holders('site_map_edit'), at: ['site'], when: RETURNED },
  'POST /sites/submitted/:id': { who: any('site_map_edit', 'site_map_create'), at: ['site'], when: RETURNED },
  // by PENRO staff, while no approver has acted on it (P13)
  'POST /sites/recall/:id': {
    who: penro(any('site_map_edit', 'site_map_create')),
    at: ['site'],
    when: ['AT-PENRO'],
  },
  // by PENRO staff, of what no level has ever approved (S-146)
  'POST /sites/withdraw/:id': {
    who: penro(any('site_map_edit', 'site_map_create')),
    at: ['site'],
    when: ['RET-PENRO'],
  },
  'POST /sites/approved/:id': { who: holders('site_maps_approval'), at: ['site'], when: WAITING },
  'POST /sites/returned/:id': { who: holders('site_maps_return'), at: ['site'], when: WAITING },
  // another person has proposed to withdraw the approvals of the own office (S-170)
  'POST /sites/withdrawals/propose/:id': {
    who: fmb(holders('site_maps_approval')),
    at: ['site'],
    when: ['DONE'],
    proposed: 'not',
  },
  'POST /sites/withdrawals/confirm/:id': {
    who: fmb(holders('site_maps_approval')),
    at: ['site'],
    when: ['DONE'],
    proposed: 'only',
  },
  'POST /sites/withdrawals/cancel/:id': {
    who: fmb(holders('site_maps_approval')),
    at: ['site'],
    when: ['DONE'],
    proposed: 'only',
  },
  'POST /sites/activate/:id': { who: holders('site_map_activate'), at: ['site'], off: 'only' },
  'POST /sites/deactivate/:id': { who: holders('site_map_deactivate'), at: ['site'], when: SWITCHABLE },

  // the land: read with the profile, explained by its office; who was asked is recorded by it and by the reviewers
  'GET /land/tasks': { who: LISTS_SITES },
  'GET /land/export': { who: LISTS_SITES },
  'POST /sites/:id/findings/:finding_id/explain': {
    who: penro(any('site_map_edit', 'site_map_create')),
    at: ['site'],
  },
  // explained, and accepted by none yet: after the approval it is PENRO's turn
  'POST /sites/:id/findings/:finding_id/decide': {
    who: holders('site_maps_approval'),
    at: ['site'],
    when: { PENRO: ['DONE'], Region: [], FMB: [] },
  },
  'POST /sites/:id/findings/:finding_id/requests': {
    who: any('site_map_edit', 'site_map_create', 'site_maps_approval'),
    at: ['site'],
  },
  'POST /sites/:id/findings/:finding_id/requests/:request_id/answer': {
    who: any('site_map_edit', 'site_map_create', 'site_maps_approval'),
    at: ['site'],
  },

  // points: read with the record, answered by its office while it is returned, withdrawn by the level that sent them
  'GET /sites/:id/points': { who: LISTS_SITES, at: ['site'], ...READ },
  'POST /sites/:id/points/:point_id/answer': {
    who: penro(holders('site_map_edit')),
    at: ['site'],
    when: RETURNED,
  },
  'POST /sites/:id/points/:point_id/withdraw': {
    who: holders('site_maps_return'),
    at: ['site'],
    when: RETURNED_BY,
  },

  // papers about the land: recorded by the office of the profile in every state, confirmed by FMB's approvers
  'GET /sites/:id/instruments': { who: LISTS_SITES, at: ['site'], ...READ },
  'POST /sites/:id/instruments': { who: penro(any('site_map_edit', 'site_map_create')), at: ['site'] },
  'PATCH /sites/:id/instruments/:instrument_id': {
    who: penro(any('site_map_edit', 'site_map_create')),
    at: ['site'],
  },
  'POST /sites/:id/instruments/:instrument_id/remove': {
    who: penro(any('site_map_edit', 'site_map_create')),
    at: ['site'],
  },
  'POST /sites/:id/instruments/:instrument_id/confirm': {
    who: fmb(holders('site_maps_approval')),
    at: ['site'],
  },

  // each record is checked when its turn comes; a caller without the key is rejected at once
  'GET /sites/bulk': { who: any('site_maps_approval', 'site_maps_return') },
  'GET /sites/bulk/records': { who: any('site_maps_approval', 'site_maps_return') },
  'POST /sites/bulk': { who: holders('site_maps_approval'), at: ['site'], off: 'any' },

  'GET /imports': { who: FMB_ADMINISTRATORS },
  'GET /imports/template': { who: FMB_ADMINISTRATORS },
  'POST /imports': { who: FMB_ADMINISTRATORS },
  'GET /imports/:id': { who: FMB_ADMINISTRATORS, at: ['import'] },
  'GET /imports/:id/findings': { who: FMB_ADMINISTRATORS, at: ['import'] },
  'GET /imports/:id/rows': { who: FMB_ADMINISTRATORS, at: ['import'] },
  'GET /imports/:id/corrections': {
    who: FMB_ADMINISTRATORS,
    at: ['import'],
    during: ['Checked', 'Importing', 'Finished', 'Cancelled'],
  },
  'POST /imports/:id/start': { who: FMB_ADMINISTRATORS, at: ['import'], during: ['Checked'] },
  'POST /imports/:id/leave-out': { who: FMB_ADMINISTRATORS, at: ['import'], during: ['Checked'] },
  'POST /imports/:id/cancel': {
    who: FMB_ADMINISTRATORS,
    at: ['import'],
    during: ['Uploaded', 'Checked', 'Importing'],
  },

  // decision 32: all staff read the layers of land, FMB's administrators change them
  'GET /land/layers': { who: 'signed in' },
  'POST /land/layers': { who: FMB_ADMINISTRATORS },
  'GET /land/layers/:id': { who: 'signed in', at: ['layer'] },
  'PATCH /land/layers/:id': { who: FMB_ADMINISTRATORS, at: ['layer'], live: true },
  'POST /land/layers/:id/withdraw': { who: FMB_ADMINISTRATORS, at: ['layer'], live: true },
  'POST /land/layers/:id/versions': { who: FMB_ADMINISTRATORS, at: ['layer'], live: true },
  'GET /land/layers/:id/new-findings': { who: 'signed in', at: ['layer'] },
  'GET /land/versions/:id': { who: 'signed in', at: ['layer version'] },
  'GET /land/versions/:id/changes': { who: 'signed in', at: ['layer version'] },
  'GET /land/versions/:id/features': { who: 'signed in', at: ['layer version'] },
  'POST /land/versions/:id/answer': {
    who: FMB_ADMINISTRATORS,
    at: ['layer version'],
    while: ['question', 'refused', 'read'],
  },
  'POST /land/versions/:id/imported': {
    who: FMB_ADMINISTRATORS,
    at: ['layer version'],
    while: ['read', 'past'],
  },
  'POST /land/versions/:id/discard': {
    who: FMB_ADMINISTRATORS,
    at: ['layer version'],
    while: ['reading', 'question', 'refused', 'read'],
  },

  'GET /sites/activities/waiting': { who: any('site_activities_approval', 'site_activities_return') },
  'GET /sites/activities/choices': { who: any('site_activities_approval', 'site_activities_return') },
  'GET /sites/activities/datatable': {
    who: any('sites_activity_access', 'site_activities_approval', 'site_activities_return'),
  },
  'GET /sites/activities/datatable/:type/:status?': {
    who: any('site_activities_approval', 'site_activities_return'),
  },
  'GET /sites/activities/:id': {
    who: any('sites_activity_access', 'site_activities_approval', 'site_activities_return'),
    at: ['activity'],
    ...READ,
  },
  'GET /sites/activities/:id/proofs/:step': {
    who: any('sites_activity_access', 'site_activities_approval', 'site_activities_return'),
    at: ['activity'],
    when: [],
    ...READ,
  },
  'GET /sites/activities/:id/changes': {
    who: any('sites_activity_access', 'site_activities_approval', 'site_activities_return'),
    at: ['activity'],
    ...READ,
  },
  'GET /sites/activities/:id/photos': { who: LISTS_ACTIVITIES, at: ['activity'], ...READ },
  'GET /sites/activities/:id/notes': { who: LISTS_ACTIVITIES, at: ['activity'], ...READ },
  'GET /sites/activities/:id/notes/places': { who: LISTS_ACTIVITIES, at: ['activity'], ...READ },
  'GET /sites/activities/:id/notes/people': { who: LISTS_ACTIVITIES, at: ['activity'], ...READ },
  'POST /sites/activities/:id/notes': { who: LISTS_ACTIVITIES, at: ['activity'], ...READ },
  'POST /sites/activities': { who: penro(holders('sites_activity_create')), at: ['new activity'] },
  'POST /sites/activities/verification/:id': {
    who: penro(any('sites_activity_create', 'sites_activity_edit')),
    at: ['activity'],
    when: ['DRAFT', ...RETURNED],
  },
  'GET /sites/activities/:id/last-time': {
    who: any('sites_activity_access', 'site_activities_approval', 'site_activities_return'),
    at: ['activity'],
    ...READ,
  },
  // for the roles that may save evidence
  'POST /sites/activities/:id/reporting-year': {
    who: penro(any('sites_activity_create', 'sites_activity_edit')),
    at: ['activity'],
    when: ['DRAFT', ...RETURNED],
  },
  'POST /sites/activities/:id/start-from-last': {
    who: penro(any('sites_activity_create', 'sites_activity_edit')),
    at: ['activity'],
    when: ['DRAFT', ...RETURNED],
  },
  'POST /sites/activities/:id/start-from-last/undo': {
    who: penro(any('sites_activity_create', 'sites_activity_edit')),
    at: ['activity'],
    when: ['DRAFT', ...RETURNED],
  },
  // after a return where it comments on the principle, as the returns here do (S-108)
  'POST /sites/activities/:id/disabled/:type': {
    // of a draft by one key, of a returned one by the other (A03, S-108)
    who: penro(any('sites_activity_create', 'sites_activity_edit')),
    at: ['activity'],
    when: ['DRAFT', ...RETURNED],
  },
  'POST /sites/activities/submitted/:id': {
    who: penro(any('sites_activity_create', 'sites_activity_edit')),
    at: ['activity'],
    when: ['DRAFT', ...RETURNED],
  },
  'POST /sites/activities/recall/:id': {
    who: penro(any('sites_activity_create', 'sites_activity_edit')),
    at: ['activity'],
    when: ['AT-PENRO'],
  },
  'POST /sites/activities/discard/:id': {
    who: penro(any('sites_activity_create', 'sites_activity_edit')),
    at: ['activity'],
    when: ['DRAFT'],
  },
  'POST /sites/activities/approved/:id': {
    who: holders('site_activities_approval'),
    at: ['activity'],
    when: WAITING,
  },
  'POST /sites/activities/returned/:id': {
    who: holders('site_activities_return'),
    at: ['activity'],
    when: WAITING,
  },
  // another person has proposed to withdraw the approvals of the own office (S-170)
  'POST /sites/activities/withdrawals/propose/:id': {
    who: fmb(holders('site_activities_approval')),
    at: ['activity'],
    when: ['DONE'],
    proposed: 'not',
  },
  'POST /sites/activities/withdrawals/confirm/:id': {
    who: fmb(holders('site_activities_approval')),
    at: ['activity'],
    when: ['DONE'],
    proposed: 'only',
  },
  'POST /sites/activities/withdrawals/cancel/:id': {
    who: fmb(holders('site_activities_approval')),
    at: ['activity'],
    when: ['DONE'],
    proposed: 'only',
  },
  'POST /sites/activities/activate/:id': {
    who: holders('sites_activity_activate'),
    at: ['activity'],
    off: 'only',
  },
  'POST /sites/activities/deactivate/:id': {
    who: holders('sites_activity_deactivate'),
    at: ['activity'],
    when: SWITCHABLE,
  },

  'GET /sites/activities/:id/points': {
    who: any('sites_activity_access', 'site_activities_approval', 'site_activities_return'),
    at: ['activity'],
    ...READ,
  },
  'POST /sites/activities/:id/points/:point_id/answer': {
    who: penro(holders('sites_activity_edit')),
    at: ['activity'],
    missing: ['DRAFT'],
    when: RETURNED,
  },
  'POST /sites/activities/:id/points/:point_id/withdraw': {
    who: holders('site_activities_return'),
    at: ['activity'],
    missing: ['DRAFT'],
    when: RETURNED_BY,
  },

  'GET /sites/activities/bulk': { who: any('site_activities_approval', 'site_activities_return') },
  'GET /sites/activities/bulk/records': { who: any('site_activities_approval', 'site_activities_return') },
  'POST /sites/activities/bulk': {
    who: holders('site_activities_approval'),
    at: ['activity'],
    off: 'any',
  },

  // encoders answer the criteria and reviewers read them; their screens are FMB's, and hierarchy 1 and 2 save them
  // (C-22, C-31)
  'GET /sites/principles': { who: 'signed in' },
  'GET /sites/principles/search': { who: 'signed in' },
  'GET /sites/principles/:id': { who: 'signed in' },
  'GET /sites/principles/batches': { who: OF_FMB },
  'POST /sites/principles': { who: ['FMB Super Administrator', 'FMB Administrator'] },

  'GET /sites/dashboard/count': { who: 'public' },
  'GET /sites/activities/dashboard/datatable': { who: 'public' },
  'GET /sites/activities/dashboard/sites.csv': { who: 'public' },
  'GET /sites/activities/dashboard/sites.geojson': { who: 'public' },
  'GET /sites/activities/dashboard/:id': { who: 'public', at: ['activity'] },
  'GET /sites/dashboard/:id/proof': { who: 'public', at: ['site'], when: [] },
  'GET /sites/activities/dashboard/:id/proof': { who: 'public', at: ['activity'], when: [] },

  // as strict as the criteria; summaries are FMB's, and the final steps its Super Administrator's (decision 18)
  'GET /crosswalk': { who: OF_FMB },
  'GET /crosswalk/versions': { who: OF_FMB },
  'GET /crosswalk/versions/:version': { who: OF_FMB },
  'POST /crosswalk': { who: ['FMB Super Administrator', 'FMB Administrator'] },
  'GET /summaries': { who: OF_FMB },
  'POST /summaries': { who: OF_FMB },
  'GET /summaries/:id': { who: OF_FMB, at: ['summary'] },
  'POST /summaries/:id': { who: OF_FMB, at: ['summary'], in: ['Draft'] },
  'POST /summaries/:id/texts': { who: OF_FMB, at: ['summary'], in: ['Draft'] },
  'GET /summaries/:id/statements': { who: OF_FMB, at: ['summary'] },
  'POST /summaries/:id/statements': { who: OF_FMB, at: ['summary'], in: ['Draft'] },
  // comments stay inside FMB; their author, here none of these, or a Super Administrator decides about them
  'GET /summaries/:id/comments': { who: OF_FMB, at: ['summary'] },
  'POST /summaries/:id/comments': { who: OF_FMB, at: ['summary'], in: ['Draft'] },
  'POST /summaries/:id/comments/:comment_id/answer': { who: OF_FMB, at: ['summary'], in: ['Draft'] },
  'POST /summaries/:id/comments/:comment_id/settle': { who: SUPER, at: ['summary'], in: ['Draft'] },
  'POST /summaries/:id/comments/:comment_id/ask-again': {
    who: SUPER,
    at: ['summary'],
    in: ['Draft'],
    // its author
    self: 200,
  },
  'GET /summaries/:id/previous': { who: OF_FMB, at: ['summary'] },
  'GET /summaries/:id/writers': { who: OF_FMB, at: ['summary'] },
  'POST /summaries/:id/freeze': { who: SUPER, at: ['summary'], in: ['Draft'] },
  'POST /summaries/:id/publish': { who: SUPER, at: ['summary'], in: ['Frozen'] },
  // it needs the published one of its year, which no target has (tests/api/summary-versions.test.ts)
  'POST /summaries/:id/replace': { who: SUPER, at: ['summary'], in: [] },
  'POST /summaries/:id/withdraw': { who: SUPER, at: ['summary'], in: ['Published'] },
  'POST /summaries/:id/discard': { who: OF_FMB, at: ['summary'], in: ['Draft'] },
  'GET /summaries/:id/files/:format': { who: OF_FMB, at: ['summary'] },
  // none of these summaries is in the log yet
  'GET /summaries/:id/proof': { who: OF_FMB, at: ['summary'], in: [] },
  'GET /summaries/published': { who: 'public' },
  'GET /summaries/published/:year': { who: 'public' },

  'GET /reports/datatable/dashboard': { who: holders('dashboard_access') },
  'GET /reports/datatable/dashboard-records': { who: holders('dashboard_access') },
  'GET /reports/dashboard-figures': { who: holders('dashboard_access') },
  'GET /reports/figure-totals': { who: holders('dashboard_access') },
  'GET /reports/dashboard-points': { who: holders('dashboard_access') },
  'GET /reports/export-dashboard': { who: holders('dashboard_access') },

  // the Reports tab always shows (000 §2); the content of a report depends on the person
  'GET /reports/datatable/generate-reports': { who: 'signed in' },
  'GET /reports/export': { who: 'signed in' },
  'GET /reports/export/:key': { who: 'signed in' },

  'GET /reports/datatable/audit-logs': { who: holders('audit_access') },
  'GET /reports/audit-logs/people': { who: holders('audit_access') },
  'GET /reports/audit-logs/export': { who: holders('audit_export') },
  // one log for the whole country, with its numbers: for FMB only
  'GET /reports/audit-logs/integrity': { who: fmb(holders('audit_access')) },
  'POST /reports/audit-logs/verification': { who: fmb(holders('audit_access')) },
  'GET /reports/audit-logs/heads': { who: fmb(holders('audit_access')) },

  'GET /users': { who: holders('user_access') },
  'GET /users/search': { who: holders('user_access') },
  'GET /users/datatable': { who: holders('user_access') },
  'GET /users/offices-without-approver': {
    // and for the encoders of a PENRO
    who: ROLES.filter((role) => holders('user_access').includes(role) || role === 'PENRO Encoder'),
  },
  'GET /users/:id': { who: holders('user_show'), at: ['user', 'self'], self: 200, ...READ },
  // people of the provider without an account: for administrators of FMB alone (S-159)
  'GET /users/identities': { who: fmb(holders('user_edit')) },
  'GET /users/:id/identity': { who: holders('user_show'), at: ['user', 'self'], self: 200, ...READ },
  'POST /users/:id/identity': {
    who: fmb(holders('user_edit')),
    at: ['user', 'self'],
    self: 403,
    rank: 'below',
  },
  'POST /users/:id/identity/unlink': {
    who: holders('user_edit'),
    at: ['user', 'self'],
    self: 403,
    rank: 'below',
  },
  'POST /users/audit-logs': { who: holders('user_show'), at: ['user', 'self'], self: 200, ...READ },
  'POST /users': { who: holders('user_create'), at: ['new user'] },
  'PATCH /users/:id': { who: holders('user_edit'), at: ['user', 'self'], self: 403, rank: 'below' },
  'POST /users/activate/:id': {
    who: holders('user_activate_deactivate'),
    at: ['user', 'self'],
    self: 403,
    rank: 'below',
    off: 'only',
  },
  'POST /users/deactivate/:id': {
    who: holders('user_activate_deactivate'),
    at: ['user', 'self'],
    self: 403,
    rank: 'below',
  },
  'POST /users/reset-password': {
    who: holders('user_reset_password'),
    at: ['user', 'self'],
    self: 403,
    rank: 'not above',
  },
  // for those who see the details of a person and may edit accounts or reset passwords; no key alone is enough
  'GET /users/:id/sign-in': {
    who: withKeys(holders('user_show'), []),
    at: ['user', 'self'],
    self: 403,
    ...READ,
  },
  'POST /users/:id/sessions/end': {
    who: holders('user_reset_password'),
    at: ['user', 'self'],
    self: 403,
    rank: 'not above',
  },
  'POST /users/:id/own-computers/:computerId/removal': {
    who: holders('user_reset_password'),
    at: ['user', 'self'],
    self: 403,
    rank: 'not above',
  },
  'POST /users/:id/reset-code': {
    who: any('user_reset_password', 'site_maps_approval', 'site_activities_approval'),
    at: ['user', 'self'],
    self: 403,
  },

  // the usual points of one's own office, for everyone who returns records
  'GET /points/templates': { who: any('site_maps_return', 'site_activities_return') },
  'POST /points/templates': { who: any('site_maps_return', 'site_activities_return') },

  // who changes the criteria reviews the words of the public pages (decision 35)
  'GET /translations': { who: FMB_ADMINISTRATORS },
  'GET /translations/:language': { who: FMB_ADMINISTRATORS },
  'GET /translations/:language/texts/:key': { who: FMB_ADMINISTRATORS },
  'GET /translations/:language/table': { who: FMB_ADMINISTRATORS },
  'PATCH /translations/:language/texts/:key': { who: FMB_ADMINISTRATORS },
  'POST /translations/:language/texts/:key/confirm': { who: FMB_ADMINISTRATORS },
  'POST /translations/:language/texts/:key/take-back': { who: FMB_ADMINISTRATORS },
  'POST /translations/:language/review': { who: FMB_ADMINISTRATORS },
  'POST /translations/:language/review-part': { who: FMB_ADMINISTRATORS },
  'POST /translations/:language/table/check': { who: FMB_ADMINISTRATORS },
  'POST /translations/:language/table': { who: FMB_ADMINISTRATORS },

  // S-148
  'GET /offices/datatable': { who: FMB_ADMINISTRATORS },
  'PATCH /offices/:id': { who: FMB_ADMINISTRATORS },
  'POST /offices/:id/merge': { who: FMB_ADMINISTRATORS },

  'GET /roles': { who: holders('role_access') },
  // the choices of the user form, so also for the roles that add and edit users
  'GET /roles/search': { who: any('role_access', 'user_create', 'user_edit') },
  'GET /roles/datatable': { who: holders('role_access') },
  'GET /roles/:id': { who: holders('role_show'), at: ['role'], ...READ },
  'POST /roles/audit-logs': { who: holders('role_show'), at: ['role'], ...READ },
  'POST /roles': { who: holders('role_create'), at: ['new role'] },
  'PATCH /roles/:id': { who: holders('role_edit'), at: ['role'], changes: true },
  'POST /roles/activate/:id': {
    who: holders('role_activate_deactivate'),
    at: ['role'],
    changes: true,
    off: 'only',
  },
  'POST /roles/deactivate/:id': { who: holders('role_activate_deactivate'), at: ['role'], changes: true },
}

// ---- the answers that follow from the table

/** FMB reaches everything, Region its region, PENRO its office (S-24, S-35). */
const reaches = (caller: RoleName, place: Place): boolean =>
  ({ FMB: true, Region: place !== 'other region', PENRO: place === 'own office' })[levelOf(caller)]

/** FMB manages all levels, Region its own and PENRO, PENRO its own (000 §6). */
const LEVELS_UNDER: Record<Level, readonly Level[]> = {
  FMB: ['FMB', 'Region', 'PENRO'],
  Region: ['Region', 'PENRO'],
  PENRO: ['PENRO'],
}
const hasUnder = (caller: RoleName, level: Level): boolean => LEVELS_UNDER[levelOf(caller)].includes(level)

/** S-35: a record out of reach is unknown, and a draft is for its office only. */
const covers = (caller: RoleName, record: Chained): boolean =>
  reaches(caller, record.place) && (record.state !== 'DRAFT' || levelOf(caller) === 'PENRO')

/**
 * S-36: a deactivated record can be read by its creator and by holders of the activate key. The encoder is the creator
 * of the records of the own office. Calls that change it are rejected for its state (part 4.2).
 */
const mayRead = (caller: RoleName, record: Chained, activateKey: string): boolean =>
  !record.off || caller === 'PENRO Encoder' || holders(activateKey).includes(caller)
const ACTIVATE = {
  site: 'site_map_activate',
  'site file': 'site_map_activate',
  activity: 'sites_activity_activate',
  'activity file': 'sites_activity_activate',
} as const

function ofRecord(row: Row, caller: RoleName, record: Of<keyof typeof ACTIVATE>): Status {
  if (!covers(caller, record)) return 404
  if (row.off === 'too' && !mayRead(caller, record, ACTIVATE[record.kind])) return 404
  if (row.off === 'any') return 200
  if (row.off !== 'too' && record.off !== (row.off === 'only')) return 409
  const states = row.when && 'FMB' in row.when ? row.when[levelOf(caller)] : row.when
  return !states || states.includes(record.state) ? 200 : 409
}

function ofUser(row: Row, caller: RoleName, user: Of<'user'>): Status {
  if (!hasUnder(caller, user.level)) return 404
  if (user.place !== null && !reaches(caller, user.place)) return 404
  const rank = RANK[caller]
  if (row.rank === 'below' && rank !== 1 && rank >= user.hierarchy) return 403
  if (row.rank === 'not above' && rank > user.hierarchy) return 403
  return row.off !== 'too' && user.off !== (row.off === 'only') ? 409 : 200
}

/**
 * A lost phone: the approver of the person's own office helps people who encode, an administrator above anyone
 * below; for approvers and administrators of FMB two of its administrators issue half of the code each.
 */
function ofResetCode(caller: RoleName, user: Of<'user'>): Status {
  if (!hasUnder(caller, user.level)) return 404
  if (user.place !== null && !reaches(caller, user.place)) return 404
  const isAdministrator = RANK[caller] <= 2
  const isOfOffice = levelOf(caller) === user.level
  const isApprover = holders('site_maps_approval').includes(caller) && isOfOffice && user.hierarchy === 4
  const isAbove = isAdministrator && (!isOfOffice || RANK[caller] < user.hierarchy)
  const isOfTwo = user.level === 'FMB' && user.hierarchy <= 3
  if (isOfTwo ? !isAdministrator : !isApprover && !isAbove) return 403
  return user.off ? 409 : 200
}

function ofRole(row: Row, caller: RoleName, role: Of<'role'>): Status {
  if (!hasUnder(caller, role.level)) return 404
  const isTop = role.hierarchy === 1
  if (row.changes && RANK[caller] !== 1 && (role.name === caller || isTop)) return 403
  if (row.off !== 'too' && role.off !== (row.off === 'only')) return 409
  return 200
}

/**
 * USERS-33 to USERS-36 and S-26. The region in the body and, for PENRO staff, the office do not matter, because S-25
 * sets them. Region staff may not name the PENRO of another region's province (S-148).
 */
function ofNewUser(caller: RoleName, user: Of<'new user'>): Status {
  if (!hasUnder(caller, user.level)) return 403
  if (user.hierarchy < RANK[caller]) return 403
  if (levelOf(caller) === 'Region' && user.role === 'Region Approver') return 403
  const isForeign = levelOf(caller) === 'Region' && user.level === 'PENRO' && user.place === 'other region'
  return user.off || isForeign ? 422 : 200
}

/** S-26: only the keys that the caller holds; the Super Administrator holds all. */
function ofNewRole(caller: RoleName, role: Of<'new role'>): Status {
  if (!hasUnder(caller, role.level)) return 403
  return role.keys.every((key) => holders(key).includes(caller)) ? 200 : 403
}

/** The calls about the own account, the session and what was left unsent, which an auditor may make. */
export const OWN_OF_AUDITORS: readonly string[] = [
  'POST /change-password',
  'POST /my-sign-in/oidc/start',
  'POST /my-sign-in/oidc/unlink',
  'POST /my-sign-in/proof',
  'POST /my-sign-in/passkeys/options',
  'POST /my-sign-in/app',
  'POST /my-sign-in/app/confirmation',
  'POST /my-sign-in/app/removal',
  'POST /my-sign-in/passkeys',
  'POST /my-sign-in/passkeys/:id/test',
  'POST /my-sign-in/passkeys/:id/removal',
  'POST /my-sign-in/sheet',
  'POST /my-sign-in/sheet/confirmation',
  'POST /my-sign-in/sheet/removal',
  'POST /my-sign-in/sessions/end',
  'POST /my-sign-in/own-computers/:id/removal',
  'PATCH /my-profile/mails',
  'PATCH /my-profile/language',
  'POST /drafts/:form/discard',
  'POST /drafts/discard',
]
/** The calls that record a view, which are a part of reading. */
export const VIEWS: readonly string[] = [
  'POST /sites/audit-logs',
  'POST /users/audit-logs',
  'POST /roles/audit-logs',
]
const isReading = (call: string): boolean => call.startsWith('GET ') || VIEWS.includes(call)

/** An auditor reads what a Super Administrator reads, and changes nothing but the own account (decision 31). */
function ofAuditor(call: string, row: Row, target: Target): Status {
  if (call === 'GET /users/identities') return 403
  if (isReading(call)) return expected(call, 'FMB Super Administrator', target)
  return OWN_OF_AUDITORS.includes(call) ? (row.nothing ?? 200) : 403
}

/** A call about a withdrawal that could be made needs that one is proposed, or that none is. */
const ofProposal = ({ proposed }: Row, { place }: { place: Place }, status: Status): Status =>
  status === 200 && proposed && (proposed === 'only') !== (place === 'own office') ? 409 : status

/**
 * Returns the answer that the specification asks for. The first failure counts: session, permission, scope, rank,
 * state.
 */
export function expected(call: string, caller: Caller, target: Target): Status {
  const row = TABLE[call]
  if (!row) throw new Error(`The table has no row for ${call}.`)
  if (row.who === 'public') {
    // PUBLIC-12: only finally approved and activated records
    const isRecord = target.kind === 'activity' || target.kind === 'site'
    if (isRecord && (target.state !== 'DONE' || target.off)) return 404
    return row.when ? 409 : 200
  }
  if (caller === 'signed out') return 401
  if (caller === 'FMB Auditor') return ofAuditor(call, row, target)
  if (target.kind === 'self' && row.self) return row.self
  if (row.who !== 'signed in' && !row.who.includes(caller)) return 403
  switch (target.kind) {
    case 'site':
    case 'activity':
    case 'site file':
    case 'activity file':
      return row.missing?.includes(target.state)
        ? 404
        : ofProposal(row, target, ofRecord(row, caller, target))
    case 'import':
      return !row.during || row.during.includes(target.state) ? 200 : 409
    case 'layer':
      return row.live && target.withdrawn ? 409 : 200
    case 'layer version':
      return !row.while || row.while.includes(target.state) ? 200 : 409
    case 'user':
      return call === 'POST /users/:id/reset-code' ? ofResetCode(caller, target) : ofUser(row, caller, target)
    case 'role':
      return call === 'POST /roles/deactivate/:id' && target.hierarchy === 1 && RANK[caller] === 1
        ? 409
        : ofRole(row, caller, target)
    case 'new user':
      return ofNewUser(caller, target)
    case 'new role':
      return ofNewRole(caller, target)
    // S-96: only its uploader, the encoder of the office
    case 'loose file':
    case 'upload':
      return caller === 'PENRO Encoder' && target.place === 'own office' ? 200 : 404
    // S-40, S-101: a place outside the own region and province is rejected under its field
    case 'new site':
      return reaches(caller, target.place) ? 200 : 422
    // S-47, S-48: rejected under the field when the profile cannot have another activity
    case 'new activity':
      if (!reaches(caller, target.place)) return 404
      return target.profile === 'free' ? 200 : 422
    case 'summary':
      return !row.in || row.in.includes(target.state) ? 200 : 409
    case 'nothing':
      return row.nothing ?? 200
    case 'self':
      return 200
  }
}

// ---- deactivated roles, and roles with one key

/** Signed-in calls of everyone who has a role: reports, by the level of the person, and layers of land (S-130). */
const BY_LEVEL = [
  'GET /land/layers',
  'GET /land/layers/:id',
  'GET /land/layers/:id/new-findings',
  'GET /land/versions/:id',
  'GET /land/versions/:id/features',
  'GET /reports/datatable/generate-reports',
  'GET /reports/export',
  'GET /reports/export/:key',
]

/**
 * Returns the answer while the role is deactivated: allowed are the own account, public calls, what is the same for
 * every signed-in person, and what belongs to the caller; nothing that depends on a key, the level or the rank (S-130).
 */
export function expectedWhileOff(call: string, caller: RoleName, target: Target): Status {
  const row = TABLE[call]
  if (!row || row.who === 'public') return expected(call, caller, target)
  if (caller === 'FMB Auditor' && !isReading(call) && !OWN_OF_AUDITORS.includes(call)) return 403
  if (target.kind === 'self' && row.self === 200) return 200
  if (row.who !== 'signed in' || BY_LEVEL.includes(call)) return 403
  // an upload continues only for a person who may fill in the form of its file
  if (target.kind === 'upload') return expected(call, caller, target) === 200 ? 403 : 404
  if (target.kind === 'nothing' || target.kind === 'loose file') return expected(call, caller, target)
  return target.kind.endsWith('file') ? 404 : 403
}

/** A person with a custom role that holds one key. */
export type KeyHolder = { level: Level; key: string }

/** C-20, S-131: one key never makes an administrator. */
const rankOfKey = (key: string): number =>
  /^(user|role)_(create|edit|activate_deactivate|reset_password)$|_(approval|return)$/.test(key) ? 3 : 4

/** Returns whether this one key opens a call. Level and rank alone open only FMB's summaries, crosswalk and batches. */
function isOpenTo(call: string, { level, key }: KeyHolder): boolean {
  const who = TABLE[call]?.who
  if (who === undefined || who === 'public' || who === 'signed in') return true
  if (call === 'GET /users/offices-without-approver')
    return (
      key === 'user_access' || (level === 'PENRO' && /^(site_map|sites_activity)_(create|edit)$/.test(key))
    )
  // to edit a record, it must be read first
  if (call === 'GET /users/:id' && key === 'user_edit') return true
  if (call === 'GET /roles/:id' && key === 'role_edit') return true
  const { ofKeys, ofLevel } = who as Holders
  // the lists of FMB_ADMINISTRATORS and SUPER are ranks
  if (!ofKeys) return who === OF_FMB && level === 'FMB'
  return (!ofLevel || ofLevel === level) && ofKeys.includes(key)
}

/**
 * Returns the answer where it follows from level and rank; null where the record decides, which the roles of part 5
 * cover.
 */
export function expectedOfKey(call: string, holder: KeyHolder, target: Target): Status | null {
  const row = TABLE[call]
  if (!row) throw new Error(`The table has no row for ${call}.`)
  if (target.kind === 'self' && row.self) return row.self
  if (!isOpenTo(call, holder)) return 403
  const isUnder = (level: Level) => LEVELS_UNDER[holder.level].includes(level)
  const rank = rankOfKey(holder.key)
  switch (target.kind) {
    case 'new user':
      if (!isUnder(target.level)) return 403
      // users of the same rank hold keys that this role lacks
      if (target.hierarchy <= rank) return 403
      // auditors are appointed by administrators
      if (target.hierarchy === 5) return 403
      if (holder.level === 'Region' && target.level === 'Region' && target.role === 'Region Approver')
        return 403
      return target.off ||
        (holder.level === 'Region' && target.level === 'PENRO' && target.place === 'other region')
        ? 422
        : 200
    case 'new role':
      if (!isUnder(target.level)) return 403
      return target.keys.every((key) => key === holder.key) ? 200 : 403
    case 'user':
      if (!isUnder(target.level)) return 404
      if (row.rank === 'below' && target.hierarchy <= rank) return holder.level === 'FMB' ? 403 : null
      return null
    case 'role':
      if (!isUnder(target.level)) return 404
      return row.changes && target.hierarchy < rank ? 403 : null
    default:
      return null
  }
}
