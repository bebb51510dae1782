import { type Actor, effectiveRank, hasRank, isAtLevel, isAuditor, isFmbAdministrator } from './actor.ts'
import type { Level } from './levels.ts'
import type { PermissionKey } from './permissions.ts'
import { keysOfKinds, RECORD_KEYS } from './record-keys.ts'

/** What a screen requires: a session, all of some keys, one of others, certain levels (000 §6), a rank (C-31). */
export type Screen = {
  path: string
  entry: 'public' | 'staff'
  title: string
  guest?: boolean
  all?: readonly PermissionKey[]
  any?: readonly PermissionKey[]
  levels?: readonly Level[]
  /** the largest hierarchy_role that may open it */
  hierarchy?: number
  /** a form or a decision, which auditors do not open; they open every other screen */
  changes?: true
}

const SITE_REVIEW = [RECORD_KEYS.site.approve, RECORD_KEYS.site.return] as const
const ACTIVITY_REVIEW = [RECORD_KEYS.activity.approve, RECORD_KEYS.activity.return] as const

/** All screens (000 §2, 001 §2), for the server, the route guard and the tab bar. `$name` matches one path part. */
export const SCREENS = [
  { path: '/site/approved', entry: 'public', title: 'REDD+ SITES' },
  { path: '/site/approved/$id', entry: 'public', title: 'REDD+ SITES' },
  { path: '/site/approved/$id/certificate', entry: 'public', title: 'Certificate' },
  { path: '/c', entry: 'public', title: 'Check a certificate' },
  { path: '/c/$code', entry: 'public', title: 'Check a certificate' },
  { path: '/summary/$year', entry: 'public', title: 'Summary of Information' },
  { path: '/summary/$year/$version', entry: 'public', title: 'Summary of Information' },
  { path: '/data', entry: 'public', title: 'Data' },
  { path: '/how-records-went', entry: 'public', title: 'How records went' },
  { path: '/how-to-check', entry: 'public', title: 'Verify our records' },
  { path: '/how-to-check/formula', entry: 'public', title: 'From a row to the checkpoint' },
  { path: '/how-to-check/witness', entry: 'public', title: 'Run a witness in ten minutes' },
  { path: '/log', entry: 'public', title: 'The last checkpoint' },
  { path: '/login', entry: 'public', title: 'Log in', guest: true },
  { path: '/forgot-password', entry: 'public', title: 'Forgot password', guest: true },
  { path: '/reset-password', entry: 'public', title: 'Create password', guest: true },
  { path: '/change-password', entry: 'public', title: 'Change password' },
  { path: '/my-sign-in', entry: 'public', title: 'Your sign-in' },
  { path: '/sign-in/single', entry: 'public', title: 'Single sign-on', guest: true },
  { path: '/dashboard', entry: 'staff', title: 'Dashboard', all: ['dashboard_access'] },
  { path: '/dashboard/sites', entry: 'staff', title: 'Approved SITES', all: ['dashboard_access'] },
  { path: '/dashboard/open', entry: 'staff', title: 'Open records', all: ['dashboard_access'] },
  { path: '/dashboard/approvals', entry: 'staff', title: 'Final approvals', all: ['dashboard_access'] },
  { path: '/users', entry: 'staff', title: 'User Management', all: ['user_access'] },
  { path: '/users/offices', entry: 'staff', title: 'Offices', levels: ['FMB'], hierarchy: 2 },
  { path: '/users/sign-in', entry: 'staff', title: 'Sign-in', levels: ['FMB'], hierarchy: 2 },
  {
    path: '/users/sign-in/without-phones',
    entry: 'staff',
    title: 'Second factor in an office without phones',
    levels: ['FMB', 'Region', 'PENRO'],
    hierarchy: 3,
  },
  {
    path: '/lost-factor',
    entry: 'staff',
    title: 'Lost second factor',
    any: keysOfKinds('approve'),
    changes: true,
  },
  { path: '/roles', entry: 'staff', title: 'Role Management', all: ['role_access'] },
  { path: '/sitemap', entry: 'staff', title: 'Profiling of SITES', all: ['site_map_access'] },
  { path: '/sitemap/add', entry: 'staff', title: 'Add profile', all: ['site_map_create'], changes: true },
  { path: '/sitemap/view/$id', entry: 'staff', title: 'Profile', all: ['site_map_access'] },
  { path: '/sitemap/edit/$id', entry: 'staff', title: 'Edit profile', all: ['site_map_edit'], changes: true },
  { path: '/sitemap/imports', entry: 'staff', title: 'Imports', levels: ['FMB'], hierarchy: 2 },
  {
    path: '/sitemap/imports/add',
    entry: 'staff',
    title: 'Import profiles',
    levels: ['FMB'],
    hierarchy: 2,
    changes: true,
  },
  { path: '/sitemap/imports/view/$id', entry: 'staff', title: 'Import', levels: ['FMB'], hierarchy: 2 },
  // all staff: a finding is nothing without what its layer says
  { path: '/land/layers', entry: 'staff', title: 'Layers of land' },
  { path: '/land/layers/$id', entry: 'staff', title: 'Layer' },
  {
    path: '/sites/activity',
    entry: 'staff',
    title: 'Compliance to Safeguards',
    all: ['sites_activity_access'],
  },
  {
    path: '/sites/activity/datatable',
    entry: 'staff',
    title: 'SITES Activities',
    all: ['sites_activity_access'],
  },
  {
    path: '/sites/activity/add',
    entry: 'staff',
    title: 'Add SITES Activity',
    all: ['sites_activity_create'],
    levels: ['PENRO'],
    changes: true,
  },
  { path: '/sites/activity/approval', entry: 'staff', title: 'SITES Approval', any: ACTIVITY_REVIEW },
  {
    path: '/sites/activity/approval/bulk',
    entry: 'staff',
    title: 'SITES Approval',
    any: ACTIVITY_REVIEW,
    changes: true,
  },
  {
    path: '/sites/activity/approval/view/$activityId',
    entry: 'staff',
    title: 'SITES Approval',
    any: ACTIVITY_REVIEW,
  },
  {
    path: '/sites/activity/approval/$activityId/principle/$principleId',
    entry: 'staff',
    title: 'SITES Approval',
    any: ACTIVITY_REVIEW,
  },
  {
    path: '/sites/activity/principle/$principleId',
    entry: 'staff',
    title: 'Means of verification',
    all: ['sites_activity_create'],
    levels: ['PENRO'],
    changes: true,
  },
  {
    path: '/sites/activity/principle/edit/$principleId',
    entry: 'staff',
    title: 'Means of verification',
    all: ['sites_activity_edit'],
    levels: ['PENRO'],
    changes: true,
  },
  {
    path: '/sites/activity/$activityId',
    entry: 'staff',
    title: 'Compliance to Safeguards',
    all: ['sites_activity_access'],
  },
  {
    path: '/sites/activity/$activityId/principle/$principleId',
    entry: 'staff',
    title: 'Means of verification',
    all: ['sites_activity_access'],
  },
  {
    path: '/sites/activity/$activityId/principle/edit/$principleId',
    entry: 'staff',
    title: 'Means of verification',
    all: ['sites_activity_edit'],
    levels: ['PENRO'],
    changes: true,
  },
  { path: '/sites/principle/$principleId', entry: 'staff', title: 'Principle', levels: ['FMB'] },
  {
    path: '/sites/principle/edit/$principleId',
    entry: 'staff',
    title: 'Edit Criteria & Outcome Indicators',
    levels: ['FMB'],
    hierarchy: 2,
    changes: true,
  },
  { path: '/sites/approval', entry: 'staff', title: 'SITES Approval', any: SITE_REVIEW },
  { path: '/sites/approval/bulk', entry: 'staff', title: 'SITES Approval', any: SITE_REVIEW, changes: true },
  { path: '/sites/approval/view/$id', entry: 'staff', title: 'SITES Approval', any: SITE_REVIEW },
  {
    path: '/land/tasks',
    entry: 'staff',
    title: 'Land',
    any: ['site_map_access', 'site_maps_approval', 'site_maps_return'],
  },
  {
    path: '/points',
    entry: 'staff',
    title: 'Usual points',
    any: keysOfKinds('return'),
    changes: true,
  },
  { path: '/audit-logs', entry: 'staff', title: 'Audit Logs', all: ['audit_access'] },
  {
    path: '/audit-logs/integrity',
    entry: 'staff',
    title: 'Integrity of the log',
    all: ['audit_access'],
    levels: ['FMB'],
  },
  { path: '/report', entry: 'staff', title: 'Reports' },
  { path: '/summary', entry: 'staff', title: 'Summaries', levels: ['FMB'] },
  { path: '/summary/draft/$id', entry: 'staff', title: 'Summary of Information', levels: ['FMB'] },
  { path: '/summary/crosswalk', entry: 'staff', title: 'Crosswalk', levels: ['FMB'] },
  { path: '/translations', entry: 'staff', title: 'Translations', levels: ['FMB'], hierarchy: 2 },
  {
    path: '/translations/upload',
    entry: 'staff',
    title: 'Upload translations',
    levels: ['FMB'],
    hierarchy: 2,
    changes: true,
  },
] as const satisfies readonly Screen[]

export type ScreenPath = (typeof SCREENS)[number]['path']

const matches = (pattern: string, pathname: string): boolean => {
  const want = pattern.split('/')
  const have = pathname.replace(/(.)\/$/, '$1').split('/')
  return (
    want.length === have.length && want.every((part, index) => part.startsWith('$') || part === have[index])
  )
}

/** Returns the screen at a path, preferring literal parts to variable ones; null for an unknown path. */
export function screenAt(pathname: string): Screen | null {
  const found = (SCREENS as readonly Screen[]).filter((screen) => matches(screen.path, pathname))
  const variables = (screen: Screen) => screen.path.split('$').length
  return found.sort((a, b) => variables(a) - variables(b))[0] ?? null
}

/** Whether the person may open the screen; never while the role is switched off (S-130). */
export const mayOpen = (
  actor: Pick<Actor, 'permissions' | 'access_level' | 'hierarchy_role' | 'role_off'>,
  screen: Pick<Screen, 'all' | 'any' | 'levels' | 'hierarchy' | 'changes'>,
): boolean =>
  effectiveRank(actor) !== null &&
  (isAuditor(actor)
    ? !screen.changes
    : (screen.all ?? []).every((key) => actor.permissions.includes(key)) &&
      (!screen.any || screen.any.some((key) => actor.permissions.includes(key))) &&
      (!screen.levels || isAtLevel(actor, ...screen.levels).ok) &&
      (!screen.hierarchy || hasRank(actor, screen.hierarchy).ok))

export type Tab = { title: string; path: string; active: (pathname: string) => boolean }

/** A tab whose path depends on the person; it is shown to those who may open that screen. */
type TabRule = Omit<Tab, 'path'> & { path: (actor: Actor) => ScreenPath }

/** A tab for a screen and every screen below it. */
const tab = (title: string, path: ScreenPath): TabRule => ({
  title,
  path: () => path,
  active: (at) => at.startsWith(path),
})

/** FMB Super Administrators and Administrators start at the principle cards, all others at the list (000 §2). */
const activitiesHome = (actor: Actor): ScreenPath =>
  isFmbAdministrator(actor).ok ? '/sites/activity' : '/sites/activity/datatable'

const approvalHome = (actor: Actor): ScreenPath =>
  mayOpen(actor, { any: SITE_REVIEW }) ? '/sites/approval' : '/sites/activity/approval'

/** The tab that shows the number of pending records. */
export const APPROVAL_TAB = 'SITES Approval'

const TABS: readonly TabRule[] = [
  tab('Dashboard', '/dashboard'),
  tab('User Management', '/users'),
  tab('Role Management', '/roles'),
  {
    title: 'Profiling of SITES',
    path: () => '/sitemap',
    active: (at) => at.startsWith('/sitemap') || at.startsWith('/land'),
  },
  {
    title: 'SITES Activities',
    path: activitiesHome,
    active: (at) => at.startsWith('/sites/activity') && !at.startsWith('/sites/activity/approval'),
  },
  {
    title: APPROVAL_TAB,
    path: approvalHome,
    active: (at) =>
      at.startsWith('/sites/approval') || at.startsWith('/sites/activity/approval') || at === '/points',
  },
  tab('Audit Logs', '/audit-logs'),
  tab('Reports', '/report'),
  {
    title: 'Summaries',
    path: () => '/summary',
    active: (at) => at.startsWith('/summary') || at.startsWith('/translations'),
  },
]

/** The tabs that the person sees, in order (000 §2, §6). */
export const tabsFor = (actor: Actor): Tab[] =>
  TABS.map(({ title, path, active }) => ({ title, path: path(actor), active })).filter(({ path }) =>
    mayOpen(actor, screenAt(path) ?? {}),
  )

/** The first screen after login or a refused screen: the dashboard, else the first tab the person may open (C-21). */
export const homeOf = (actor: Actor): string => tabsFor(actor)[0]?.path ?? '/report'
