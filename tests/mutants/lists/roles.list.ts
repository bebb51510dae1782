import type { Mutant } from '../mutant.ts'

const POLICY = 'shared/roles/roles.policy.ts'
const tests = ['shared/roles/roles.policy.test.ts']

export const ROLE_FAULTS: readonly Mutant[] = [
  {
    file: POLICY,
    before: 'const own = role.id === actor.role_id &&',
    after: 'const own = role.id === actor.id &&',
    fault: 'An administrator gives the own role more permissions.',
    tests,
  },
  {
    file: POLICY,
    before: 'added.every((key) => actor.permissions.includes(key))',
    after: 'added.some((key) => actor.permissions.includes(key))',
    fault: 'One key that is held lets all others be given along.',
    tests,
  },
  {
    file: POLICY,
    before: 'return hierarchyOf(after) < actor.hierarchy_role ?',
    after: 'return hierarchyOf(after) > actor.hierarchy_role ?',
    fault: 'A role rises above the rank of whoever changes it.',
    tests,
  },
  {
    file: POLICY,
    before: "role.kind === 'Super Administrator' ? no",
    after: "role.kind === 'Administrator' ? no",
    fault: 'The Super Administrator role is deactivated and everybody is locked out.',
    tests,
  },
  {
    file: POLICY,
    before: '!PERMISSION_KEYS.every((key) => after.permissions.includes(key))',
    after: '!PERMISSION_KEYS.some((key) => after.permissions.includes(key))',
    fault: 'The Super Administrator role loses permissions.',
    tests,
  },
  {
    file: 'shared/access/hierarchy.ts',
    before: '(create|edit|activate_deactivate|reset_password)',
    after: '(create|edit|activate_deactivate)',
    fault: 'A role that resets passwords ranks as an encoder.',
    tests: ['shared/access/hierarchy.test.ts'],
  },
  {
    file: 'shared/access/actor.ts',
    before: 'actor.role_off ? null : actor',
    after: 'actor',
    fault: 'A role that is switched off keeps what follows from level and rank.',
    tests: ['shared/access/actor.test.ts'],
  },
  {
    file: 'server/roles/roles.actions.ts',
    before:
      '    requireAllowed(canGrant(ctx.actor, { kind: before.kind, access_level, permissions, before }))\n',
    after: '',
    fault: 'Editing a role gives permissions that the editor does not hold.',
    tests: ['tests/api/roles.test.ts'],
    only: 'adds only keys one holds',
  },
]
