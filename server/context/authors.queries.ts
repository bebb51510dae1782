import { type RawBuilder, sql } from 'kysely'
import type { PermissionKey } from '../../shared/access/permissions.ts'
import type { AuditModule } from '../../shared/audit/audit.schema.ts'
import type { Author } from '../../shared/review/chain-faults.ts'

/** SQL: these texts, for `in (…)`, as literals: an index of some events alone is used only for events that it can read. */
export const literals = (texts: readonly string[]) => sql.join(texts.map((text) => sql.lit(text)))

const SESSION_EVENTS = ['Login', 'Forced Login', 'Logout', 'Session Expired', 'Sessions Ended']
const SWITCHING_EVENTS = ['Activated', 'Deactivated']
const PERMISSION_FIELDS = ['permissions', 'permissions_added', 'permissions_removed']

/** SQL: the newest row before `log` with one of these events of a module. */
const newestOf = (module: AuditModule, condition: RawBuilder<unknown>, events: readonly string[]) => sql`(
  select json_build_object('event', event, 'at', created_at) from audit_logs as earlier
  where auditable_type = ${sql.lit(module)} and ${condition} and event in (${literals(events)}) and earlier.id < log.id
  order by earlier.id desc limit 1)`

const ofPerson = sql`earlier.auditable_id = log.user_id`
const ofRole = sql`earlier.auditable_code = log.role_name`

/** SQL: the newest row before `log` that gave the role of its person a key or took it; the creation did one of both. */
const newestRight = (key: PermissionKey) => sql`(
  select json_build_object('at', created_at, 'gives', change ->> 'field' <> 'permissions_removed' and has_key)
  from audit_logs as earlier, jsonb_array_elements(field_change) as change,
    lateral (select ${key} = any(string_to_array(change ->> 'new', ', ')) as has_key) as wanted
  where auditable_type = 'Role Management' and ${ofRole} and event in ('Created', 'Updated')
    and change ->> 'field' in (${literals(PERMISSION_FIELDS)}) and (event = 'Created' or has_key) and earlier.id < log.id
  order by earlier.id desc limit 1)`

/** SQL: who wrote the row `log`, and whether this person was logged in and had the key then, as far as the log says. */
export const authorJson = (key: PermissionKey | null): RawBuilder<Author> => sql`json_build_object(
  'user_id', log.user_id, 'access_level', log.access_level, 'request_id', log.request_id,
  'is_erased', exists (select from audit_erasures where audit_log_id = log.id),
  'session', case when log.request_id ~ '^import [0-9]{1,9}$'
    then ${newestOf('Profiling of SITES', sql`earlier.auditable_id = substr(log.request_id, 8)::integer`, ['Import Started'])}
    else ${newestOf('Authentication', ofPerson, SESSION_EVENTS)} end,
  'switched', ${newestOf('User Management', ofPerson, SWITCHING_EVENTS)},
  'role', ${key === null ? sql`null` : newestOf('Role Management', ofRole, ['Created', ...SWITCHING_EVENTS])},
  'right', ${key === null ? sql`null` : newestRight(key)})`
