import type { PermissionKey } from './permissions.ts'

type Right = 'create' | 'edit' | 'access' | 'approve' | 'return' | 'activate' | 'deactivate'

/** The permission keys of each kind of record; apart from its names, so that the sign-in pages load only these. */
export const RECORD_KEYS = {
  site: {
    create: 'site_map_create',
    edit: 'site_map_edit',
    access: 'site_map_access',
    approve: 'site_maps_approval',
    return: 'site_maps_return',
    activate: 'site_map_activate',
    deactivate: 'site_map_deactivate',
  },
  activity: {
    create: 'sites_activity_create',
    edit: 'sites_activity_edit',
    access: 'sites_activity_access',
    approve: 'site_activities_approval',
    return: 'site_activities_return',
    activate: 'sites_activity_activate',
    deactivate: 'sites_activity_deactivate',
  },
} as const satisfies Record<string, Record<Right, PermissionKey>>

export type KindName = keyof typeof RECORD_KEYS

/** The keys that give these rights over records of all kinds. */
export const keysOfKinds = (...rights: Right[]): PermissionKey[] =>
  Object.values(RECORD_KEYS).flatMap((keys) => rights.map((right) => keys[right]))
