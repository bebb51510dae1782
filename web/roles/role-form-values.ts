import type { Actor } from '../../shared/access/actor.ts'
import type { PermissionKey } from '../../shared/access/permissions.ts'
import { all, type Verdict, yes } from '../../shared/lib/verdict.ts'
import { onlyLevel, ROLE } from '../../shared/roles/roles.fields.ts'
import { canGrant, staysAuditor, staysSuperAdministrator } from '../../shared/roles/roles.policy.ts'
import type { Role } from '../../shared/roles/roles.schema.ts'
import { withKeys } from './permission-choice.ts'

export type RoleFormValues = ReturnType<typeof ROLE.start>

/** The values of a new role; the level is preset if there is only one to choose. */
export const emptyRole = (actor: Actor): RoleFormValues => ROLE.start({ access_level: onlyLevel(actor) })

/** Whether a box of the grid may be ticked or cleared now (S-26, S-27); `role` is null for a new one. */
export function canChangeKey(
  actor: Actor,
  role: Role | null,
  values: RoleFormValues,
  key: PermissionKey,
): Verdict {
  const isOn = values.permissions.includes(key)
  const permissions = withKeys(values.permissions, [key], !isOn)
  const access_level = values.access_level || role?.access_level || actor.access_level
  const kind = role?.kind ?? null
  return all(
    isOn ? yes : canGrant(actor, { kind, access_level, permissions, ...(role ? { before: role } : {}) }),
    ...(role
      ? [
          staysSuperAdministrator(role, { access_level, permissions }),
          staysAuditor(role, { access_level, permissions }),
        ]
      : []),
  )
}
