import type { Mutant } from '../mutant.ts'

const POLICY = 'shared/activities/activities.policy.ts'
const REVIEW_POLICY = 'shared/review/review.policy.ts'
const tests = ['shared/activities/activities.policy.test.ts']
const principles = ['shared/principles/principles.policy.test.ts']

export const ACTIVITY_FAULTS: readonly Mutant[] = [
  {
    file: REVIEW_POLICY,
    before: "no('scope', HIDDEN) : covers(actor, record)\n",
    after: "no('scope', HIDDEN) : yes\n",
    fault: 'Another office saves evidence and decides.',
    tests,
  },
  {
    file: POLICY,
    before: "activity.site_profile_status === 'Deactivated' ? no('state', PROFILE_DEACTIVATED) : yes",
    after: "activity.status === 'Deactivated' ? no('state', PROFILE_DEACTIVATED) : yes",
    fault: 'An activity goes on while its profile is deactivated.',
    tests,
  },
  {
    file: POLICY,
    before: "if (activity.site_status !== 'Returned') return no('state', SWITCH_IN_DRAFTS)",
    after: "if (activity.site_status === 'Submitted') return no('state', SWITCH_IN_DRAFTS)",
    fault: 'Principles that a return commented on are switched off after the final approval.',
    tests,
  },
  {
    file: POLICY,
    before: '  return principle_number !== null && activity[reasonField(principle_number)]\n',
    after: '  return principle_number !== null\n',
    fault: 'After a return every principle is switched off, commented on or not.',
    tests,
  },
  {
    file: POLICY,
    before: "      : holds(actor, 'sites_activity_edit'),\n",
    after: "      : holdsAny(actor, 'sites_activity_create', 'sites_activity_edit'),\n",
    fault: 'A returned activity is edited with the key of creating.',
    tests,
  },
  {
    file: POLICY,
    before: "all(isAtLevel(actor, 'PENRO'), holds(actor, 'sites_activity_create'))",
    after: "holds(actor, 'sites_activity_create')",
    fault: 'A Region or FMB starts activities.',
    tests,
  },
  {
    file: REVIEW_POLICY,
    before: 'isDecidable(actor, record), isNotOwnWork(actor, record, onlyApprover))',
    after: 'isDecidable(actor, record))',
    fault: 'An encoder who is approver as well approves the own activity.',
    tests,
  },
  {
    file: 'server/activities/activities.queries.ts',
    before: "    .where('site_activities.status', '=', 'Activated')\n",
    after: '',
    fault: 'A deactivated activity keeps its profile from having another one.',
    tests: ['tests/api/activities.test.ts'],
  },
  {
    file: 'server/activities/drafts.actions.ts',
    before: "profile.site_status !== 'Approved' || profile.status !== 'Activated'",
    after: "profile.site_status !== 'Approved' && profile.status !== 'Activated'",
    fault: 'An activity starts on a profile that is not approved.',
    tests: ['tests/api/activities.test.ts'],
  },
  {
    file: 'shared/principles/principles.policy.ts',
    before: 'const LOWEST_HIERARCHY = 2',
    after: 'const LOWEST_HIERARCHY = 3',
    fault: 'FMB approvers change the criteria.',
    tests: principles,
  },
  {
    file: 'shared/principles/principles.policy.ts',
    before: 'batch_number === current || batch_number === current + 1 ? yes',
    after: 'batch_number <= current + 1 ? yes',
    fault: 'Criteria saved from an older batch undo what was saved meanwhile.',
    tests: principles,
  },
  {
    file: 'server/principles/principles.queries.ts',
    before: 'where batch_number = ${from} and principle_number <> ${except}',
    after: 'where batch_number = ${from} and principle_number > ${except}',
    fault: 'A new batch loses the principles before the one that was saved.',
    tests: ['tests/api/principles.test.ts'],
  },
]
