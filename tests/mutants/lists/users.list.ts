import type { Mutant } from '../mutant.ts'

const POLICY = 'shared/users/users.policy.ts'
const RULES = 'shared/users/users.rules.ts'
const tests = ['shared/users/users.policy.test.ts']
const rules = ['shared/users/users.rules.test.ts']

export const USER_FAULTS: readonly Mutant[] = [
  {
    file: POLICY,
    before: '  actor.hierarchy_role === 1 || actor.hierarchy_role < target.hierarchy_role',
    after: '  actor.hierarchy_role === 1 || actor.hierarchy_role <= target.hierarchy_role',
    fault: 'An administrator changes administrators of the same rank.',
    tests,
  },
  {
    file: POLICY,
    before: '    isAnotherPerson(actor, user),\n    outranks(actor, user),\n    isActive(user),',
    after: '    outranks(actor, user),\n    isActive(user),',
    fault: 'A Super Administrator edits the own account.',
    tests,
  },
  {
    file: POLICY,
    before: '    isNoSuperior(actor, user),\n    isActive(user),',
    after: '    isNoSuperior(actor, user),',
    fault: 'A deactivated account is mailed a password.',
    tests,
  },
  {
    file: POLICY,
    before: "user.status === 'Activated' && others === 0",
    after: "user.status === 'Activated' && others === 1",
    fault: 'The last activated Super Administrator may go, the last but one may not.',
    tests,
  },
  {
    file: 'shared/access/levels-under.ts',
    before: 'LEVELS.indexOf(actor.access_level) + 1',
    after: 'LEVELS.indexOf(actor.access_level) + 2',
    fault: 'A Region works with users and roles of FMB.',
    tests,
  },
  {
    file: POLICY,
    before: 'region_id: user.region_id ?? -1,',
    after: 'region_id: user.region_id ?? actor.region_id ?? -1,',
    fault: 'A Region looks after the people of FMB, who have no region.',
    tests,
  },
  {
    file: POLICY,
    before: "actor.id === user.id ? yes : all(holds(actor, 'user_show'), coversUser(actor, user))",
    after: "actor.id === user.id ? yes : holds(actor, 'user_show')",
    fault: 'Whoever may see users sees those of every office.',
    tests,
  },
  {
    file: POLICY,
    before: '  if (role.hierarchy_role < actor.hierarchy_role) return denied\n',
    after: '',
    fault: 'An administrator makes somebody a Super Administrator.',
    tests,
  },
  {
    file: POLICY,
    before: "return actor.access_level === 'Region' && regionApprover ? denied : yes",
    after: "return actor.access_level === 'PENRO' && regionApprover ? denied : yes",
    fault: 'Region staff appoints the approvers of its own region.',
    tests,
  },
  {
    file: RULES,
    before: 'const region_id = isNational(actor.access_level) ? form.region_id : actor.region_id',
    after: 'const region_id = form.region_id ?? actor.region_id',
    fault: 'A Region administrator adds people to another region.',
    tests: rules,
  },
  {
    file: RULES,
    before: "return role.status === 'Activated' ? {}",
    after: 'return role.access_level === level ? {}',
    fault: 'A deactivated role is given to somebody.',
    tests: rules,
  },
  {
    file: 'server/users/users.actions.ts',
    before: '  if (role) requireAllowed(canAssignRole(ctx.actor, role))\n',
    after: '',
    fault: 'Nobody asks whether the person may give that role.',
    tests: ['tests/api/users.test.ts'],
    only: 'roles that one may not give',
  },
]
