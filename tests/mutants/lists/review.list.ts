import { faults, type Mutant } from '../mutant.ts'

const CHAIN = 'shared/review/review-chain.ts'
const ACTIONS = 'server/review/review.actions.ts'
const QUERIES = 'server/review/review.queries.ts'
const COMPARISON = 'shared/review/comparison.ts'
const BULK = 'shared/review/bulk.ts'
const tests = ['shared/review/review-chain.test.ts']
const recall = ['shared/review/recall.test.ts']
const bulk = ['shared/review/bulk.test.ts']
const profiles = ['tests/api/sites-chain.test.ts']
const activities = ['tests/api/activities-review.test.ts']

export const REVIEW_FAULTS: readonly Mutant[] = [
  ...faults(
    { file: CHAIN, tests },
    [
      'A returned record is decided on while its encoder corrects it.',
      "  if (record.site_status !== 'Submitted') return null\n",
      "  if (record.site_status === 'Save as Draft') return null\n",
    ],
    [
      'Every level decides, whoever the record waits for.',
      '  if (waiting === level) return yes',
      '  if (waiting !== null) return yes',
    ],
    [
      'A record that is submitted again keeps the decisions of the levels above.',
      "REVIEW_CHAIN[0] ? 'Submitted' : null",
      "REVIEW_CHAIN[0] ? 'Submitted' : record[STATUS_OF[level]]",
    ],
    [
      'The approval of PENRO passes the Region over.',
      'REVIEW_CHAIN[REVIEW_CHAIN.indexOf(level) + 1]',
      'REVIEW_CHAIN[REVIEW_CHAIN.indexOf(level) + 2]',
    ],
    [
      'A finished record still says who returned it.',
      "site_status: 'Approved', returned_by: null }",
      "site_status: 'Approved' }",
    ],
    [
      'What PENRO approved stays approved when FMB returns it.',
      "one === level ? 'Returned' : null",
      "one === level ? 'Returned' : record[STATUS_OF[one]]",
    ],
    [
      'A submission is recalled that PENRO has approved.',
      'currentLevel(record) === REVIEW_CHAIN[0] ? yes',
      'currentLevel(record) !== null ? yes',
    ],
    [
      'What was returned before is a draft after it is recalled, without its comments.',
      'record.returned_by ? returned(record, record.returned_by) : first',
      'first',
    ],
  ),
  ...faults({ file: COMPARISON, tests: recall }, [
    'What changed is told of a submission that no reviewer had.',
    "step.round > round && history[place + 1]?.action !== 'Recalled'",
    'step.round > round && history[place] === step',
  ]),
  ...faults({ file: BULK, tests: bulk }, [
    'What came back changed is approved together with others, unseen.',
    '(record.marks.length === 0 && !record.changed)',
    'record.marks.length === 0',
  ]),
  ...faults({ file: ACTIONS, tests: activities, only: 'refused in AT-REGION' }, [
    'What is under review is submitted once more.',
    '    requireAllowed(kind.canSubmit(ctx.actor, before))\n',
    '',
  ]),
  ...faults({ file: ACTIONS, tests: activities, only: 'without any file' }, [
    'An activity without any evidence is submitted.',
    '    kind.requireComplete(before, new Date(now.updated_at))\n',
    '',
  ]),
  ...faults({ file: ACTIONS, tests: profiles, only: 'returned by each level' }, [
    'The history does not tell one round of review from the next.',
    ' ? before.review_round : before.review_round + 1\n',
    ' ? before.review_round : before.review_round\n',
  ]),
  ...faults({ file: ACTIONS, tests: profiles, only: 'who encoded a profile does not approve it' }, [
    'Everybody approves what they have entered themselves.',
    'isOnlyApprover = await isOnlyApproverOfOwn(ctx, db, kind, record)\n',
    'isOnlyApprover = true\n',
  ]),
  ...faults({ file: ACTIONS, tests: profiles, only: 'a stale screen' }, [
    'A profile is approved that changed after the approver opened it.',
    'record)\n  await requireSameRevision(db, kind.module, seen?.revision, record)\n',
    'record)\n',
  ]),
  ...faults({ file: ACTIONS, tests: profiles, only: 'approvers of another office' }, [
    'Anybody returns anything.',
    '    await requireStillAllowed(db, kind.policies.mayReturn(ctx.actor, before), before)\n',
    '',
  ]),
  ...faults(
    { file: QUERIES, tests: profiles, only: 'who encoded a profile does not approve it' },
    [
      'The only approver of an office counts as another one and nobody can approve.',
      ' and users.id <> ${actor.id} limit 1',
      ' limit 1',
    ],
    ['The approvers of other offices count as those of this one.', '= ${place[column]}`', 'is not null`'],
  ),
]
