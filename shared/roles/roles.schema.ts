import { canCreateRole, canListRoles, canSearchRoles } from './roles.policy.ts'
import { z } from 'zod/mini'
import { ROLE_KINDS } from '../access/default-roles.ts'
import { AccessLevel } from '../access/levels.ts'
import { PERMISSION_KEYS } from '../access/permissions.ts'
import { DeactivateInput, statusFields } from '../access/deactivation.ts'
import { endpoint, everyone, whoHolds } from '../access/endpoint.ts'
import { IdParams } from '../lib/ids.ts'
import { StatusQuery } from '../access/status-query.ts'
import { ChoiceQuery, extent, pageReply } from '../lib/paging.ts'
import { saying, ViewInput, wrapped } from '../lib/replies.ts'
import { word } from '../lib/plain-text.ts'
import { UnattendedWork } from '../review/review.schema.ts'
import { ROLE } from './roles.fields.ts'

export type RoleInput = z.output<typeof ROLE.input>

/** A role as in API replies (000 §3). */
export const Role = z.object({
  id: z.number(),
  name: z.string(),
  access_level: AccessLevel,
  /** which of the four standard roles it is; null for one that the bureau created (C-20) */
  kind: z.nullable(z.enum(ROLE_KINDS)),
  hierarchy_role: z.number(),
  /** without the five fixed ones */
  permissions: z.array(z.enum(PERMISSION_KEYS)),
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
    body: ROLE.input,
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
    // omitted fields are unchanged; `updated_at` is the value that the form was opened with
    body: z.extend(z.partial(ROLE.input), { updated_at: z.optional(word('Invalid date.')) }),
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
export type RolePatch = z.output<typeof rolesApi.update.body>
