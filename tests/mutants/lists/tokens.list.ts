import { faults, type Mutant } from '../mutant.ts'

const SESSIONS = 'server/context/sessions.ts'
const QUERIES = 'server/auth/auth.queries.ts'
const PASSWORD = 'server/auth/password.actions.ts'
const tests = ['tests/api/auth.test.ts']
const bad = 'expired, unknown, mismatched and deactivated'
const once = 'the link sets the password once'

export const TOKEN_FAULTS: readonly Mutant[] = [
  ...faults({ file: SESSIONS, tests, only: 'the fingerprint is stored' }, [
    'Tokens are stored as they are.',
    "createHash('sha256').update(token).digest()",
    'Buffer.from(token)',
  ]),
  ...faults({ file: SESSIONS, tests, only: 'replies token, map key' }, [
    'Tokens are short enough to be guessed.',
    'randomBytes(32)',
    'randomBytes(4)',
  ]),
  ...faults(
    { file: QUERIES, tests, only: bad },
    ['A mailed link never expires.', "    .where('password_links.expires_at', '>', now.toISOString())\n", ''],
    [
      'A link is good with any address.',
      "    .where(sql`lower(users.email)`, '=', email)\n    .where('users.status', '=', 'Activated')\n",
      "    .where('users.status', '=', 'Activated')\n",
    ],
  ),
  ...faults({ file: PASSWORD, tests, only: 'one link used twice' }, [
    'A mailed link that is used twice at once sets two passwords.',
    "locked?.status !== 'Activated' || !(await removeLink(db, locked, input.token))",
    "locked?.status !== 'Activated'",
  ]),
  ...faults({ file: QUERIES, tests, only: 'a new link voids nothing' }, [
    'The other links that were mailed still set a password after one has.',
    "    .where('token_hash', '=', hashOfToken(token))\n    .where('sign_in_epoch', '>=', sign_in_epoch)\n",
    "    .where('token_hash', '=', hashOfToken(token))\n",
  ]),
  ...faults({ file: PASSWORD, tests, only: once }, [
    'A reset leaves whoever stole the account signed in.',
    "    await endEverySignIn(db, owner.id, 'password')\n",
    '',
  ]),
  ...faults({ file: 'server/auth/auth.jobs.ts', tests, only: 'mails a link to the account' }, [
    'A deactivated account gets a reset link.',
    "    if (account?.status !== 'Activated' || account.is_break_glass) return\n",
    '    if (!account || account.is_break_glass) return\n',
  ]),
  ...faults(
    {
      file: 'server/users/users.mails.ts',
      tests: ['tests/api/users.test.ts'],
      only: 'stores the person, mails a link that sets the password',
    },
    [
      'The first link of a new user lives for 72 minutes.',
      'person, SET_PASSWORD_LINK_HOURS * 60)',
      'person, SET_PASSWORD_LINK_HOURS)',
    ],
  ),
  ...faults({ file: SESSIONS, tests, only: 'dies 60 minutes after its last use' }, [
    'A session does not end by rest.',
    'sql<boolean>`sessions.last_used_at > ${before(SESSION_IDLE_MINUTES)}::timestamptz\n    and ',
    'sql<boolean>`',
  ]),
  ...faults({ file: SESSIONS, tests, only: 'dies at once with the account' }, [
    'A deactivated person works on.',
    " and users.status = 'Activated'\n",
    '\n',
  ]),
  ...faults(
    { file: SESSIONS, tests: ['tests/api/roles.test.ts'], only: 'holders keep the five fixed permissions' },
    [
      'A deactivated role keeps its permissions.',
      "row.role_status === 'Activated' ? row.permissions : []",
      'row.permissions',
    ],
  ),
  ...faults({ file: 'server/sign-in/sign-in.actions.ts', tests, only: 'revokes the presented token' }, [
    'A logout leaves the token alive.',
    'return removeSession(db, token)',
    'return null',
  ]),
  ...faults(
    {
      file: 'server/auth/mailed-password.ts',
      tests: ['tests/api/users-changes.test.ts'],
      only: 'the mailed password works once',
    },
    [
      'A mailed password opens its account again and again.',
      '  if (account.password_used_at)',
      '  if (account.password_expires_at === null)',
    ],
  ),
  ...faults({ file: 'server/auth/throttle.queries.ts', tests, only: 'the /48 counts as one network' }, [
    'A customer with a /48 guesses from as many networks as there are.',
    '  return countAsOne(rows[0]?.parts ?? 0) ? wide : network\n',
    '  return network\n',
  ]),
]
