import { faults, type Mutant } from '../mutant.ts'

const APP = 'server/factors/app-factor.ts'
const SHEET = 'server/factors/code-sheet.ts'
const STEP = 'server/factors/second-step.actions.ts'
const PASS = 'server/factors/pass-second-step.actions.ts'
const LIMIT = 'server/factors/wrong-codes.ts'
const OWN = 'server/factors/own-factors.actions.ts'
const LOGIN = 'server/sign-in/second-step.actions.ts'
const tests = ['tests/api/factors-attacks.test.ts']
const codes = ['tests/api/factors-codes.test.ts']

export const SECOND_STEP_FAULTS: readonly Mutant[] = [
  ...faults({ file: APP, tests, only: 'replayed' }, [
    'A code of an app works twice.',
    "    .where('last_step', '<', step)\n",
    '',
  ]),
  ...faults({ file: APP, tests, only: 'an older code' }, [
    'A code that was read over a shoulder works after a newer one.',
    "    .where('last_step', '<', step)\n",
    "    .where('last_step', '<>', step)\n",
  ]),
  ...faults({ file: APP, tests, only: 'whose clock differs' }, [
    'Codes of a whole minute to either side are right.',
    'const WINDOW = 1\n',
    'const WINDOW = 2\n',
  ]),
  ...faults({ file: SHEET, tests: codes, only: 'forty are a factor' }, [
    'A code of a sheet works twice.',
    '    .where(sql<boolean>`not (${number} = any(used))`)\n',
    '',
  ]),
  ...faults(
    { file: STEP, tests, only: 'nothing that a browser has' },
    [
      'The own computer of one person is that of everybody who knows it.',
      "    .where('user_id', '=', user_id)\n",
      '',
    ],
    [
      'A factor is asked only of people who have lost one.',
      '  account.has_factor || account.factor_reset_at !== null',
      '  account.factor_reset_at !== null',
    ],
  ),
  ...faults({ file: STEP, tests: codes, only: 'for 30 days' }, [
    'An own computer is one for ever.',
    "    .where('expires_at', '>', now)\n",
    '',
  ]),
  ...faults({ file: PASS, tests, only: 'five end the token' }, [
    'A token outlives any number of wrong codes.',
    '    await countWrongStep(db, step)\n',
    '',
  ]),
  ...faults({ file: LIMIT, tests, only: 'five end the token' }, [
    'During the wait a right code is accepted.',
    '    if (seconds > 0) return { seconds, result: null }\n',
    '    if (seconds > 0 && (await check(db)) === null) return { seconds, result: null }\n',
  ]),
  ...faults({ file: LIMIT, tests, only: 'ten within an hour' }, [
    'A code is guessed from as many networks as there are.',
    '  return all > own && !(await isKnownNetwork(db, who, now)) ? all : own\n',
    '  return own\n',
  ]),
  ...faults({ file: LOGIN, tests: codes, only: '409 while there is another session' }, [
    'One passed step starts any number of sessions.',
    "    if (!(await deleteSecondStep(db, hashOfToken(input.token)))) throw new AppError('step_over')\n",
    '    await deleteSecondStep(db, Buffer.alloc(0))\n',
  ]),
  ...faults({ file: OWN, tests, only: 'removes no factor' }, [
    'A stolen session changes the factors of its owner.',
    '  return requireIdentity(ctx, db)\n',
    '  return []\n',
  ]),
  ...faults({ file: OWN, tests: codes, only: 'as the last factor' }, [
    'The last factor is removed though the level demands one.',
    "    if (await isFactorDemanded(db, actor.access_level, services.now())) throw new AppError('last_factor')\n",
    '',
  ]),
  ...faults({ file: OWN, tests: codes, only: 'recovery codes, own computers' }, [
    'A removed factor leaves the computers that it has let in.',
    '  await endOwnComputers(db, actor.id)\n',
    '',
  ]),
  ...faults({ file: 'server/sign-in/sign-in.actions.ts', tests, only: 'while a login is on its way' }, [
    'A password that was checked before a factor was set up starts a session after it.',
    "    if (locked.sign_in_epoch > account.sign_in_epoch) throw new AppError('step_over')\n",
    '',
  ]),
]
