import type { RoleKind } from '../../shared/access/default-roles.ts'
import type { Db } from '../database/db.ts'
import { hasActiveRole } from '../database/scope.ts'

/** Returns those of FMB in charge of the whole product, who are mailed about what they must repair or answer for. */
export const listAdministrators = (db: Db, kinds: readonly RoleKind[] = ['Super Administrator']) =>
  db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.email', 'users.first_name', 'users.language'])
    .where('users.access_level', '=', 'FMB')
    .where(hasActiveRole)
    .where('roles.kind', 'in', kinds)
    .orderBy('users.id')
    .execute()
