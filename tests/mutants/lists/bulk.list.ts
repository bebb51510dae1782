import type { Mutant } from '../mutant.ts'

const bulk = ['tests/api/bulk.test.ts']
const rules = ['shared/review/bulk.test.ts']
const ACTIONS = 'server/review/bulk.actions.ts'
const JOBS = 'server/review/bulk.jobs.ts'
const QUERIES = 'server/review/bulk.queries.ts'

export const BULK_FAULTS: readonly Mutant[] = [
  {
    file: 'shared/review/bulk.ts',
    before: '(record.marks.length === 0 && !record.changed)',
    after: 'record.marks.length === 0',
    fault: 'What came back changed is approved together with others, unseen.',
    tests: rules,
  },
  {
    file: 'shared/review/bulk.ts',
    before: 'record.marks.every((mark) => opening.marks.includes(mark))',
    after: 'true',
    fault: 'A warning that came after the look is taken for seen.',
    tests: rules,
  },
  {
    file: ACTIONS,
    before: "    if (reached.length < ids.length) throw new AppError('scope')\n",
    after: '',
    fault: 'Records of another office are decided on, one refusal after the other telling of them.',
    tests: bulk,
    only: 'a record of another office',
  },
  {
    file: ACTIONS,
    before: '  return found.filter((record) => reaches(actor, record).ok)\n',
    after: '  return found\n',
    fault: 'A region learns of the drafts of its offices.',
    tests: bulk,
    only: 'a record of another office',
  },
  {
    file: ACTIONS,
    before: '  insist(mayBulk(kind, actor, action))\n',
    after: '  insist(kind.policies.mayReview(actor))\n',
    fault: 'Who may only return begins approvals.',
    tests: bulk,
    only: 'somebody without the right',
  },
  {
    file: ACTIONS,
    before: '      changed: record.returned_at !== null,\n',
    after: '      changed: false,\n',
    fault: 'Nobody is told that a record came back changed.',
    tests: bulk,
    only: 'an activity that came back changed',
  },
  {
    file: JOBS,
    before: '      if (!(await claimRow(db, row.id))) throw new PassedOn()\n',
    after: '',
    fault: 'A row that is decided on goes on waiting.',
    tests: bulk,
    only: 'each row is one approval',
  },
  {
    file: JOBS,
    before: "      if (unopened) throw new AppError('state', unopened)\n",
    after: '',
    fault: 'What nobody has opened is approved.',
    tests: bulk,
    only: 'a record with a warning or a change',
  },
  {
    file: JOBS,
    before: '  if (!isSignedIn) return { actor, refusal: LEFT.signed_out }\n',
    after: '',
    fault: 'It goes on for somebody who has signed out.',
    tests: bulk,
    only: 'an account that is switched off',
  },
  {
    file: JOBS,
    before: '  if (!isActivated) return { actor, refusal: LEFT.off }\n',
    after: '',
    fault: 'It goes on for an account that was switched off.',
    tests: bulk,
    only: 'an account that is switched off',
  },
  {
    file: JOBS,
    before: 'approveRecord(own, kind, record_id, { revision })',
    after: 'approveRecord(own, kind, record_id, {})',
    fault: 'A record that changed under the eyes of its approver is approved all the same.',
    tests: bulk,
    only: 'one that changed and still waits',
  },
  {
    file: JOBS,
    before: '      if (signal?.aborted || refused) return\n',
    after: '      if (refused) return\n',
    fault: 'A server that stops decides on everything first.',
    tests: bulk,
    only: 'a server that stops',
  },
  {
    file: JOBS,
    before: '  if (message !== ALREADY_ACTED_ON) return message\n',
    after: '  if (message) return message\n',
    fault: 'Nobody hears who was quicker.',
    tests: bulk,
    only: 'one that was returned meanwhile',
  },
  {
    file: QUERIES,
    before: "    .where('created_by', '=', created_by)\n",
    after: '',
    fault: 'Everybody reads what the last one decided together.',
    tests: bulk,
    only: 'nobody reads what another one decided',
  },
  {
    file: 'server/review/review.actions.ts',
    before: '  if (revision !== record.revision || !kind',
    after: '  if (revision === undefined || !kind',
    fault: 'A look at an older state of a record counts as one at the newest.',
    tests: bulk,
    only: 'a record with a warning or a change',
  },
]
