import type { Mutant } from '../mutant.ts'

const POLICY = 'shared/activities/activities.policy.ts'
const REVIEW_POLICY = 'shared/review/review.policy.ts'
const CRITERIA = 'shared/principles/principles.policy.ts'
const tests = ['shared/activities/activities.policy.test.ts']
const principles = ['shared/principles/principles.policy.test.ts']

export const ACTIVITY_FAULTS: readonly Mutant[] = [
  {
    file: REVIEW_POLICY,
    before: "no('scope') : covers(actor, record)\n",
    after: "no('scope') : yes\n",
    fault: 'Another office saves evidence and decides.',
    tests,
  },
  {
    file: REVIEW_POLICY,
    before: "'Save as Draft' && actor.access_level !== 'PENRO'",
    after: "'Save as Draft' && actor.access_level === 'FMB'",
    fault: 'A Region sees the drafts of its offices.',
    tests,
  },
  {
    file: POLICY,
    before: "activity.site_profile_status === 'Deactivated' ? no('profile_deactivated') : yes",
    after: "activity.status === 'Deactivated' ? no('profile_deactivated') : yes",
    fault: 'An activity goes on while its profile is deactivated.',
    tests,
  },
  {
    file: POLICY,
    before: "record.site_status === 'Save as Draft' || record.site_status === 'Returned' ?",
    after: "record.site_status !== 'Approved' ?",
    fault: 'The evidence changes while an activity is under review.',
    tests,
  },
  {
    file: POLICY,
    before: "  return: 'site_activities_return',",
    after: "  return: 'site_maps_return',",
    fault: 'Whoever may return profiles may return activities.',
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
    before: "if (activity.site_status !== 'Returned') return no('switch_in_drafts')",
    after: "if (activity.site_status === 'Submitted') return no('switch_in_drafts')",
    fault: 'Principles that a return commented on are switched off after the final approval.',
    tests,
  },
  {
    file: POLICY,
    before: 'return principle_number !== null && activity[reasonField(principle_number)]',
    after: 'return principle_number !== null',
    fault: 'After a return every principle is switched off, commented on or not.',
    tests,
  },
  {
    file: POLICY,
    before: "  return wasSubmitted ? no('submitted_before') : yes\n",
    after: '  return yes\n',
    fault: 'A draft that was submitted before is thrown away with its history.',
    tests,
  },
  {
    file: 'server/activities/activities.queries.ts',
    before: "    .where('site_activities.status', '=', 'Activated')\n",
    after: '',
    fault: 'A deactivated activity keeps its profile from having another one.',
    tests: ['tests/api/activities-review.test.ts'],
    only: 'one whose profile has another activity in work',
  },
  {
    file: 'shared/access/actor.ts',
    before: 'const ADMINISTRATOR = 2',
    after: 'const ADMINISTRATOR = 3',
    fault: 'FMB approvers change the criteria.',
    tests: principles,
  },
  {
    file: 'shared/access/actor.ts',
    before: "all(isAtLevel(actor, 'FMB'), hasRank(actor, ADMINISTRATOR, code))",
    after: 'hasRank(actor, ADMINISTRATOR, code)',
    fault: 'The administrators of a region change the criteria of the country.',
    tests: principles,
  },
  {
    file: CRITERIA,
    before: 'batch_number === current || batch_number === current + 1 ? yes',
    after: 'batch_number <= current + 1 ? yes',
    fault: 'Criteria saved from an older batch undo what was saved meanwhile.',
    tests: principles,
  },
]
