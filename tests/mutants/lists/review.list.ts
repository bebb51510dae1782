import type { Mutant } from '../mutant.ts'

const CHAIN = 'shared/review/review-chain.ts'
const tests = ['shared/review/review-chain.test.ts']
const chain = ['tests/api/sites-chain.test.ts']

export const REVIEW_FAULTS: readonly Mutant[] = [
  {
    file: CHAIN,
    before: '  if (waiting === level) return yes',
    after: '  if (waiting !== null) return yes',
    fault: 'Every level decides, whoever the record waits for.',
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
    before: "REVIEW_CHAIN[0] ? 'Submitted' : null",
    after: "REVIEW_CHAIN[0] ? 'Submitted' : record[STATUS_OF[level]]",
    fault: 'A record that is submitted again keeps the decisions of the levels above.',
    tests,
  },
  {
    file: CHAIN,
    before: '  returned_by: level,',
    after: "  returned_by: 'PENRO',",
    fault: 'Every return is told as one of PENRO.',
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
    file: 'server/review/review.actions.ts',
    before: 'await isOwnOnlyApprover(ctx, db, kind, before)))\n    insistSeen(approval?.revision, before)\n',
    after: 'await isOwnOnlyApprover(ctx, db, kind, before)))\n',
    fault: 'A profile is approved that changed after the approver opened it.',
    tests: chain,
  },
  {
    file: 'server/review/review.queries.ts',
    before: "    .where('users.id', '<>', actor.id)\n",
    after: '',
    fault: 'The only approver of an office counts as another one and nobody can approve.',
    tests: chain,
  },
  {
    file: 'server/review/review.queries.ts',
    before: '= ${place[column]}`',
    after: 'is not null`',
    fault: 'Approvers of other offices are told of a record they cannot open.',
    tests: chain,
  },
  {
    file: 'server/review/review.queries.ts',
    before: "        .where('users.id', '<>', sql<number>`all(${named})`),\n",
    after: '',
    fault: 'An encoder who approves for the office as well is told twice of one decision.',
    tests: chain,
    only: 'is told once',
  },
  {
    file: 'server/review/one-record.queries.ts',
    before: 'revision = (select seen.revision',
    after: 'revision >= (select seen.revision',
    fault: 'Who waited for a record decides on its files as they were before.',
    tests: ['tests/api/sites-race.test.ts'],
    only: 'who waited for a profile',
  },
  {
    file: 'server/review/review.mails.ts',
    before: 'REVIEW_CHAIN.slice(0, REVIEW_CHAIN.indexOf(by))',
    after: 'REVIEW_CHAIN.slice(0, 1)',
    fault: 'The Region does not hear that FMB returned what it had approved.',
    tests: chain,
  },
  {
    file: 'server/review/review.actions.ts',
    before: '    const round = before.review_round + 1\n',
    after: '    const round = before.review_round\n',
    fault: 'The history does not tell one round of review from the next.',
    tests: chain,
  },
  {
    file: 'shared/users/mail-choice.ts',
    before: "(choice === 'daily' && isOwnRecord)",
    after: "choice === 'daily'",
    fault: 'Who has chosen the mail of a day gets each mail besides.',
    tests: ['shared/users/mail-choice.test.ts'],
  },
  {
    file: 'server/review/daily-mails.jobs.ts',
    before: 'if (await takeDay(open, actor.id, day)) await queueMail(open, mail)',
    after: 'await takeDay(open, actor.id, day).then(() => queueMail(open, mail))',
    fault: 'Two servers send the mail of a day twice.',
    tests: ['tests/api/mail-choice.test.ts'],
    only: 'comes once a day',
  },
  {
    file: 'shared/review/marks.ts',
    before: '...(differs ? [',
    after: "...(warnings.includes('area_differs') ? [",
    fault: 'Hectares that were corrected are warned of still.',
    tests: ['shared/review/marks.test.ts'],
  },
]
