import { faults, type Mutant } from '../mutant.ts'

const CHECK = 'server/factors/passkeys.actions.ts'
const OWN = 'server/factors/own-passkeys.actions.ts'
const QUERIES = 'server/factors/passkeys.queries.ts'
const SESSIONS = 'server/factors/sessions.queries.ts'
const tests = ['tests/api/passkeys.test.ts']

export const PASSKEY_FAULTS: readonly Mutant[] = [
  ...faults(
    { file: QUERIES, tests },
    ['A challenge is good for any purpose.', "    .where('purpose', '=', purpose)\n", ''],
    [
      'The challenge of one person is good for another.',
      "    .where('user_id', 'is not distinct from', user_id)\n",
      '',
    ],
    [
      'A challenge is good for ever.',
      "    .where('expires_at', '>', now.toISOString())\n    .returning(['own_computer', 'sign_in_epoch'])\n",
      "    .returning(['own_computer', 'sign_in_epoch'])\n",
    ],
    ['A copy of a passkey goes on.', "eb('counter', '<', counter), ", "eb('counter', '>=', 0), "],
  ),
  ...faults(
    { file: CHECK, tests },
    [
      'The passkey of another person passes the second step.',
      '  if (stored.user_id !== (user_id ?? stored.user_id)) return null\n',
      '',
    ],
    ['A passkey logs in under any name.', '  if (handle !== handleOf(stored.user_id)) return null\n', ''],
    [
      'A passkey that was never tested logs in.',
      "  if ((stored.proved_at === null) !== (purpose === 'test')) return null\n",
      '',
    ],
    [
      'The passkey of a deactivated account is told from an unknown one.',
      "  if (purpose === 'log in' && stored.status !== 'Activated') return null\n",
      '',
    ],
    ['Nobody learns of a copy.', '  await logCopied(ctx, stored)\n', ''],
  ),
  ...faults(
    { file: OWN, tests },
    [
      'The passkey of a shared computer lets everybody in.',
      "    if (!request.own_computer && isOfThisComputer(credential))\n      throw new AppError('passkey_of_shared_computer')\n",
      '',
    ],
    [
      'A stolen session adds a passkey.',
      '    await lockOwn(ctx, db)\n    await requireRoom(db, user_id)\n',
      '    await requireRoom(db, user_id)\n',
    ],
    [
      'A new passkey need not check its person.',
      "userVerification: 'required',\n      ...(own_computer",
      "userVerification: 'preferred',\n      ...(own_computer",
    ],
  ),
  ...faults({ file: SESSIONS, tests: ['tests/api/my-sessions.test.ts'] }, [
    'An own computer of another person is forgotten.',
    "    .where('own_computers.user_id', '=', user_id)\n    .where('own_computers.id', '=', id)\n",
    "    .where('own_computers.id', '=', id)\n",
  ]),
]
