import { describe, expect, test } from 'vitest'
import type { Actor } from './actor.ts'
import { DEFAULT_ROLES } from './default-roles.ts'
import { type Level, LEVELS } from './levels.ts'
import { PERMISSION_KEYS, type PermissionKey } from './permissions.ts'
import { homeOf, mayOpen, SCREENS, type Screen, type ScreenPath, screenAt, tabsFor } from './screens.ts'

const someone = (access_level: Actor['access_level'], hierarchy_role: number, ...keys: PermissionKey[]) =>
  ({ access_level, hierarchy_role, permissions: keys }) as unknown as Actor

const withRole = (name: string): Actor => {
  const role = DEFAULT_ROLES.find((candidate) => candidate.name === name)
  if (!role) throw new Error(`There is no role ${name}.`)
  return someone(role.access_level, role.hierarchy_role, ...role.permissions)
}

const tabNamed = (actor: Actor, title: string) => tabsFor(actor).find((tab) => tab.title === title)
const titles = (actor: Actor) => tabsFor(actor).map((tab) => tab.title)

describe('tabs', () => {
  test('[SHELL-03] stand in the order of the specification, each with its path, and what is beyond it behind', () => {
    const tabs = tabsFor(withRole('FMB Super Administrator'))
    expect(tabs.map(({ title, path }) => [title, path])).toEqual([
      ['Dashboard', '/dashboard'],
      ['User Management', '/users'],
      ['Role Management', '/roles'],
      ['Profiling of SITES', '/sitemap'],
      ['SITES Activities', '/sites/activity'],
      ['SITES Approval', '/sites/approval'],
      ['Audit Logs', '/audit-logs'],
      ['Reports', '/report'],
      ['Summaries', '/summary'],
    ])
  })

  test('Summaries is there for all of FMB without any key, and for nobody else', () => {
    expect(titles(someone('FMB', 4))).toEqual(['Reports', 'Summaries'])
    for (const level of ['PENRO', 'Region'] as const)
      expect(tabNamed(someone(level, 1, ...PERMISSION_KEYS), 'Summaries'), level).toBeUndefined()
    const tab = tabNamed(someone('FMB', 4), 'Summaries')
    expect(
      ['/summary', '/summary/draft/7', '/summary/crosswalk', '/report'].map((at) => tab?.active(at)),
    ).toEqual([true, true, true, false])
  })

  test.each([
    ['[SHELL-04]', 'Dashboard', 'dashboard_access', '/dashboard'],
    ['[SHELL-05]', 'User Management', 'user_access', '/users'],
    ['[SHELL-06]', 'Role Management', 'role_access', '/roles'],
    ['[SHELL-07]', 'Profiling of SITES', 'site_map_access', '/sitemap'],
    ['[SHELL-09]', 'SITES Activities', 'sites_activity_access', '/sites/activity/datatable'],
    ['[SHELL-15]', 'Audit Logs', 'audit_access', '/audit-logs'],
  ] as const)('%s %s is there with %s and absent without', (_id, title, key, path) => {
    expect(tabNamed(someone('PENRO', 4, key), title)?.path).toBe(path)
    expect(tabNamed(someone('PENRO', 4), title)).toBeUndefined()
  })

  test.each([
    'site_maps_approval',
    'site_maps_return',
    'site_activities_approval',
    'site_activities_return',
  ] as const)('[SHELL-13] SITES Approval is there with %s alone', (key) => {
    expect(titles(someone('Region', 3, key))).toEqual(['SITES Approval', 'Reports'])
  })

  test('[SHELL-16] Reports is there without any key', () => {
    expect(tabsFor(someone('PENRO', 4)).map(({ title, path }) => [title, path])).toEqual([
      ['Reports', '/report'],
    ])
  })

  test('[SHELL-08] Profiling of SITES is active for any path below /sitemap', () => {
    const tab = tabNamed(withRole('PENRO Encoder'), 'Profiling of SITES')
    expect(['/sitemap', '/sitemap/view/1', '/sitemap/edit/1'].map((at) => tab?.active(at))).toEqual([
      true,
      true,
      true,
    ])
    expect(tab?.active('/sites/activity')).toBe(false)
  })

  test('[SHELL-10] administrators of FMB start at the cards', () => {
    for (const role of ['FMB Super Administrator', 'FMB Administrator'])
      expect(tabNamed(withRole(role), 'SITES Activities')?.path).toBe('/sites/activity')
  })

  test('[SHELL-11] everyone else starts at the list', () => {
    for (const role of DEFAULT_ROLES.filter(({ name }) => !/^FMB .*Administrator$/.test(name)))
      expect(tabNamed(withRole(role.name), 'SITES Activities')?.path).toBe('/sites/activity/datatable')
  })

  test('[SHELL-12] [SHELL-14] activities in approval belong to SITES Approval', () => {
    const actor = withRole('FMB Super Administrator')
    const active = (at: string) =>
      tabsFor(actor)
        .filter((tab) => tab.active(at))
        .map((tab) => tab.title)
    expect(active('/sites/activity/7')).toEqual(['SITES Activities'])
    expect(active('/sites/activity/approval')).toEqual(['SITES Approval'])
    expect(active('/sites/activity/approval/view/7')).toEqual(['SITES Approval'])
    expect(active('/sites/approval/view/7')).toEqual(['SITES Approval'])
  })
})

describe('screens', () => {
  const reviewers = ['FMB Super Administrator', 'FMB Approver', 'Region Approver', 'PENRO Approver']
  const administrators = [
    'FMB Super Administrator',
    'FMB Administrator',
    'Region Administrator',
    'PENRO Administrator',
  ]
  const ofFmb = ['FMB Super Administrator', 'FMB Administrator', 'FMB Approver']
  const everyone = DEFAULT_ROLES.map(({ name }) => name)
  const auditorToo = (roles: string[]) => [...roles, 'FMB Auditor']
  const OPEN_TO: Partial<Record<ScreenPath, string[]>> = {
    '/dashboard': everyone,
    '/dashboard/sites': everyone,
    '/dashboard/open': everyone,
    '/dashboard/approvals': everyone,
    '/users': auditorToo(administrators),
    '/users/offices': auditorToo(['FMB Super Administrator', 'FMB Administrator']),
    '/users/sign-in': auditorToo(['FMB Super Administrator', 'FMB Administrator']),
    '/users/sign-in/without-phones': everyone.filter((role) => !role.endsWith('Encoder')),
    '/lost-factor': everyone.filter((role) => /Approver$|Super/.test(role)),
    '/points': everyone.filter((role) => /Approver$|Super/.test(role)),
    '/roles': auditorToo(administrators.filter((name) => name !== 'PENRO Administrator')),
    '/sitemap': everyone,
    '/land/tasks': everyone,
    '/sitemap/view/$id': everyone,
    '/sitemap/add': ['FMB Super Administrator', 'PENRO Encoder'],
    '/sitemap/edit/$id': ['FMB Super Administrator', 'PENRO Encoder'],
    '/sitemap/imports': auditorToo(['FMB Super Administrator', 'FMB Administrator']),
    '/sitemap/imports/add': ['FMB Super Administrator', 'FMB Administrator'],
    '/sitemap/imports/view/$id': auditorToo(['FMB Super Administrator', 'FMB Administrator']),
    '/land/layers': everyone,
    '/land/layers/$id': everyone,
    '/sites/approval': auditorToo(reviewers),
    '/sites/approval/bulk': reviewers,
    '/sites/approval/view/$id': auditorToo(reviewers),
    '/sites/activity/approval': auditorToo(reviewers),
    '/sites/activity/approval/bulk': reviewers,
    '/sites/activity/approval/view/$activityId': auditorToo(reviewers),
    '/sites/activity/approval/$activityId/principle/$principleId': auditorToo(reviewers),
    '/sites/activity': everyone,
    '/sites/activity/datatable': everyone,
    '/sites/activity/$activityId': everyone,
    // read-only for all who may see the activity (C-22)
    '/sites/activity/$activityId/principle/$principleId': everyone,
    '/sites/activity/$activityId/principle/edit/$principleId': ['PENRO Encoder'],
    '/sites/activity/principle/$principleId': ['PENRO Encoder'],
    '/sites/activity/principle/edit/$principleId': ['PENRO Encoder'],
    '/sites/activity/add': ['PENRO Encoder'],
    '/audit-logs': auditorToo([...administrators, 'FMB Approver']),
    // its numbers cover the whole country
    '/audit-logs/integrity': auditorToo(['FMB Super Administrator', 'FMB Administrator', 'FMB Approver']),
    '/sites/principle/$principleId': auditorToo([
      'FMB Super Administrator',
      'FMB Administrator',
      'FMB Approver',
    ]),
    '/sites/principle/edit/$principleId': ['FMB Super Administrator', 'FMB Administrator'],
    '/report': everyone,
    '/summary': auditorToo(ofFmb),
    '/summary/draft/$id': auditorToo(ofFmb),
    '/summary/crosswalk': auditorToo(ofFmb),
    '/translations': auditorToo(['FMB Super Administrator', 'FMB Administrator']),
    '/translations/upload': ['FMB Super Administrator', 'FMB Administrator'],
  }

  test('[SESSION-06] every screen behind the guard stands in this table', () => {
    const guarded = SCREENS.flatMap(({ entry, path }) => (entry === 'staff' ? [path] : []))
    expect(Object.keys(OPEN_TO).sort()).toEqual(guarded.sort())
  })

  test('[SESSION-06] all of the listed keys, one of the others and the level are needed, each by itself', () => {
    const screen = {
      all: ['site_map_access', 'site_map_edit'],
      any: ['site_maps_approval', 'site_maps_return'],
      levels: ['Region'],
    } as const
    const opens = (...keys: PermissionKey[]) => mayOpen(someone('Region', 3, ...keys), screen)
    expect(opens('site_map_access', 'site_map_edit', 'site_maps_return')).toBe(true)
    expect(opens('site_map_access', 'site_map_edit', 'site_maps_approval')).toBe(true)
    expect(opens('site_map_access', 'site_maps_approval', 'site_maps_return')).toBe(false)
    expect(opens('site_map_edit', 'site_maps_approval', 'site_maps_return')).toBe(false)
    expect(opens('site_map_access', 'site_map_edit')).toBe(false)
    const holder = (level: Actor['access_level']) => someone(level, 1, ...screen.all, ...screen.any)
    expect((['FMB', 'Region', 'PENRO'] as const).map((level) => mayOpen(holder(level), screen))).toEqual([
      false,
      true,
      false,
    ])
  })

  test.each(Object.entries(OPEN_TO))('[SESSION-06] %s opens to exactly these roles', (path, roles) => {
    const screen = (SCREENS as readonly Screen[]).find((candidate) => candidate.path === path)
    const open = everyone.filter((name) => screen && mayOpen(withRole(name), screen))
    expect(open.sort()).toEqual([...roles].sort())
  })

  const SITE_REVIEW: PermissionKey[] = ['site_maps_approval', 'site_maps_return']
  const ACTIVITY_REVIEW: PermissionKey[] = ['site_activities_approval', 'site_activities_return']

  test.each<[string, string, readonly Level[], PermissionKey[]]>([
    ['[USERS-01]', '/users', LEVELS, ['user_access']],
    ['[ROLES-01]', '/roles', LEVELS, ['role_access']],
    ['[PROFILES-01]', '/sitemap', LEVELS, ['site_map_access']],
    ['[PROFILES-04]', '/sitemap/add', LEVELS, ['site_map_create']],
    ['[PROFILES-09]', '/sitemap/view/7', LEVELS, ['site_map_access']],
    ['[PROFILES-11]', '/sitemap/edit/7', LEVELS, ['site_map_edit']],
    ['[ACTIVITIES-01]', '/sites/activity/datatable', LEVELS, ['sites_activity_access']],
    ['[ACTIVITIES-05]', '/sites/activity', LEVELS, ['sites_activity_access']],
    ['[ACTIVITIES-07]', '/sites/activity/7', LEVELS, ['sites_activity_access']],
    ['[ACTIVITIES-11]', '/sites/activity/principle/2', ['PENRO'], ['sites_activity_create']],
    // read-only for everyone in scope (C-22)
    ['[ACTIVITIES-11]', '/sites/activity/7/principle/2', LEVELS, ['sites_activity_access']],
    ['[ACTIVITIES-12]', '/sites/activity/principle/edit/2', ['PENRO'], ['sites_activity_edit']],
    ['[ACTIVITIES-12]', '/sites/activity/7/principle/edit/2', ['PENRO'], ['sites_activity_edit']],
    ['[APPROVAL-01]', '/sites/approval', LEVELS, SITE_REVIEW],
    ['[APPROVAL-01]', '/sites/approval/bulk', LEVELS, SITE_REVIEW],
    ['[APPROVAL-05]', '/sites/activity/approval/bulk', LEVELS, ACTIVITY_REVIEW],
    ['[APPROVAL-04]', '/sites/approval/view/7', LEVELS, SITE_REVIEW],
    ['[APPROVAL-05]', '/sites/activity/approval', LEVELS, ACTIVITY_REVIEW],
    ['[APPROVAL-07]', '/sites/activity/approval/view/7', LEVELS, ACTIVITY_REVIEW],
    ['[APPROVAL-07]', '/sites/activity/approval/7/principle/2', LEVELS, ACTIVITY_REVIEW],
  ])('%s %s opens to %j with one key of %j, and with no other', (_id, path, levels, keys) => {
    const screen = screenAt(path) ?? {}
    for (const level of LEVELS) {
      const open = PERMISSION_KEYS.filter((key) => mayOpen(someone(level, 4, key), screen))
      expect([level, open.sort()]).toEqual([level, levels.includes(level) ? [...keys].sort() : []])
    }
  })

  test('[PRINCIPLES-02] a principle opens to all of FMB without any key, and to nobody else with all of them', () => {
    const screen = screenAt('/sites/principle/2') ?? {}
    const open = LEVELS.map((level) => [level, mayOpen(someone(level, 4), screen)])
    expect(Object.fromEntries(open)).toEqual({ PENRO: false, Region: false, FMB: true })
    for (const level of ['PENRO', 'Region'] as const)
      expect(mayOpen(someone(level, 1, ...PERMISSION_KEYS), screen), level).toBe(false)
  })

  test('literal parts of a path win over variable ones', () => {
    expect(screenAt('/sites/activity/add')?.path).toBe('/sites/activity/add')
    expect(screenAt('/sites/activity/12')?.path).toBe('/sites/activity/$activityId')
    expect(screenAt('/sitemap/')?.path).toBe('/sitemap')
    expect(screenAt('/summary/crosswalk')?.path).toBe('/summary/crosswalk')
    expect(screenAt('/abc')).toBeNull()
  })

  test('who may not open the dashboard lands on the first tab they have (C-21)', () => {
    expect(homeOf(withRole('PENRO Encoder'))).toBe('/dashboard')
    expect(homeOf(someone('Region', 3, 'site_maps_return'))).toBe('/sites/approval')
    // the last choice is Reports, which is open to everyone
    expect(homeOf(someone('Region', 3))).toBe('/report')
    expect(screenAt('/report')).toMatchObject({ path: '/report', entry: 'staff' })
    expect(mayOpen(someone('Region', 3), screenAt('/report') ?? {})).toBe(true)
  })
})
