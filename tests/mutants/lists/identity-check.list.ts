import { faults, type Mutant } from '../mutant.ts'

const CHECK = 'server/context/identity-check.ts'
const PROVE = 'server/factors/identity-check.actions.ts'
const tests = ['tests/api/identity-check.test.ts']

export const IDENTITY_FAULTS: readonly Mutant[] = [
  ...faults(
    {
      file: 'server/context/context.ts',
      tests: ['tests/api/identity-check.test.ts'],
      only: 'of people without a factor',
    },
    [
      'A call that gives rights goes on without a proof.',
      "actor && identity_rule === 'every_caller'",
      "actor && identity_rule === 'final_decision'",
    ],
  ),
  ...faults({ file: CHECK, tests, only: 'a proof of 15 minutes at most' }, [
    'A proof of any age counts.',
    'identity && isFresh(identity, now) && isInFull',
    'identity && isInFull',
  ]),
  ...faults({ file: CHECK, tests, only: 'a proof of 15 minutes at most' }, [
    'A password alone proves a person with a factor.',
    'identity?.proved_in_full ?? false',
    'identity !== undefined',
  ]),
  ...faults({ file: CHECK, tests, only: 'a proof of 15 minutes at most' }, [
    'A proof for fewer records decides on more.',
    "    .where('proved_count', '=', count)\n",
    "    .where('proved_count', 'is not', null)\n",
  ]),
  ...faults({ file: CHECK, tests, only: 'used up by one decision' }, [
    'A proof for several records counts for every decision on as many.',
    '    .set({ proved_count: null })\n',
    '    .set({ proved_count: count })\n',
  ]),
  ...faults({ file: PROVE, tests, only: 'first in a sitting' }, [
    'A code alone is the first proof of a sitting.',
    'session?.proved_in_full !== true',
    'session === null',
  ]),
  ...faults({ file: PROVE, tests, only: 'who has no factor' }, [
    'Without a factor a password proves as much as with one.',
    '      ...(actor.has_factor ? { proved_in_full: true } : {}),\n',
    '      proved_in_full: true,\n',
  ]),
  ...faults({ file: PROVE, tests, only: 'a wrong password is said' }, [
    'A code is used up beside a wrong password.',
    "  if (needs.password) await requirePassword(ctx, input.password ?? '')\n  const count = input.count ?? null\n",
    '  const count = input.count ?? null\n',
  ]),
  ...faults({ file: 'server/review/bulk.actions.ts', tests, only: 'writes its proof into the row' }, [
    'The records of a decision on many lack its proof.',
    '    if (identity.length > 0) await saveBulkProof(db, id, identity)\n',
    '',
  ]),
  ...faults({ file: 'server/context/latest-changes.ts', tests, only: 'a change by another user' }, [
    'Another user reads how somebody proved themselves.',
    "change.field !== 'proof' && ",
    '',
  ]),
]
