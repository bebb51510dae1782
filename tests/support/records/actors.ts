import type { Actor } from '../../../shared/access/actor.ts'
import type { Level } from '../../../shared/access/levels.ts'
import { PERMISSION_KEYS } from '../../../shared/access/permissions.ts'

/** A person with every key, of region 4 and office 7 where the level has them. */
export const anActor = (access_level: Level, hierarchy_role = 2, more: Partial<Actor> = {}): Actor => ({
  id: 1,
  first_name: 'Ana',
  name: 'Ana Cruz',
  email: 'ana@bureau.example',
  access_level,
  // differs from all other ids here, so that they cannot be mixed up
  role_id: 11,
  role: 'Tester',
  hierarchy_role,
  region_id: access_level === 'FMB' ? null : 4,
  office_id: access_level === 'PENRO' ? 7 : null,
  province_id: null,
  penro: null,
  permissions: [...PERMISSION_KEYS],
  ...more,
})
