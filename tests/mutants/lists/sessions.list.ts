import type { Mutant } from '../mutant.ts'

const SESSIONS = 'server/lib/sessions.ts'
const tests = ['tests/api/auth.test.ts']
const life = 'the life of a session'

export const SESSION_FAULTS: readonly Mutant[] = [
  {
    file: 'shared/auth/auth.schema.ts',
    before: 'SESSION_IDLE_MINUTES = 60',
    after: 'SESSION_IDLE_MINUTES = 120',
    fault: 'A session outlives two hours of rest.',
    tests,
    only: life,
  },
  {
    file: SESSIONS,
    before: 'SESSION_MAX_HOURS * 3_600_000',
    after: 'SESSION_MAX_HOURS * 36_000_000',
    fault: 'A session lives for five days.',
    tests,
    only: life,
  },
  {
    file: SESSIONS,
    before: 'sql<boolean>`sessions.last_used_at > ${used_after}::timestamptz\n    and ',
    after: 'sql<boolean>`',
    fault: 'A session does not end by rest.',
    tests,
    only: life,
  },
  {
    file: SESSIONS,
    before: "    .where('users.status', '=', 'Activated')\n",
    after: '',
    fault: 'A deactivated person works on.',
    tests,
    only: life,
  },
  {
    file: SESSIONS,
    before: "row.role_status === 'Activated' ? row.permissions : []",
    after: 'row.permissions',
    fault: 'A deactivated role keeps its permissions.',
    tests,
    only: 'a deactivated role leaves the five fixed permissions',
  },
  {
    file: SESSIONS,
    before: '> 60_000) {',
    after: '> 6_000_000) {',
    fault: 'The use of a session is not noted, so that it ends under the fingers.',
    tests,
    only: life,
  },
  {
    file: 'server/auth/auth.actions.ts',
    before: 'if (older?.live && !force)',
    after: 'if (older && !force)',
    fault: 'A session that has died stands in the way of the next login.',
    tests,
    only: life,
  },
  {
    file: 'server/auth/auth.actions.ts',
    before: '    await removeSession(db, token)\n',
    after: '',
    fault: 'A logout leaves the token alive.',
    tests,
    only: 'revokes the presented token',
  },
  {
    file: 'server/auth/auth.actions.ts',
    before: '  if (!account || !right) {',
    after:
      "  if (account?.status === 'Deactivated') throw new AppError('deactivated')\n  if (!account || !right) {",
    fault: 'Anybody learns that an account is deactivated, without its password.',
    tests,
    only: 'a deactivated account is told so, but only with its password',
  },
  {
    file: 'server/users/users.actions.ts',
    before: "    if (isMoved) await removeSessions(db, id, 'administrator')\n",
    after: '',
    fault: 'Somebody who is moved to another level works on at the old one.',
    tests: ['tests/api/users-changes.test.ts'],
  },
  {
    file: 'server/auth/auth.queries.ts',
    before: '.where((eb) => eb.not(sessionIsLive(now)))',
    after: '.where(() => sessionIsLive(now))',
    fault: 'The clean-up ends the live sessions and keeps the dead ones.',
    tests,
    only: life,
  },
  {
    file: 'server/lib/http.ts',
    before: 'if (needsActor && !actor)',
    after: 'if (needsActor && !actor && !token)',
    fault: 'Calls for signed-in people are answered to anybody.',
    tests: ['tests/api/http.test.ts'],
  },
  {
    file: 'server/auth/auth.actions.ts',
    before: "older?.live ? 'elsewhere' : 'expired'",
    after: "'expired'",
    fault: 'Whoever is logged out by a log in elsewhere is told that the session was too old.',
    tests: ['tests/api/session-ends.test.ts'],
  },
]
