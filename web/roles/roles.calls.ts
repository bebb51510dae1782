import type { Level } from '../../shared/access/levels.ts'
import { rolesApi } from '../../shared/roles/roles.schema.ts'
import { useRead } from '../lib/queries.ts'

/** The activated roles of a level; no call before the level is chosen. */
export const useRoleChoices = (access_level: Level | '') =>
  useRead(rolesApi.search, { query: access_level ? { access_level } : {}, enabled: access_level !== '' })
