/**
 * The permission keys by group (000 §6). The type, the role grid and the seed are derived from this list.
 *
 * A new key needs its words in `shared/roles/permission-words.ts` (the compiler reports it) and its rows in
 * `tests/support/oracles/permission-grid.ts` and `authorization-table.ts`, which state independently of the code who
 * has it. A new bureau's Super Administrators get the key automatically; those of an existing bureau, and all other
 * roles, need a migration and an entry in `default-roles.ts`.
 */
export const PERMISSION_GROUPS = [
  {
    name: 'User Management',
    keys: [
      'user_create',
      'user_edit',
      'user_activate_deactivate',
      'user_show',
      'user_access',
      'user_reset_password',
    ],
  },
  {
    name: 'Role Management',
    keys: ['role_create', 'role_edit', 'role_activate_deactivate', 'role_show', 'role_access'],
  },
  { name: 'Audit Logs', keys: ['audit_access', 'audit_export'] },
  {
    name: 'Profiling of SITES',
    keys: ['site_map_create', 'site_map_edit', 'site_map_access', 'site_map_activate', 'site_map_deactivate'],
  },
  {
    name: 'SITES Activities',
    keys: [
      'sites_activity_create',
      'sites_activity_edit',
      'sites_activity_access',
      'sites_activity_activate',
      'sites_activity_deactivate',
    ],
  },
  {
    name: 'SITES Approval',
    keys: ['site_maps_approval', 'site_maps_return', 'site_activities_approval', 'site_activities_return'],
  },
  { name: 'Approved SITES', keys: ['sites_posting_access'] },
  { name: 'Report and Dashboard', keys: ['dashboard_access'] },
] as const

export type PermissionKey = (typeof PERMISSION_GROUPS)[number]['keys'][number]

export const PERMISSION_KEYS: readonly PermissionKey[] = PERMISSION_GROUPS.flatMap((group) => [...group.keys])

/** In every role, always on, not editable (000 §6). */
export const FIXED_PERMISSIONS = [
  'login',
  'logout',
  'view profile',
  'edit profile',
  'change password',
] as const
