import { faults, type Mutant } from '../mutant.ts'

const POLICY = 'shared/sites/sites.policy.ts'
const REVIEW_POLICY = 'shared/review/review.policy.ts'
const tests = ['shared/sites/sites.policy.test.ts']

export const SITE_FAULTS: readonly Mutant[] = [
  ...faults(
    { file: REVIEW_POLICY, tests },
    [
      'Whoever submitted a profile again approves it too.',
      '  actor.id === record.created_by_id || actor.id === record.submitted_by_id',
      '  actor.id === record.created_by_id',
    ],
    [
      'A profile that the only approver of its office entered waits for ever.',
      '  !onlyApprover && isOwnWork(actor, record)',
      '  isOwnWork(actor, record)',
    ],
    [
      'A profile that PENRO has approved is deactivated.',
      "record.site_status === 'Approved' || record.penro_status === 'Approved'",
      "record.site_status === 'Approved'",
    ],
    [
      'Whoever deactivated a profile does not find it again.',
      '      actor.id === record.deactivated_by_id ||\n',
      '',
    ],
    [
      'A deactivated profile is approved.',
      'all(isWithinReach(actor, record), isInUse(record), canDecide(record, actor.access_level))',
      'all(isWithinReach(actor, record), canDecide(record, actor.access_level))',
    ],
    [
      'Returning a profile asks for the key of approving.',
      'all(holds(actor, keys.return), isDecidable(actor, record))',
      'all(holds(actor, keys.approve), isDecidable(actor, record))',
    ],
  ),
  ...faults(
    { file: POLICY, tests },
    [
      'An office edits the profiles of another one.',
      "    holds(actor, 'site_map_edit'),\n    covers(actor, site),\n",
      "    holds(actor, 'site_map_edit'),\n",
    ],
    [
      'A profile is edited while it is under review.',
      "    isActivated(site),\n    isReturned(site, 'edit_only_returned'),\n",
      '    isActivated(site),\n',
    ],
    [
      'Whoever may add profiles but not edit them cannot submit a returned one.',
      "all(\n    holdsAny(actor, 'site_map_edit', 'site_map_create'),\n    covers(actor, site),\n    isActivated(site),\n    isReturned(",
      "all(\n    holds(actor, 'site_map_edit'),\n    covers(actor, site),\n    isActivated(site),\n    isReturned(",
    ],
    ['FMB takes back what an office has submitted.', "    isAtLevel(actor, 'PENRO'),\n", ''],
    [
      'Code and partner of a site in review at another office are told.',
      "site.site_status === 'Approved' ? 'named' : 'unnamed'",
      "'named'",
    ],
  ),
]
