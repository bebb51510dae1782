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
    file: POLICY,
    before: '    isActivated(site),\n    isReturned(site, EDIT_ONLY_RETURNED.message),\n',
    after: '    isActivated(site),\n',
    fault: 'A profile is edited while it is under review.',
    tests,
  },
  {
    file: REVIEW_POLICY,
    before: 'all(reaches(actor, record), isInUse(record), canDecide(record, actor.access_level))',
    after: 'all(reaches(actor, record), canDecide(record, actor.access_level))',
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
    file: 'shared/sites/sites.rules.ts',
    before: "typeof end === 'number' && end < start",
    after: "typeof end === 'number' && end <= start",
    fault: 'A project cannot start and end in the same year.',
    tests: ['shared/sites/sites.rules.test.ts'],
  },
  {
    file: 'server/sites/sites.queries.ts',
    before: 'set last_number = counter.last_number + 1',
    after: 'set last_number = counter.last_number + 2',
    fault: 'The running number of a code leaves numbers out.',
    tests: ['tests/api/sites.test.ts'],
    only: 'codes run per region and year',
  },
  {
    file: 'server/sites/boundary-cells.ts',
    before: 'Math.min(to - from + 1, MOST_CELLS + 1)',
    after: 'Math.min(to - from, MOST_CELLS + 1)',
    fault: 'Two boundaries that touch on the eastern edge of a cell are saved at once.',
    tests: ['server/sites/boundary-cells.test.ts'],
  },
  {
    file: 'server/sites/boundaries.queries.ts',
    before: '  await lockBoundariesAround(db, report.bbox)\n',
    after: '',
    fault: 'Two overlapping boundaries that are saved at once do not know each other.',
    tests: ['tests/api/sites-race.test.ts'],
  },
]
