import { faults, type Mutant } from '../mutant.ts'

const POLICY = 'shared/activities/activities.policy.ts'
const REVIEW_POLICY = 'shared/review/review.policy.ts'
const CRITERIA = 'shared/principles/principles.policy.ts'
const tests = ['shared/activities/activities.policy.test.ts']
const principles = ['shared/principles/principles.policy.test.ts']

export const ACTIVITY_FAULTS: readonly Mutant[] = [
  ...faults({ file: 'shared/access/record-keys.ts', tests }, [
    'Whoever may return profiles may return activities.',
    "return: 'site_activities_return',",
    "return: 'site_maps_return',",
  ]),
  ...faults(
    { file: REVIEW_POLICY, tests },
    [
      'Another office saves evidence and decides.',
      "no('scope') : covers(actor, record)\n",
      "no('scope') : yes\n",
    ],
    [
      'A Region sees the drafts of its offices.',
      "'Save as Draft' && actor.access_level !== 'PENRO'",
      "'Save as Draft' && actor.access_level === 'FMB'",
    ],
  ),
  ...faults(
    { file: POLICY, tests },
    [
      'An activity goes on while its profile is deactivated.',
      "activity.site_profile_status === 'Deactivated' ? no('profile_deactivated') : yes",
      "activity.status === 'Deactivated' ? no('profile_deactivated') : yes",
    ],
    [
      'The evidence changes while an activity is under review.',
      "record.site_status === 'Save as Draft' || record.site_status === 'Returned' ?",
      "record.site_status !== 'Approved' ?",
    ],
    [
      'A returned activity is edited with the key of creating.',
      "      : holds(actor, 'sites_activity_edit'),\n",
      "      : holdsAny(actor, 'sites_activity_create', 'sites_activity_edit'),\n",
    ],
    [
      'Principles that a return commented on are switched off after the final approval.',
      "if (activity.site_status !== 'Returned') return no('switch_in_drafts')",
      "if (activity.site_status === 'Submitted') return no('switch_in_drafts')",
    ],
    [
      'After a return every principle is switched off, commented on or not.',
      'return principle_number !== null && activity[reasonField(principle_number)]',
      'return principle_number !== null',
    ],
    [
      'A draft that was submitted before is thrown away with its history.',
      "  return wasSubmitted ? no('submitted_before') : yes\n",
      '  return yes\n',
    ],
  ),
  ...faults(
    {
      file: 'server/activities/activities.queries.ts',
      tests: ['tests/api/activities-review.test.ts'],
      only: 'one whose profile has another activity in work',
    },
    [
      'A deactivated activity keeps its profile from having another one.',
      "    .where('site_activities.status', '=', 'Activated')\n",
      '',
    ],
  ),
  ...faults(
    { file: 'shared/access/actor.ts', tests: principles },
    ['FMB approvers change the criteria.', 'const ADMINISTRATOR = 2', 'const ADMINISTRATOR = 3'],
    [
      'The administrators of a region change the criteria of the country.',
      "all(isAtLevel(actor, 'FMB'), hasRank(actor, ADMINISTRATOR, code))",
      'hasRank(actor, ADMINISTRATOR, code)',
    ],
  ),
  ...faults({ file: CRITERIA, tests: principles }, [
    'Criteria saved from an older batch undo what was saved meanwhile.',
    'batch_number === current || batch_number === current + 1 ? yes',
    'batch_number <= current + 1 ? yes',
  ]),
]
