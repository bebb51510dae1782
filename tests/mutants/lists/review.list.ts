import type { Mutant } from '../mutant.ts'

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
  {
    file: CHAIN,
    before: "  if (record.site_status !== 'Submitted') return null\n",
    after: "  if (record.site_status === 'Save as Draft') return null\n",
    fault: 'A returned record is decided on while its encoder corrects it.',
    tests,
  },
  {
    file: CHAIN,
    before: '  if (waiting === level) return yes',
    after: '  if (waiting !== null) return yes',
    fault: 'Every level decides, whoever the record waits for.',
    tests,
  },
  {
    file: CHAIN,
    before: "REVIEW_CHAIN[0] ? 'Submitted' : null",
    after: "REVIEW_CHAIN[0] ? 'Submitted' : record[STATUS_OF[level]]",
    fault: 'A record that is submitted again keeps the decisions of the levels above.',
    tests,
  },
  {
    file: CHAIN,
    before: 'REVIEW_CHAIN[REVIEW_CHAIN.indexOf(level) + 1]',
    after: 'REVIEW_CHAIN[REVIEW_CHAIN.indexOf(level) + 2]',
    fault: 'The approval of PENRO passes the Region over.',
    tests,
  },
  {
    file: CHAIN,
    before: "site_status: 'Approved', returned_by: null }",
    after: "site_status: 'Approved' }",
    fault: 'A finished record still says who returned it.',
    tests,
  },
  {
    file: CHAIN,
    before: "one === level ? 'Returned' : null",
    after: "one === level ? 'Returned' : record[STATUS_OF[one]]",
    fault: 'What PENRO approved stays approved when FMB returns it.',
    tests,
  },
  {
    file: CHAIN,
    before: 'currentLevel(record) === REVIEW_CHAIN[0] ? yes',
    after: 'currentLevel(record) !== null ? yes',
    fault: 'A submission is recalled that PENRO has approved.',
    tests,
  },
  {
    file: CHAIN,
    before: 'record.returned_by ? returned(record, record.returned_by) : first',
    after: 'first',
    fault: 'What was returned before is a draft after it is recalled, without its comments.',
    tests,
  },
  {
    file: COMPARISON,
    before: "step.round > round && history[place + 1]?.action !== 'Recalled'",
    after: 'step.round > round && history[place] === step',
    fault: 'What changed is told of a submission that no reviewer had.',
    tests: recall,
  },
  {
    file: BULK,
    before: '(record.marks.length === 0 && !record.changed)',
    after: 'record.marks.length === 0',
    fault: 'What came back changed is approved together with others, unseen.',
    tests: bulk,
  },
  {
    file: ACTIONS,
    before: '    requireAllowed(kind.canSubmit(ctx.actor, before))\n',
    after: '',
    fault: 'What is under review is submitted once more.',
    tests: activities,
    only: 'refused in AT-REGION',
  },
  {
    file: ACTIONS,
    before: '    kind.requireComplete(before, new Date(now.updated_at))\n',
    after: '',
    fault: 'An activity without any evidence is submitted.',
    tests: activities,
    only: 'without any file',
  },
  {
    file: ACTIONS,
    before: ' ? before.review_round : before.review_round + 1\n',
    after: ' ? before.review_round : before.review_round\n',
    fault: 'The history does not tell one round of review from the next.',
    tests: profiles,
    only: 'returned by each level',
  },
  {
    file: ACTIONS,
    before: '      await isOnlyApproverOfOwn(ctx, db, kind, before),\n',
    after: '      true,\n',
    fault: 'Everybody approves what they have entered themselves.',
    tests: profiles,
    only: 'who encoded a profile does not approve it',
  },
  {
    file: ACTIONS,
    before:
      'requireStillAllowed(db, verdict, recordName(kind, before))\n    await requireUnchangedSince(db, kind.module, decision?.revision, before)\n',
    after: 'requireStillAllowed(db, verdict, recordName(kind, before))\n',
    fault: 'A profile is approved that changed after the approver opened it.',
    tests: profiles,
    only: 'a stale screen',
  },
  {
    file: ACTIONS,
    before:
      '    await requireStillAllowed(db, kind.policies.mayReturn(ctx.actor, before), recordName(kind, before))\n',
    after: '',
    fault: 'Anybody returns anything.',
    tests: profiles,
    only: 'approvers of another office',
  },
  {
    file: QUERIES,
    before: ' and users.id <> ${actor.id} limit 1',
    after: ' limit 1',
    fault: 'The only approver of an office counts as another one and nobody can approve.',
    tests: profiles,
    only: 'who encoded a profile does not approve it',
  },
  {
    file: QUERIES,
    before: '= ${place[column]}`',
    after: 'is not null`',
    fault: 'The approvers of other offices count as those of this one.',
    tests: profiles,
    only: 'who encoded a profile does not approve it',
  },
]
