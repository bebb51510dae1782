import { no, sentenceOf } from '../../shared/lib/verdict.ts'
import { LOGGED_FIELDS, SWITCH_FIELDS } from '../../shared/roles/roles.fields.ts'
import {
  canActivateRole,
  canCreateRoleAt,
  canDeactivateRole,
  canEditRole,
  canGrant,
  staysSuperAdministrator,
} from '../../shared/roles/roles.policy.ts'
import { type Role, type RoleInput, type RolePatch, selectedKeys } from '../../shared/roles/roles.schema.ts'
import { isLevelUnder } from '../../shared/access/levels-under.ts'
import { type AuditEntry, fieldChanges } from '../lib/audit.ts'
import { type Ctx, stamp } from '../lib/context.ts'
import { AppError, insist } from '../lib/errors.ts'
import { SWITCHED_ON, switchedOff } from '../lib/switched.ts'
import { insistSeen } from '../lib/insist-seen.ts'
import { countHolders, insertRole, lockRole, saveRole } from './roles.queries.ts'

/** One line of the log about a role. */
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

/** Adds a role with permissions its creator holds (S-26). */
export async function createRole(ctx: Ctx, input: RoleInput): Promise<Role> {
  const { name, access_level } = input
  const permissions = selectedKeys(input.permissions ?? [])
  insist(canCreateRoleAt(ctx.actor, access_level))
  insist(canGrant(ctx.actor, { kind: null, access_level, permissions }))
  return ctx.write(async (db, audit) => {
    const now = stamp(ctx)
    const id = await insertRole(db, {
      name,
      access_level,
      permissions,
      ...now,
      created_by: now.updated_by,
      created_at: now.updated_at,
    })
    const role = await lockRole(db, id)
    audit(entry(role, 'Created', fieldChanges({}, role, LOGGED_FIELDS)))
    return role
  })
}

/** Changes a role; its holders have the new permissions on their next call (S-26 to S-28, S-34). */
export const updateRole = (ctx: Ctx, id: number, patch: RolePatch): Promise<Role> =>
  ctx.write(async (db, audit) => {
    const before = await lockRole(db, id)
    insist(canEditRole(ctx.actor, before))
    await insistSeen(db, 'Role Management', patch.updated_at, before)

    const name = patch.name ?? before.name
    const access_level = patch.access_level ?? before.access_level
    const permissions = patch.permissions ? selectedKeys(patch.permissions) : before.permissions
    insist(isLevelUnder(ctx.actor, access_level))
    insist(staysSuperAdministrator(before, { access_level, permissions }))
    insist(canGrant(ctx.actor, { kind: before.kind, access_level, permissions, before }))
    if (access_level !== before.access_level && (await countHolders(db, id)).all > 0)
      throw new AppError('level_in_use', { errors: { access_level: [sentenceOf(no('level_in_use'))] } })

    const after = await saveRole(db, id, stamp(ctx), { name, access_level, permissions })
    audit(entry(after, 'Updated', fieldChanges(before, after, LOGGED_FIELDS)))
    return after
  })

/** Switches a role off with a reason; its holders keep the five fixed permissions (S-09, S-29). */
export const deactivateRole = (ctx: Ctx, id: number, deactivate_reason: string): Promise<Role> =>
  ctx.write(async (db, audit) => {
    const before = await lockRole(db, id)
    insist(canDeactivateRole(ctx.actor, before))

    const now = stamp(ctx)
    const after = await saveRole(db, id, now, switchedOff(now, deactivate_reason))
    audit(entry(after, 'Deactivated', fieldChanges(before, after, SWITCH_FIELDS)))
    return after
  })

/** Switches a role on again. */
export const activateRole = (ctx: Ctx, id: number): Promise<Role> =>
  ctx.write(async (db, audit) => {
    const before = await lockRole(db, id)
    insist(canActivateRole(ctx.actor, before))

    const after = await saveRole(db, id, stamp(ctx), SWITCHED_ON)
    audit(entry(after, 'Activated', fieldChanges(before, after, SWITCH_FIELDS)))
    return after
  })
