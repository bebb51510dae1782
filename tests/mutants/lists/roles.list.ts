import { faults, type Mutant } from '../mutant.ts'

const POLICY = 'shared/roles/roles.policy.ts'
const tests = ['shared/roles/roles.policy.test.ts']

export const ROLE_FAULTS: readonly Mutant[] = [
  ...faults(
    { file: POLICY, tests },
    [
      'An administrator gives the own role more permissions.',
      'const own = role.id === actor.role_id &&',
      'const own = role.id === actor.id &&',
    ],
    [
      'One key that is held lets all others be given along.',
      'added.every((key) => actor.permissions.includes(key))',
      'added.some((key) => actor.permissions.includes(key))',
    ],
    [
      'A role rises above the rank of whoever changes it.',
      'return hierarchyOf(after) < actor.hierarchy_role ?',
      'return hierarchyOf(after) > actor.hierarchy_role ?',
    ],
    [
      'The Super Administrator role is deactivated and everybody is locked out.',
      "role.kind === 'Super Administrator' ? no",
      "role.kind === 'Administrator' ? no",
    ],
    [
      'The Super Administrator role loses permissions.',
      '!PERMISSION_KEYS.every((key) => after.permissions.includes(key))',
      '!PERMISSION_KEYS.some((key) => after.permissions.includes(key))',
    ],
  ),
  ...faults({ file: 'shared/access/hierarchy.ts', tests: ['shared/access/hierarchy.test.ts'] }, [
    'A role that resets passwords ranks as an encoder.',
    '(create|edit|activate_deactivate|reset_password)',
    '(create|edit|activate_deactivate)',
  ]),
  ...faults({ file: 'shared/access/actor.ts', tests: ['shared/access/actor.test.ts'] }, [
    'A role that is switched off keeps what follows from level and rank.',
    'actor.role_off ? null : actor',
    'actor',
  ]),
  ...faults(
    {
      file: 'server/roles/roles.actions.ts',
      tests: ['tests/api/roles.test.ts'],
      only: 'adds only keys one holds',
    },
    [
      'Editing a role gives permissions that the editor does not hold.',
      '    requireAllowed(canGrant(ctx.actor, { kind: before.kind, access_level, permissions, before }))\n',
      '',
    ],
  ),
]
