import { faults, type Mutant } from '../mutant.ts'

const tests = ['tests/api/auditor.test.ts']

export const AUDITOR_FAULTS: readonly Mutant[] = [
  ...faults({ file: 'server/http/http.ts', tests }, [
    'An auditor makes every call that the role and level allow.',
    'isAuditor(actor) && !isOpenToAuditors(endpoint)',
    'isAuditor(actor) && false',
  ]),
  ...faults({ file: 'shared/drafts/drafts.schema.ts', tests }, [
    'An auditor prepares drafts of what is not theirs to write.',
    "  keep: endpoint('POST', '/drafts/:form', {\n    may: everyone,\n",
    "  keep: endpoint('POST', '/drafts/:form', {\n    may: everyone,\n    auditor: 'makes',\n",
  ]),
  ...faults({ file: 'shared/access/actor.ts', tests }, [
    'An auditor whose role is switched off still reads.',
    'return now && isAuditor(now) ? yes : right',
    'return isAuditor(actor) ? yes : right',
  ]),
  ...faults(
    { file: 'server/audit/auditor-views.ts', tests },
    [
      'An answer leaves without its row where the log cannot be written.',
      '      for (const name of OF_FILES) reply.removeHeader(name)\n      throw error\n',
      '      return\n',
    ],
    ['A second export within a minute is not logged.', "if (event === 'Viewed') {", 'if (event) {'],
  ),
  ...faults({ file: 'shared/roles/roles.policy.ts', tests }, [
    'The role of auditors is given further keys.',
    'after.permissions.length === role.permissions.length &&\n',
    '',
  ]),
]
