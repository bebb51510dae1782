import { faults, type Mutant } from '../mutant.ts'

const POLICY = 'shared/users/users.policy.ts'
const RULES = 'shared/users/users.rules.ts'
const tests = ['shared/users/users.policy.test.ts']
const rules = ['shared/users/users.rules.test.ts']

export const USER_FAULTS: readonly Mutant[] = [
  ...faults(
    { file: POLICY, tests },
    [
      'An administrator changes administrators of the same rank.',
      '  actor.hierarchy_role === 1 || actor.hierarchy_role < target.hierarchy_role',
      '  actor.hierarchy_role === 1 || actor.hierarchy_role <= target.hierarchy_role',
    ],
    [
      'A Super Administrator edits the own account.',
      '    isAnotherPerson(actor, user),\n    outranks(actor, user),\n    isNotBreakGlass(user),\n    isActive(user),',
      '    outranks(actor, user),\n    isNotBreakGlass(user),\n    isActive(user),',
    ],
    [
      'A deactivated account is mailed a password.',
      '    isNoSuperior(actor, user),\n    isNotBreakGlass(user),\n    isActive(user),',
      '    isNoSuperior(actor, user),\n    isNotBreakGlass(user),',
    ],
    [
      'The last activated Super Administrator may go, the last but one may not.',
      "user.status === 'Activated' && others === 0",
      "user.status === 'Activated' && others === 1",
    ],
    [
      'A Region looks after the people of FMB, who have no region.',
      'region_id: user.region_id ?? -1,',
      'region_id: user.region_id ?? actor.region_id ?? -1,',
    ],
    [
      'Whoever may see users sees those of every office.',
      "actor.id === user.id ? yes : all(holds(actor, 'user_show'), coversUser(actor, user))",
      "actor.id === user.id ? yes : holds(actor, 'user_show')",
    ],
    [
      'An administrator makes somebody a Super Administrator.',
      '  if (role.hierarchy_role < actor.hierarchy_role) return denied\n',
      '',
    ],
    [
      'Region staff appoints the approvers of its own region.',
      "return actor.access_level === 'Region' && regionApprover ? denied : yes",
      "return actor.access_level === 'PENRO' && regionApprover ? denied : yes",
    ],
  ),
  ...faults({ file: 'shared/access/levels-under.ts', tests }, [
    'A Region works with users and roles of FMB.',
    'LEVELS.indexOf(actor.access_level) + 1',
    'LEVELS.indexOf(actor.access_level) + 2',
  ]),
  ...faults(
    { file: RULES, tests: rules },
    [
      'A Region administrator adds people to another region.',
      'const region_id = isNational(actor.access_level) ? form.region_id : actor.region_id',
      'const region_id = form.region_id ?? actor.region_id',
    ],
    [
      'A deactivated role is given to somebody.',
      "return role.status === 'Activated' ? {}",
      'return role.access_level === level ? {}',
    ],
  ),
  ...faults(
    {
      file: 'server/users/users.actions.ts',
      tests: ['tests/api/users.test.ts'],
      only: 'roles that one may not give',
    },
    [
      'Nobody asks whether the person may give that role.',
      '  if (role) requireAllowed(canAssignRole(ctx.actor, role))\n',
      '',
    ],
  ),
]
