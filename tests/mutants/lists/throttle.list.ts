import type { Mutant } from '../mutant.ts'

const THROTTLE = 'server/auth/throttle.ts'
const tests = ['tests/api/auth.test.ts']
const sixth = 'the sixth try in 15 minutes waits'

export const THROTTLE_FAULTS: readonly Mutant[] = [
  {
    file: THROTTLE,
    before: "kind: 'login_failed', most: 5,",
    after: "kind: 'login_failed', most: 6,",
    fault: 'Six wrong passwords are free.',
    tests,
    only: sixth,
  },
  {
    file: THROTTLE,
    before: 'most: 5, minutes: 15,',
    after: 'most: 5, minutes: 5,',
    fault: 'Guessing goes on after five minutes.',
    tests,
    only: sixth,
  },
  {
    file: THROTTLE,
    before: 'minutes: 15, per_network: true',
    after: 'minutes: 15, per_network: false',
    fault: 'A stranger who guesses keeps the owner of the address out.',
    tests,
    only: sixth,
  },
  {
    file: THROTTLE,
    before: "      .where('email', '=', who.email)\n",
    after: '',
    fault: 'Wrong passwords of one person count against the whole office.',
    tests,
    only: sixth,
  },
  {
    file: THROTTLE,
    before: '    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)\n',
    after: '',
    fault: 'Guesses at the same moment are not counted against each other.',
    tests,
    only: 'a burst of guesses gets no more than five tries',
  },
  {
    file: THROTTLE,
    before: "kind: 'reset_requested', most: 1,",
    after: "kind: 'reset_requested', most: 10,",
    fault: 'Ten reset mails a minute go to one address.',
    tests,
    only: 'forgotten password',
  },
  {
    file: 'server/auth/auth.actions.ts',
    before: '  await forgetFailures(ctx.services, email, network_address)\n',
    after: '',
    fault: 'The right password does not give the tries back.',
    tests,
    only: 'the right password gives the tries back',
  },
  {
    file: 'server/auth/auth.actions.ts',
    before: '  await forgetFailures(ctx.services, email, network_address)\n',
    after: '  await forgetFailures(ctx.services, email)\n',
    fault: 'A sign-in gives the tries back to those who guess from elsewhere.',
    tests,
  },
  {
    file: 'server/auth/password.actions.ts',
    before: '  await insistOnTry(ctx.services, { email, network_address })\n',
    after: '',
    fault: 'A stolen session guesses the old password without end.',
    tests,
    only: 'guesses of the old password run out',
  },
  {
    file: 'server/approved/approved.routes.ts',
    before: 'const CALLS_PER_MINUTE = 60',
    after: 'const CALLS_PER_MINUTE = 600',
    fault: 'The public limit is ten times what it should be.',
    tests: ['tests/api/approved.test.ts'],
  },
  {
    file: 'server/approved/approved.routes.ts',
    before: '      return { data }\n    },\n    limit,\n',
    after: '      return { data }\n    },\n',
    fault: 'The public view of an activity has no limit.',
    tests: ['tests/api/approved.test.ts'],
  },
  {
    file: 'server/lib/pages.ts',
    before: '{ config: { rateLimit: limit } }',
    after: '{}',
    fault: 'The open data of the public page have no limit.',
    tests: ['tests/api/pages.test.ts'],
  },
]
