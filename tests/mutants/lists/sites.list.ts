import type { Mutant } from '../mutant.ts'

const POLICY = 'shared/sites/sites.policy.ts'
const REVIEW_POLICY = 'shared/review/review.policy.ts'
const tests = ['shared/sites/sites.policy.test.ts']

export const SITE_FAULTS: readonly Mutant[] = [
  {
    file: REVIEW_POLICY,
    before: '  actor.id === record.created_by_id || actor.id === record.submitted_by_id',
    after: '  actor.id === record.created_by_id',
    fault: 'Whoever submitted a profile again approves it too.',
    tests,
  },
  {
    file: REVIEW_POLICY,
    before: '  !onlyApprover && isOwnWork(actor, record)',
    after: '  isOwnWork(actor, record)',
    fault: 'A profile that the only approver of its office entered waits for ever.',
    tests,
  },
  {
    file: REVIEW_POLICY,
    before: "record.site_status === 'Approved' || record.penro_status === 'Approved'",
    after: "record.site_status === 'Approved'",
    fault: 'A profile that PENRO has approved is deactivated.',
    tests,
  },
  {
    file: REVIEW_POLICY,
    before: '      actor.id === record.deactivated_by_id ||\n',
    after: '',
    fault: 'Whoever deactivated a profile does not find it again.',
    tests,
  },
  {
    file: REVIEW_POLICY,
    before: 'all(isWithinReach(actor, record), isInUse(record), canDecide(record, actor.access_level))',
    after: 'all(isWithinReach(actor, record), canDecide(record, actor.access_level))',
    fault: 'A deactivated profile is approved.',
    tests,
  },
  {
    file: REVIEW_POLICY,
    before: 'all(holds(actor, keys.return), isDecidable(actor, record))',
    after: 'all(holds(actor, keys.approve), isDecidable(actor, record))',
    fault: 'Returning a profile asks for the key of approving.',
    tests,
  },
  {
    file: POLICY,
    before: "    holds(actor, 'site_map_edit'),\n    covers(actor, site),\n",
    after: "    holds(actor, 'site_map_edit'),\n",
    fault: 'An office edits the profiles of another one.',
    tests,
  },
  {
    file: POLICY,
    before: "    isActivated(site),\n    isReturned(site, 'edit_only_returned'),\n",
    after: '    isActivated(site),\n',
    fault: 'A profile is edited while it is under review.',
    tests,
  },
  {
    file: POLICY,
    before:
      "all(\n    holdsAny(actor, 'site_map_edit', 'site_map_create'),\n    covers(actor, site),\n    isActivated(site),\n    isReturned(",
    after:
      "all(\n    holds(actor, 'site_map_edit'),\n    covers(actor, site),\n    isActivated(site),\n    isReturned(",
    fault: 'Whoever may add profiles but not edit them cannot submit a returned one.',
    tests,
  },
  {
    file: POLICY,
    before: "    isAtLevel(actor, 'PENRO'),\n",
    after: '',
    fault: 'FMB takes back what an office has submitted.',
    tests,
  },
  {
    file: POLICY,
    before: "site.site_status === 'Approved' ? 'named' : 'unnamed'",
    after: "'named'",
    fault: 'Code and partner of a site in review at another office are told.',
    tests,
  },
]
