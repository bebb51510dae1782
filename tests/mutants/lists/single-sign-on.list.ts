import { faults, type Mutant } from '../mutant.ts'

const QUERIES = 'server/oidc/oidc.queries.ts'
const VISIT = 'server/oidc/visit.ts'
const LINKING = 'server/oidc/linking.actions.ts'
const PROVIDER = 'server/oidc/provider.ts'
const tests = ['tests/api/oidc.test.ts']
const ofFaults = ['tests/api/oidc-faults.test.ts']
const ofLinking = ['tests/api/oidc-linking.test.ts']
const ofBrowser = "    .where(isFrom(browsers))\n    .where('expires_at', '>', now.toISOString())\n"

export const SINGLE_SIGN_ON_FAULTS: readonly Mutant[] = [
  ...faults({ file: QUERIES, tests, only: 'the query of another browser' }, [
    'A stolen query takes the visit of the browser that began it.',
    `${ofBrowser}    .where('taken_at', 'is', null)\n`,
    "    .where('expires_at', '>', now.toISOString())\n    .where('taken_at', 'is', null)\n",
  ]),
  ...faults({ file: QUERIES, tests, only: 'another browser cannot answer' }, [
    'Another browser answers the question whether to end the session elsewhere.',
    `${ofBrowser}    .where('ended_at', 'is', null)\n`,
    "    .where('expires_at', '>', now.toISOString())\n    .where('ended_at', 'is', null)\n",
  ]),
  ...faults({ file: QUERIES, tests, only: 'a query works once' }, [
    'A query signs in twice.',
    "    .where('ended_at', 'is', null)\n",
    '',
  ]),
  ...faults({ file: VISIT, tests, only: 'asks with PKCE' }, [
    'A stolen code can be used in another visit.',
    "    code_challenge: await client.calculatePKCECodeChallenge(visit.verifier),\n    code_challenge_method: 'S256',\n",
    '',
  ]),
  ...faults({ file: PROVIDER, tests: ofFaults, only: 'a key that is not published' }, [
    'A token that anybody has signed is believed.',
    '      client.enableNonRepudiationChecks,\n',
    '',
  ]),
  ...faults({ file: PROVIDER, tests: ofFaults, only: 'is not asked by everybody' }, [
    'Everybody waits for a provider that is down.',
    'if (time >= known.restsUntil)',
    'if (time >= 0)',
  ]),
  ...faults({ file: LINKING, tests: ofLinking, only: 'an identity of another account stays there' }, [
    'Linking takes an identity away from another account.',
    'if (user_id !== null) throw',
    'if (user_id === 0) throw',
  ]),
  ...faults({ file: LINKING, tests: ofLinking, only: 'from the list of those without an account' }, [
    'A session that a removed identity began goes on.',
    "    return removeSessions(db, id, 'administrator')\n",
    '',
  ]),
  ...faults({ file: 'server/oidc/visits.actions.ts', tests: ofLinking, only: 'must be the one who left' }, [
    'A link that one person began links the account of another.',
    'visit.user_id !== null && visit.user_id !== actor?.id',
    'visit.user_id !== null && !actor',
  ]),
]
