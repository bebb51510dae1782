import type { Level } from './levels.ts'
import { PERMISSION_KEYS, type PermissionKey } from './permissions.ts'

export const ROLE_KINDS = ['Super Administrator', 'Administrator', 'Approver', 'Encoder', 'Auditor'] as const
export type RoleKind = (typeof ROLE_KINDS)[number]

export type DefaultRole = {
  name: string
  kind: RoleKind
  access_level: Level
  hierarchy_role: number
  permissions: readonly PermissionKey[]
}

const USER_KEYS = PERMISSION_KEYS.filter((key) => key.startsWith('user_'))
const ROLE_READ = ['role_show', 'role_access'] as const
const SITES_READ = ['site_map_access', 'sites_activity_access'] as const
const SITES_WRITE = [
  'site_map_create',
  'site_map_edit',
  'sites_activity_create',
  'sites_activity_edit',
] as const
const SITES_SWITCH = [
  'site_map_activate',
  'site_map_deactivate',
  'sites_activity_activate',
  'sites_activity_deactivate',
] as const
const REVIEW = [
  'site_maps_approval',
  'site_maps_return',
  'site_activities_approval',
  'site_activities_return',
] as const
const COMMON_KEYS = [...SITES_READ, 'sites_posting_access', 'dashboard_access'] as const

const role = (access_level: Level, kind: RoleKind, permissions: readonly PermissionKey[]): DefaultRole => ({
  name: `${access_level} ${kind}`,
  kind,
  access_level,
  hierarchy_role: ROLE_KINDS.indexOf(kind) + 1,
  permissions,
})

/** The eight roles a bureau starts with (requirements part 5), and the auditor's, which only reads. */
export const DEFAULT_ROLES: readonly DefaultRole[] = [
  role('FMB', 'Super Administrator', PERMISSION_KEYS),
  role('FMB', 'Administrator', [
    ...USER_KEYS,
    ...PERMISSION_KEYS.filter((key) => key.startsWith('role_')),
    'audit_access',
    'audit_export',
    ...SITES_SWITCH,
    ...COMMON_KEYS,
  ]),
  role('FMB', 'Approver', ['audit_access', ...REVIEW, ...COMMON_KEYS]),
  role('Region', 'Administrator', [
    ...USER_KEYS,
    ...ROLE_READ,
    'audit_access',
    'audit_export',
    ...SITES_SWITCH,
    ...COMMON_KEYS,
  ]),
  role('Region', 'Approver', [...REVIEW, ...COMMON_KEYS]),
  role('PENRO', 'Administrator', [...USER_KEYS, 'audit_access', ...SITES_SWITCH, ...COMMON_KEYS]),
  role('PENRO', 'Approver', [...REVIEW, ...COMMON_KEYS]),
  role('PENRO', 'Encoder', [...SITES_WRITE, ...COMMON_KEYS]),
  role('FMB', 'Auditor', [
    'user_show',
    'user_access',
    ...ROLE_READ,
    'audit_access',
    'audit_export',
    ...COMMON_KEYS,
  ]),
]
