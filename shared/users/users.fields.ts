import { type LoggedWith, loggedFields } from '../audit/logged-fields.ts'
import type { User } from '../auth/auth.schema.ts'

/** The logged fields of a user (role and place by name); the compiler requires an entry for each field. */
const USER_FIELDS: Record<keyof User, LoggedWith> = {
  first_name: 'edit',
  middle_name: 'edit',
  last_name: 'edit',
  sex: 'edit',
  email: 'edit',
  access_level: 'edit',
  role: 'edit',
  region: 'edit',
  penro: 'edit',
  status: 'switch',
  deactivate_reason: 'switch',
  id: null,
  region_id: null,
  province_id: null,
  office_id: null,
  role_id: null,
  hierarchy_role: null,
  deactivated_at: null,
  deactivated_by: null,
  created_at: null,
  created_by: null,
  updated_at: null,
  updated_by: null,
  last_logged_in: null,
  password_is_generated: null,
  is_break_glass: null,
}

export const LOGGED_FIELDS = loggedFields(USER_FIELDS, 'edit')
export const SWITCH_FIELDS = loggedFields(USER_FIELDS, 'switch')
