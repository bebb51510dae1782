import type { PermissionKey } from '../access/permissions.ts'

/** What each permission allows, in a few words (000 §6). */
export const PERMISSION_WORDS: Record<PermissionKey, string> = {
  user_create: 'Add users',
  user_edit: 'Edit users',
  user_activate_deactivate: 'Activate and deactivate users',
  user_show: 'View all record',
  user_access: 'View list',
  user_reset_password: 'Reset passwords',
  role_create: 'Add roles',
  role_edit: 'Edit roles',
  role_activate_deactivate: 'Activate and deactivate roles',
  role_show: 'View all record',
  role_access: 'View list',
  audit_access: 'View and generate',
  audit_export: 'Download logs',
  site_map_create: 'Add profiles',
  site_map_edit: 'Edit profiles',
  site_map_access: 'View profiles',
  site_map_activate: 'Activate profiles',
  site_map_deactivate: 'Deactivate profiles',
  sites_activity_create: 'Add activities',
  sites_activity_edit: 'Edit activities',
  sites_activity_access: 'View activities',
  sites_activity_activate: 'Activate activities',
  sites_activity_deactivate: 'Deactivate activities',
  site_maps_approval: 'Approve profiles',
  site_maps_return: 'Return profiles',
  site_activities_approval: 'Approve activities',
  site_activities_return: 'Return activities',
  sites_posting_access: 'View approved SITES',
  dashboard_access: 'View the dashboard',
}

/** The permissions that every role has. */
export const FIXED_WORDS = {
  login: 'Log in',
  logout: 'Log out',
  'view profile': 'View profile',
  'edit profile': 'Edit profile',
  'change password': 'Change password',
} as const
