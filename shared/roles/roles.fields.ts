import { z } from 'zod/mini'
import type { Actor } from '../access/actor.ts'
import { type Level, LEVELS } from '../access/levels.ts'
import { levelsUnder } from '../access/levels-under.ts'
import { FIXED_PERMISSIONS, PERMISSION_KEYS, type PermissionKey } from '../access/permissions.ts'
import { choice, fields, line, own, plain } from '../lib/fields.ts'
import { PERMISSION_WORDS } from './permission-words.ts'

/** The selectable keys of a list, without repetitions, in the order of the grid. */
export const selectedKeys = (permissions: readonly string[]): PermissionKey[] =>
  PERMISSION_KEYS.filter((key) => permissions.includes(key))

/** The five fixed permissions are accepted too; every role has them anyway. */
const Permission = z.enum([...PERMISSION_KEYS, ...FIXED_PERMISSIONS], 'Invalid permission selected')

/** The access level of a role or of a user, with the sentence about a missing one. */
export const accessLevel = (needed: string) =>
  choice('Access Level', plain(LEVELS), {
    needed,
    unknown: 'Invalid access level selected',
    none: 'Select an access level',
  })

/** Returns the level of what a person adds, if there is only one to choose. */
export function onlyLevel(actor: Actor): Level | undefined {
  const [only, ...others] = levelsUnder(actor)
  return others.length === 0 ? only : undefined
}

/** What is entered about a role. */
export const ROLE = fields({
  name: line('Role Name', { min: 2, max: 100, named: 'Role name' }),
  access_level: accessLevel('Access level is required.'),
  permissions: own('Permissions', {
    input: z.optional(
      z
        .array(Permission, 'Permissions must be a list.')
        .check(z.maxLength(200, 'Too many permissions in one request.')),
    ),
    start: (stored) => [...((stored ?? []) as PermissionKey[])],
    send: (typed) => typed,
    words: (typed) =>
      selectedKeys(typed)
        .map((key) => PERMISSION_WORDS[key])
        .join(', '),
  }),
})
