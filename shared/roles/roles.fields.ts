import { type LoggedWith, loggedFields } from '../audit/logged-fields.ts'
import type { Role } from './roles.schema.ts'

/** The logged fields of a role; the compiler requires an entry for each field of the schema. */
const ROLE_FIELDS: Record<keyof Role, LoggedWith> = {
  name: 'edit',
  access_level: 'edit',
  permissions: 'edit',
  status: 'switch',
  deactivate_reason: 'switch',
  id: null,
  kind: null,
  hierarchy_role: null,
  deactivated_at: null,
  deactivated_by: null,
  created_at: null,
  created_by: null,
  updated_at: null,
  updated_by: null,
}

export const LOGGED_FIELDS = loggedFields(ROLE_FIELDS, 'edit')
export const SWITCH_FIELDS = loggedFields(ROLE_FIELDS, 'switch')
