import type { RoleKind } from '../../../shared/access/default-roles.ts'
import type { PermissionKey } from '../../../shared/access/permissions.ts'
import type { Level as ReviewLevel } from '../../../shared/access/levels.ts'
import { batchOne, OFFICES, principleNumber } from '../records/activity-factories.ts'
import type { TestApp } from '../product/app.ts'
import {
  ACTIVITY_STATES,
  IMPORT_STATES,
  type Kind,
  type Level,
  type Place,
  PLACES,
  ROLES,
  SITE_STATES,
  type State,
  SUMMARY_STATES,
  SWITCHABLE,
  type Target,
  VERSION_STATES,
} from './authorization-table.ts'
import { aFile, anActivityRow, anUpload, aSite } from '../records/factories.ts'
import { anImportRow } from '../records/imports.ts'
import { aLayerRow, aVersionRow } from '../records/layers.ts'
import { aPerson, aRole, roleId } from '../records/people.ts'
import { aSummary } from '../records/summaries.ts'
import { FULL } from '../full.ts'

/** A target of the table with the id of its record; 0 when there is none yet. */
export type Aim = { target: Target; id: number; upload?: string }

/** The callers are in Laguna, region IV-A. */
export const PLACE_OF: Record<Place, { office: keyof typeof OFFICES; region: string }> = {
  'own office': { office: 'laguna', region: 'R04A' },
  'other office of the region': { office: 'quezon', region: 'R04A' },
  'other region': { office: 'zds', region: 'R09' },
}
/** The third of the other places that the short run tests: a new one each day in Manila. */
const THIRD = Math.floor((Date.now() + 8 * 3_600_000) / 86_400_000) % 3
export const PLACES_ASKED = FULL
  ? 'all places'
  : `the own office and third ${THIRD + 1} of 3 of the other places`

/** Returns everything in a full run; else all of the own office and, of other places, the third of the day. */
export function ofTheDay(all: Aim[]): Aim[] {
  const isForeign = ({ target }: Aim) =>
    'place' in target && target.place !== null && target.place !== 'own office'
  const foreign = all.filter(isForeign).filter((_, index) => FULL || index % 3 === THIRD)
  return [...all.filter((aim) => !isForeign(aim)), ...foreign]
}

const officeOf = (place: Place) => OFFICES[PLACE_OF[place].office]

const NOW = '2031-03-01T00:00:00Z'

/** The five review columns of part 4.1. */
const CHAIN: Record<State, [string, string | null, string | null, string | null, string | null]> = {
  DRAFT: ['Save as Draft', null, null, null, null],
  'AT-PENRO': ['Submitted', 'Submitted', null, null, null],
  'AT-REGION': ['Submitted', 'Approved', 'Submitted', null, null],
  'AT-FMB': ['Submitted', 'Approved', 'Approved', 'Submitted', null],
  DONE: ['Approved', 'Approved', 'Approved', 'Approved', null],
  'RET-PENRO': ['Returned', 'Returned', null, null, 'PENRO'],
  'RET-REGION': ['Returned', null, 'Returned', null, 'Region'],
  'RET-FMB': ['Returned', null, null, 'Returned', 'FMB'],
}

/** Every place × state, also deactivated where that is possible. */
const chained = (states: readonly State[]) =>
  PLACES.flatMap((place) =>
    states.flatMap((state) =>
      [false, ...(SWITCHABLE.includes(state) ? [true] : [])].map((off) => ({ place, state, off })),
    ),
  )

async function sites(t: TestApp): Promise<Aim[]> {
  const aims: Aim[] = []
  for (const record of chained(SITE_STATES)) {
    const { site_status, returned_by, ...rest } = stateColumns(record.state)
    const { id, agreement_id } = await aSite(t, {
      office: officeOf(record.place).name,
      site_status: site_status as 'Submitted',
      level: (returned_by ?? waitingLevel(rest)) as ReviewLevel,
      boundary: null,
      ...(record.off ? { deactivated_by: 'fmb.admin' } : {}),
    })
    aims.push(
      { target: { kind: 'site', ...record }, id },
      { target: { kind: 'site file', ...record }, id: agreement_id },
    )
  }
  return aims
}

function stateColumns(state: State) {
  const [site_status, penro_status, region_status, fmb_status, returned_by] = CHAIN[state]
  return { site_status, penro_status, region_status, fmb_status, returned_by }
}
const waitingLevel = (row: { penro_status: string | null; region_status: string | null }) =>
  row.penro_status !== 'Approved' ? 'PENRO' : row.region_status !== 'Approved' ? 'Region' : 'FMB'

/** One file of evidence under the first indicator. */
async function evidence(t: TestApp, by: string) {
  const file_id = await aFile(t, { by, attached: true })
  const [sites_criteria_indicator_id] = principleNumber(await batchOne(t), 1).indicators
  return { file_id, sites_criteria_indicator_id, created_by: await t.userId(by) }
}

const OFF = { status: 'Deactivated', deactivated_at: NOW, deactivate_reason: 'Entered twice' }

async function activities(t: TestApp): Promise<Aim[]> {
  const aims: Aim[] = []
  const deactivated_by = await t.userId('fmb.admin')
  for (const record of chained(ACTIVITY_STATES)) {
    const { name, encoder } = officeOf(record.place)
    const site = await aSite(t, { office: name, site_status: 'Approved', boundary: null })
    const columns = stateColumns(record.state)
    const row = {
      ...columns,
      ...(record.state === 'DRAFT'
        ? {}
        : { submitted_at: NOW, submitted_by: site.created_by_id, review_round: 1 }),
      waiting_since: columns.site_status === 'Submitted' ? NOW : null,
      // the public list notes by its own clock since when it has the activity
      approved_at: columns.site_status === 'Approved' ? new Date().toISOString() : null,
      returned_reason_1: columns.site_status === 'Returned' ? 'Please complete.' : null,
      ...(record.off ? { ...OFF, deactivated_by } : {}),
    }
    const means = await evidence(t, encoder)
    const id = await anActivityRow(t, site, row, [means])
    aims.push(
      { target: { kind: 'activity', ...record }, id },
      { target: { kind: 'activity file', ...record }, id: means.file_id },
    )
  }
  return aims
}

const looseFiles = async (t: TestApp): Promise<Aim[]> =>
  Promise.all(
    PLACES.map(async (place) => ({
      target: { kind: 'loose file', place } as const,
      id: await aFile(t, { by: officeOf(place).encoder }),
    })),
  )

const uploads = async (t: TestApp): Promise<Aim[]> =>
  Promise.all(
    PLACES.map(async (place) => ({
      target: { kind: 'upload', place } as const,
      id: 0,
      upload: await anUpload(t, officeOf(place).encoder),
    })),
  )

async function imports(t: TestApp): Promise<Aim[]> {
  const aims: Aim[] = []
  for (const state of IMPORT_STATES)
    aims.push({ target: { kind: 'import', state }, id: await anImportRow(t, state) })
  return aims
}

/** Layers, and versions in every state, each of a layer of its own. */
async function layers(t: TestApp): Promise<Aim[]> {
  const aims: Aim[] = []
  for (const withdrawn of [false, true])
    aims.push({ target: { kind: 'layer', withdrawn }, id: await aLayerRow(t, { withdrawn }) })
  for (const state of VERSION_STATES)
    aims.push({ target: { kind: 'layer version', state }, id: await aVersionRow(t, state) })
  return aims
}

const LEVELS: readonly Level[] = ['FMB', 'Region', 'PENRO']

const OF_USERS: PermissionKey[] = [
  'user_create',
  'user_edit',
  'user_activate_deactivate',
  'user_reset_password',
]
const OF_ROLES: PermissionKey[] = ['role_create', 'role_edit', 'role_activate_deactivate']
/** The keys that make a custom role one of hierarchy 2, 3 or 4 at a level (S-131). */
const keysOf = (level: Level, hierarchy: number): PermissionKey[] =>
  hierarchy === 2
    ? [...OF_USERS, ...(level === 'FMB' ? OF_ROLES : [])]
    : hierarchy === 3
      ? ['site_maps_approval']
      : []
const HIERARCHY: Record<string, number> = {
  'Super Administrator': 1,
  Administrator: 2,
  Approver: 3,
  Encoder: 4,
  Auditor: 5,
} satisfies Record<RoleKind, number>

type RoleTarget = Extract<Target, { kind: 'role' }>

/** The default roles, and custom roles of every level and hierarchy, activated and deactivated. */
async function roles(t: TestApp): Promise<(Aim & { target: RoleTarget })[]> {
  const aims: (Aim & { target: RoleTarget })[] = []
  for (const name of ROLES) {
    const [level = '', ...kind] = name.split(' ')
    const hierarchy = HIERARCHY[kind.join(' ')] ?? 0
    const target = { kind: 'role', name, level: level as Level, hierarchy, off: false } as const
    aims.push({ target, id: await roleId(t, name) })
  }
  for (const level of LEVELS)
    for (const hierarchy of [2, 3, 4])
      for (const off of [false, true]) {
        const name = `Own ${level} ${hierarchy}${off ? ' off' : ''}`
        const status = off ? 'Deactivated' : 'Activated'
        const id = await aRole(t, {
          name,
          access_level: level,
          permissions: keysOf(level, hierarchy),
          status,
        })
        aims.push({ target: { kind: 'role', name, level, hierarchy, off }, id })
      }
  return aims
}

/** Roles for users: the activated default roles, and a custom one for each of two ranks without a default role. */
const isHeld = ({ target }: { target: RoleTarget }) =>
  !target.off && (!target.name.startsWith('Own') || ['Own FMB 4', 'Own Region 4'].includes(target.name))

/** A user of every level, hierarchy and place, activated and deactivated; none of them makes a call. */
async function users(t: TestApp, all: readonly (Aim & { target: RoleTarget })[]): Promise<Aim[]> {
  const aims: Aim[] = []
  for (const role of all.filter(isHeld)) {
    const { level, hierarchy, name } = role.target
    const places = { FMB: [null], Region: ['own office', 'other region'] as const, PENRO: PLACES }[level]
    for (const place of places)
      for (const off of [false, true]) {
        const id = await aPerson(t, `${name} ${place ?? ''} ${off}`.toLowerCase().replaceAll(' ', '.'), {
          role: role.id,
          ...(place ? { region: PLACE_OF[place].region } : {}),
          ...(level === 'PENRO' && place ? { office: officeOf(place).name } : {}),
          status: off ? 'Deactivated' : 'Activated',
        })
        aims.push({ target: { kind: 'user', level, hierarchy, place, off }, id })
      }
  }
  // each of them has a second factor to lose
  const ids = aims.map(({ id }) => id)
  await t.db.updateTable('users').set({ has_factor: true }).where('id', 'in', ids).execute()
  return aims
}

const newUsers = (all: readonly (Aim & { target: RoleTarget })[]): Aim[] =>
  all.flatMap(({ target: { name: role, level, hierarchy, off }, id }) =>
    PLACES.map((place) => ({
      target: { kind: 'new user', role, level, hierarchy, place, off } as const,
      id,
    })),
  )

/** keys that both role creators hold, keys of the Super Administrator only, and a mix */
const KEYS_TO_GRANT = [
  [],
  ['user_access'],
  ['user_edit', 'role_edit'],
  ['site_map_create'],
  ['user_edit', 'site_maps_approval'],
]

const newRoles = (): Aim[] =>
  LEVELS.flatMap((level) =>
    KEYS_TO_GRANT.map((keys) => ({ target: { kind: 'new role', level, keys } as const, id: 0 })),
  )

async function profiles(t: TestApp): Promise<Aim[]> {
  const aims: Aim[] = []
  for (const place of PLACES) {
    const office = officeOf(place).name
    const free = await aSite(t, { office, site_status: 'Approved', boundary: null })
    const busy = await aSite(t, { office, site_status: 'Approved', boundary: null })
    await anActivityRow(t, busy)
    const inReview = await aSite(t, { office, site_status: 'Submitted', level: 'FMB', boundary: null })
    for (const [profile, { id }] of [
      ['free', free],
      ['busy', busy],
      ['in review', inReview],
    ] as const)
      aims.push({ target: { kind: 'new activity', place, profile }, id })
  }
  return aims
}

/** one per year, so that one can be published beside another */
const summaries = async (t: TestApp): Promise<Aim[]> =>
  Promise.all(
    SUMMARY_STATES.map(async (state, index) => ({
      target: { kind: 'summary', state } as const,
      id: await aSummary(t, { status: state, year: PUBLISHED_YEAR - 2 + index }),
    })),
  )
/** the year of the published one */
export const PUBLISHED_YEAR = 2026

/** Creates every target of the table once. */
export async function arrange(t: TestApp): Promise<Map<Kind, Aim[]>> {
  const allRoles = await roles(t)
  const aims: Aim[] = [
    { target: { kind: 'nothing' }, id: 0 },
    { target: { kind: 'self' }, id: 0 },
    ...(await sites(t)),
    ...(await activities(t)),
    ...(await looseFiles(t)),
    ...(await uploads(t)),
    ...(await imports(t)),
    ...(await layers(t)),
    ...allRoles,
    ...(await users(t, allRoles)),
    ...newUsers(allRoles),
    ...newRoles(),
    ...PLACES.map((place) => ({ target: { kind: 'new site', place } as const, id: 0 })),
    ...(await profiles(t)),
    ...(await summaries(t)),
  ]
  const byKind = new Map<Kind, Aim[]>()
  for (const aim of aims) byKind.set(aim.target.kind, [...(byKind.get(aim.target.kind) ?? []), aim])
  return byKind
}
