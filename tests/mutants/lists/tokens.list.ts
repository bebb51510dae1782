import type { Mutant } from '../mutant.ts'

const SESSIONS = 'server/context/sessions.ts'
const QUERIES = 'server/auth/auth.queries.ts'
const PASSWORD = 'server/auth/password.actions.ts'
const tests = ['tests/api/auth.test.ts']
const bad = 'expired, unknown, mismatched and deactivated'
const once = 'the link sets the password once'

/** The tokens of mailed links and those of sessions. */
export const TOKEN_FAULTS: readonly Mutant[] = [
  {
    file: SESSIONS,
    before: "createHash('sha256').update(token).digest()",
    after: 'Buffer.from(token)',
    fault: 'Tokens are stored as they are.',
    tests,
    only: 'the fingerprint is stored',
  },
  {
    file: SESSIONS,
    before: 'randomBytes(32)',
    after: 'randomBytes(4)',
    fault: 'Tokens are short enough to be guessed.',
    tests,
    only: 'replies token, map key',
  },
  {
    file: QUERIES,
    before: "    .where('password_links.expires_at', '>', now.toISOString())\n",
    after: '',
    fault: 'A mailed link never expires.',
    tests,
    only: bad,
  },
  {
    file: QUERIES,
    before: "    .where(sql`lower(users.email)`, '=', email)\n    .where('users.status', '=', 'Activated')\n",
    after: "    .where('users.status', '=', 'Activated')\n",
    fault: 'A link is good with any address.',
    tests,
    only: bad,
  },
  {
    file: PASSWORD,
    before: "locked?.status !== 'Activated' || !(await removeLink(db, owner.id, input.token))",
    after: "locked?.status !== 'Activated'",
    fault: 'A mailed link that is used twice at once sets two passwords.',
    tests,
    only: 'one link used twice',
  },
  {
    file: PASSWORD,
    before: '    await removeLinks(db, owner.id)\n',
    after: '',
    fault: 'The other links that were mailed still set a password after one has.',
    tests,
    only: 'a new link voids nothing',
  },
  {
    file: PASSWORD,
    before: "    await removeSessions(db, owner.id, 'password')\n",
    after: '',
    fault: 'A reset leaves whoever stole the account signed in.',
    tests,
    only: once,
  },
  {
    file: PASSWORD,
    before: '    await removeLinks(db, actor.id)\n',
    after: '',
    fault: 'A link mailed before a change of password still sets another one.',
    tests,
    only: 'a change of the password voids the link',
  },
  {
    file: 'server/auth/auth.jobs.ts',
    before: "    if (account?.status !== 'Activated') return\n",
    after: '    if (!account) return\n',
    fault: 'A deactivated account gets a reset link.',
    tests,
    only: 'mails a link to the account',
  },
  {
    file: 'server/users/users.mails.ts',
    before: 'person, SET_PASSWORD_LINK_HOURS * 60)',
    after: 'person, SET_PASSWORD_LINK_HOURS)',
    fault: 'The first link of a new user lives for 72 minutes.',
    tests: ['tests/api/users.test.ts'],
    only: 'stores the person, mails a link that sets the password',
  },
  {
    file: SESSIONS,
    before: 'sql<boolean>`sessions.last_used_at > ${before(SESSION_IDLE_MINUTES)}::timestamptz\n    and ',
    after: 'sql<boolean>`',
    fault: 'A session does not end by rest.',
    tests,
    only: 'dies 60 minutes after its last use',
  },
  {
    file: SESSIONS,
    before: " and users.status = 'Activated'\n",
    after: '\n',
    fault: 'A deactivated person works on.',
    tests,
    only: 'dies at once with the account',
  },
  {
    file: SESSIONS,
    before: "row.role_status === 'Activated' ? row.permissions : []",
    after: 'row.permissions',
    fault: 'A deactivated role keeps its permissions.',
    tests: ['tests/api/roles.test.ts'],
    only: 'holders keep the five fixed permissions',
  },
  {
    file: 'server/sign-in/sign-in.actions.ts',
    before: '    await removeSession(db, token)\n',
    after: '',
    fault: 'A logout leaves the token alive.',
    tests,
    only: 'revokes the presented token',
  },
  {
    file: 'server/auth/mailed-password.ts',
    before: '  if (account.password_used_at)',
    after: '  if (account.password_expires_at === null)',
    fault: 'A mailed password opens its account again and again.',
    tests: ['tests/api/users-changes.test.ts'],
    only: 'the mailed password works once',
  },
  {
    file: 'server/auth/throttle.queries.ts',
    before: '  return countAsOne(rows[0]?.parts ?? 0) ? wide : network\n',
    after: '  return network\n',
    fault: 'A customer with a /48 guesses from as many networks as there are.',
    tests,
    only: 'the /48 counts as one network',
  },
]
