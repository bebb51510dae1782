/** The permissions by group, from the specification (ROLES-08 to ROLES-15). */
export const PERMISSION_GRID: Record<string, string[]> = {
  'User Management': [
    'user_create',
    'user_edit',
    'user_activate_deactivate',
    'user_show',
    'user_access',
    'user_reset_password',
  ],
  'Role Management': ['role_create', 'role_edit', 'role_activate_deactivate', 'role_show', 'role_access'],
  'Audit Logs': ['audit_access', 'audit_export'],
  'Profiling of SITES': [
    'site_map_create',
    'site_map_edit',
    'site_map_access',
    'site_map_activate',
    'site_map_deactivate',
  ],
  'SITES Activities': [
    'sites_activity_create',
    'sites_activity_edit',
    'sites_activity_access',
    'sites_activity_activate',
    'sites_activity_deactivate',
  ],
  'SITES Approval': [
    'site_maps_approval',
    'site_maps_return',
    'site_activities_approval',
    'site_activities_return',
  ],
  'Approved SITES': ['sites_posting_access'],
  'Report and Dashboard': ['dashboard_access'],
}
