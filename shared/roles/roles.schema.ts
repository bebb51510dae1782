import { canCreateRole, canListRoles, canSearchRoles } from './roles.policy.ts'
import { z } from 'zod/mini'
import { ROLE_KINDS } from '../access/default-roles.ts'
import { AccessLevel, LEVELS } from '../access/levels.ts'
import { FIXED_PERMISSIONS, PERMISSION_KEYS, type PermissionKey } from '../access/permissions.ts'
import { DeactivateInput, statusFields } from '../access/deactivation.ts'
import { endpoint, everyone, whoHolds } from '../access/endpoint.ts'
import { IdParams } from '../lib/ids.ts'
import { StatusQuery } from '../access/status-query.ts'
import { ChoiceQuery, extent, pageReply } from '../lib/paging.ts'
import { saying, ViewInput, wrapped } from '../lib/replies.ts'
import { requiredText, word } from '../lib/plain-text.ts'
import { UnattendedWork } from '../review/review.schema.ts'
import { oneOf } from '../lib/choices.ts'

const ROLE_NAME_LENGTH = { min: 2, max: 100 } as const

const keys = PERMISSION_KEYS as [PermissionKey, ...PermissionKey[]]

/** The five fixed permissions are accepted too; every role has them anyway. */
const Permission = z.enum([...keys, ...FIXED_PERMISSIONS], 'Invalid permission selected')

/** The selectable keys of a list, without repetitions, in the order of the grid. */
export const selectedKeys = (permissions: readonly string[]): PermissionKey[] =>
  PERMISSION_KEYS.filter((key) => permissions.includes(key))

export const RoleInput = z.object({
  name: requiredText('Role name', ROLE_NAME_LENGTH),
  access_level: oneOf(LEVELS, 'Access level is required.', 'Invalid access level selected'),
  permissions: z.optional(
    z
      .array(Permission, 'Permissions must be a list.')
      .check(z.maxLength(200, 'Too many permissions in one request.')),
  ),
})
export type RoleInput = z.output<typeof RoleInput>

/** Omitted fields are unchanged; `updated_at` is the value that the form was opened with. */
export const RolePatch = z.extend(z.partial(RoleInput), {
  updated_at: z.optional(word('Invalid date.')),
})
export type RolePatch = z.output<typeof RolePatch>

/** A role as in API replies (000 §3). */
export const Role = z.object({
  id: z.number(),
  name: z.string(),
  access_level: AccessLevel,
  /** which of the four standard roles it is; null for one that the bureau created (C-20) */
  kind: z.nullable(z.enum(ROLE_KINDS)),
  hierarchy_role: z.number(),
  /** without the five fixed ones */
  permissions: z.array(z.enum(keys)),
  ...statusFields,
})
export type Role = z.output<typeof Role>

export const RoleRow = z.pick(Role, {
  id: true,
  name: true,
  access_level: true,
  kind: true,
  hierarchy_role: true,
  status: true,
})
export type RoleRow = z.output<typeof RoleRow>

/** A choice on the user form; `assignable` if the caller may give the role. */
export const AssignableRole = z.extend(RoleRow, { assignable: z.boolean() })
export type AssignableRole = z.output<typeof AssignableRole>

const RoleReply = wrapped('role', Role)

/** With any `holders` the access level is fixed (S-28); `activated_holders` are listed before a deactivation (S-29). */
export const RoleShowReply = z.extend(RoleReply, {
  holders: z.number(),
  activated_holders: z.number(),
  /** shown before a deactivation too (S-120) */
  left_alone: UnattendedWork,
})
export type RoleShowReply = z.output<typeof RoleShowReply>

export const RoleSearch = z.extend(ChoiceQuery, {
  status: z._default(word('Invalid status.'), 'Activated'),
  access_level: z.optional(AccessLevel),
})
export type RoleSearch = z.output<typeof RoleSearch>

export const rolesApi = {
  list: endpoint('GET', '/roles', {
    may: canListRoles,
    summary: 'Roles at the caller’s level and below',
    query: StatusQuery,
    reply: z.object({ roles: z.array(RoleRow), ...extent }),
  }),
  search: endpoint('GET', '/roles/search', {
    may: canSearchRoles,
    summary: 'Roles by status (Activated when none is named), level and text',
    query: RoleSearch,
    reply: z.object({ roles: z.array(AssignableRole), ...extent }),
  }),
  datatable: endpoint('GET', '/roles/datatable', {
    may: canListRoles,
    summary: 'Role list',
    query: StatusQuery,
    reply: pageReply(RoleRow),
  }),
  show: endpoint('GET', '/roles/:id', {
    may: everyone,
    summary: 'One role with its permissions',
    params: IdParams,
    reply: RoleShowReply,
  }),
  create: endpoint('POST', '/roles', {
    may: canCreateRole,
    identity: 'every_caller',
    summary: 'Add a role',
    form: true,
    body: RoleInput,
    reply: RoleReply,
  }),
  update: endpoint('PATCH', '/roles/:id', {
    may: whoHolds('role_edit'),
    identity: 'every_caller',
    // the tabs of the signed-in person change with their own role
    stale: ['roles', 'actor'],
    summary: 'Edit a role; 409 when another user changed it since updated_at',
    form: true,
    params: IdParams,
    body: RolePatch,
    reply: RoleReply,
  }),
  activate: endpoint('POST', '/roles/activate/:id', {
    may: everyone,
    identity: 'every_caller',
    summary: 'Reactivate a role',
    form: true,
    params: IdParams,
    reply: RoleReply,
  }),
  deactivate: endpoint('POST', '/roles/deactivate/:id', {
    may: whoHolds('role_activate_deactivate'),
    identity: 'every_caller',
    summary: 'Deactivate a role with a reason; its holders keep the five fixed permissions only',
    form: true,
    params: IdParams,
    body: DeactivateInput,
    reply: RoleReply,
  }),
  view: endpoint('POST', '/roles/audit-logs', {
    may: whoHolds('role_show'),
    auditor: 'makes',
    summary: 'Record a View of a role',
    body: ViewInput(['Role']),
    reply: saying('The view was recorded.'),
  }),
}
