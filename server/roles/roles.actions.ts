import { no, sentenceOf } from '../../shared/lib/verdict.ts'
import { ROLE, selectedKeys } from '../../shared/roles/roles.fields.ts'
import {
  canActivateRole,
  canCreateRoleAt,
  canDeactivateRole,
  canEditRole,
  canGrant,
  type canLoadRole,
  staysAuditor,
  staysSuperAdministrator,
} from '../../shared/roles/roles.policy.ts'
import type { Role, RoleInput, RolePatch } from '../../shared/roles/roles.schema.ts'
import { isLevelUnder } from '../../shared/access/levels-under.ts'
import { type AuditEntry, fieldChanges } from '../context/audit.ts'
import { changeStamp, type Ctx } from '../context/context.ts'
import { AppError, requireAllowed } from '../lib/errors.ts'
import { ACTIVATED_COLUMNS, deactivatedColumns, SWITCH_FIELDS } from '../context/deactivation-columns.ts'
import { requireSameTime } from '../context/unchanged-since.ts'
import { countHolders, findRole, insertRole, lockRole, saveRole } from './roles.queries.ts'

/** A row of the log about a role. */
export const entry = (
  role: Pick<Role, 'id' | 'name'>,
  event: AuditEntry<'Role Management'>['event'],
  changes: AuditEntry['changes'] = [],
): AuditEntry<'Role Management'> => ({
  module: 'Role Management',
  event,
  id: role.id,
  code: role.name,
  changes,
})

/** Returns the role if the policy allows the caller. */
export async function roleFor({ db, actor }: Ctx, id: number, allows: typeof canLoadRole): Promise<Role> {
  const role = await findRole(db, id)
  if (!role) throw new AppError('scope')
  requireAllowed(allows(actor, role))
  return role
}

/** Creates a role with permissions that its creator holds (S-26). */
export async function createRole(ctx: Ctx, input: RoleInput): Promise<Role> {
  const { name, access_level } = input
  const permissions = selectedKeys(input.permissions ?? [])
  requireAllowed(canCreateRoleAt(ctx.actor, access_level))
  requireAllowed(canGrant(ctx.actor, { kind: null, access_level, permissions }))
  return ctx.write(async (db, audit) => {
    const now = changeStamp(ctx)
    const id = await insertRole(db, {
      name,
      access_level,
      permissions,
      ...now,
      created_by: now.updated_by,
      created_at: now.updated_at,
    })
    const role = await lockRole(db, id)
    audit(entry(role, 'Created', fieldChanges({}, role, ROLE.names)))
    return role
  })
}

/** Changes a role; its holders have the new permissions from their next call on (S-26 to S-28, S-34). */
export const updateRole = (ctx: Ctx, id: number, patch: RolePatch): Promise<Role> =>
  ctx.write(async (db, audit) => {
    const before = await lockRole(db, id)
    requireAllowed(canEditRole(ctx.actor, before))
    await requireSameTime(db, 'Role Management', patch.updated_at, before)

    const name = patch.name ?? before.name
    const access_level = patch.access_level ?? before.access_level
    const permissions = patch.permissions ? selectedKeys(patch.permissions) : before.permissions
    requireAllowed(isLevelUnder(ctx.actor, access_level))
    requireAllowed(staysSuperAdministrator(before, { access_level, permissions }))
    requireAllowed(staysAuditor(before, { access_level, permissions }))
    requireAllowed(canGrant(ctx.actor, { kind: before.kind, access_level, permissions, before }))
    if (access_level !== before.access_level && (await countHolders(db, id)).all > 0)
      throw new AppError('level_in_use', { errors: { access_level: [sentenceOf(no('level_in_use'))] } })

    const after = await saveRole(db, id, changeStamp(ctx), { name, access_level, permissions })
    audit(entry(after, 'Updated', fieldChanges(before, after, ROLE.names)))
    return after
  })

/** Deactivates a role with a reason; its holders keep the five fixed permissions (S-09, S-29). */
export const deactivateRole = (ctx: Ctx, id: number, deactivate_reason: string): Promise<Role> =>
  ctx.write(async (db, audit) => {
    const before = await lockRole(db, id)
    requireAllowed(canDeactivateRole(ctx.actor, before))

    const now = changeStamp(ctx)
    const after = await saveRole(db, id, now, deactivatedColumns(now, deactivate_reason))
    audit(entry(after, 'Deactivated', fieldChanges(before, after, SWITCH_FIELDS)))
    return after
  })

/** Activates a role. */
export const activateRole = (ctx: Ctx, id: number): Promise<Role> =>
  ctx.write(async (db, audit) => {
    const before = await lockRole(db, id)
    requireAllowed(canActivateRole(ctx.actor, before))

    const after = await saveRole(db, id, changeStamp(ctx), ACTIVATED_COLUMNS)
    audit(entry(after, 'Activated', fieldChanges(before, after, SWITCH_FIELDS)))
    return after
  })
