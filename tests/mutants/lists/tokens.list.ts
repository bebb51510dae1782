import type { Mutant } from '../mutant.ts'

const QUERIES = 'server/auth/auth.queries.ts'
const PASSWORD = 'server/auth/password.actions.ts'
const tests = ['tests/api/auth.test.ts']
const forgotten = 'forgotten password'

export const TOKEN_FAULTS: readonly Mutant[] = [
  {
    file: 'server/lib/sessions.ts',
    before: "createHash('sha256').update(token).digest()",
    after: 'Buffer.from(token)',
    fault: 'Tokens are stored as they are.',
    tests,
  },
  {
    file: 'server/lib/sessions.ts',
    before: 'randomBytes(32)',
    after: 'randomBytes(4)',
    fault: 'Tokens are short enough to be guessed.',
    tests,
  },
  {
    file: QUERIES,
    before: "    .where('password_links.expires_at', '>', now.toISOString())\n",
    after: '',
    fault: 'A mailed link never expires.',
    tests,
    only: forgotten,
  },
  {
    file: QUERIES,
    before: "    .where(sql`lower(users.email)`, '=', email)\n    .where('users.status', '=', 'Activated')\n",
    after: "    .where('users.status', '=', 'Activated')\n",
    fault: 'A link is good with any address.',
    tests,
    only: forgotten,
  },
  {
    file: QUERIES,
    before: "    .where(sql`lower(users.email)`, '=', email)\n    .where('users.status', '=', 'Activated')\n",
    after: "    .where(sql`lower(users.email)`, '=', email)\n",
    fault: 'A deactivated account is told that its password is too weak.',
    tests,
    only: forgotten,
  },
  {
    file: PASSWORD,
    before: "locked?.status !== 'Activated' || !(await removeLink(db, owner.id, input.token))",
    after: "locked?.status !== 'Activated'",
    fault: 'A mailed link works as often as it is used.',
    tests,
    only: forgotten,
  },
  {
    file: PASSWORD,
    before:
      "    await savePassword(db, owner.id, password_hash)\n    await removeSessions(db, owner.id, 'password')\n",
    after: '    await savePassword(db, owner.id, password_hash)\n',
    fault: 'A reset leaves whoever stole the account signed in.',
    tests,
    only: forgotten,
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
    file: PASSWORD,
    before: "  if (account?.status !== 'Activated') return\n",
    after: '  if (!account) return\n',
    fault: 'A deactivated account gets a reset link.',
    tests,
    only: forgotten,
  },
  {
    file: PASSWORD,
    before: 'makePasswordLink(ctx.services, db, account, RESET_LINK_MINUTES)',
    after: 'makePasswordLink(ctx.services, db, account, RESET_LINK_MINUTES * 60)',
    fault: 'A reset link lives for sixty hours.',
    tests,
    only: forgotten,
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
    file: 'server/users/password.actions.ts',
    before: '    await removeLinks(db, locked.id)\n',
    after: '',
    fault: 'A reset by an administrator leaves open links open.',
    tests: ['tests/api/users-changes.test.ts'],
    only: 'mails a generated password and ends sessions and open links',
  },
  {
    file: 'shared/auth/password.ts',
    before: 'lengthOf(typed) >= 12',
    after: 'lengthOf(typed) >= 8',
    fault: 'Eight characters are a strong password.',
    tests: ['shared/auth/password.test.ts'],
  },
  {
    file: 'shared/auth/password.ts',
    before: "purpose === 'reset'\n    ?",
    after: "purpose === 'change'\n    ?",
    fault: 'A reset takes a password that only a change may have.',
    tests: ['shared/auth/password.test.ts'],
  },
]
