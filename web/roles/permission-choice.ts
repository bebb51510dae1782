import { PERMISSION_KEYS, type PermissionKey } from '../../shared/access/permissions.ts'

/** How many of these keys are chosen; the box that selects them all shows it. */
export function shareOf(
  keys: readonly PermissionKey[],
  chosen: readonly PermissionKey[],
): 'all' | 'some' | 'none' {
  const count = keys.filter((key) => chosen.includes(key)).length
  if (count === 0) return 'none'
  return count === keys.length ? 'all' : 'some'
}

/** The chosen keys with some switched on or off, in the order of the grid. */
export const withKeys = (
  chosen: readonly PermissionKey[],
  keys: readonly PermissionKey[],
  on: boolean,
): PermissionKey[] => PERMISSION_KEYS.filter((key) => (keys.includes(key) ? on : chosen.includes(key)))
