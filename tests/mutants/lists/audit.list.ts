import type { Mutant } from '../mutant.ts'

const ACTIONS = 'server/audit/audit.actions.ts'
const CHAIN = 'server/audit/chain.ts'
const CHECK = 'server/audit/check.ts'
const chain = ['server/audit/chain.test.ts']
const rules = ['shared/audit/audit.rules.test.ts']
const sites = ['tests/api/sites.test.ts']

export const AUDIT_FAULTS: readonly Mutant[] = [
  {
    file: 'server/lib/context.ts',
    before: '          if (audited === 0) throw',
    after: '          if (audited < 0) throw',
    fault: 'A change that nobody logs commits.',
    tests: ['tests/api/audit.test.ts'],
  },
  {
    file: ACTIONS,
    before: '({ field, old: asText(before[field]), new: asText(after[field]) })',
    after: '({ field, old: asText(after[field]), new: asText(before[field]) })',
    fault: 'The log tells old and new the wrong way round.',
    tests: sites,
    only: 'absent is unchanged, null clears',
  },
  {
    file: ACTIONS,
    before: '    .filter((change) => change.old !== change.new)\n',
    after: '',
    fault: 'The log tells fields that nobody changed.',
    tests: sites,
    only: 'absent is unchanged, null clears',
  },
  {
    file: ACTIONS,
    before: '      office_id: person?.office_id ?? null,',
    after: '      office_id: person?.region_id ?? null,',
    fault: 'The lines of an office belong to another one.',
    tests: ['tests/api/audit.test.ts'],
  },
  {
    file: ACTIONS,
    before: '      user_id: person?.id ?? null,',
    after: '      user_id: entry.id ?? null,',
    fault: 'The log names the changed account as the one who changed it.',
    tests: ['tests/api/audit.test.ts'],
  },
  {
    file: 'server/sites/sites.actions.ts',
    before: "  'project_area',\n",
    after: '',
    fault: 'The log does not tell that the area of a profile changed.',
    tests: sites,
  },
  {
    file: 'server/users/users.actions.ts',
    before: "  'role',\n",
    after: '',
    fault: 'The log does not tell that somebody got another role.',
    tests: ['tests/api/users-changes.test.ts'],
  },
  {
    file: 'server/roles/roles.actions.ts',
    before: "['name', 'access_level', 'permissions']",
    after: "['name', 'access_level']",
    fault: 'The log does not tell that a role got other permissions.',
    tests: ['tests/api/roles.test.ts'],
  },
  {
    file: 'server/auth/tries.actions.ts',
    before: '      await failed(db, account)\n',
    after: '',
    fault: 'Wrong passwords leave no line in the log.',
    tests: ['tests/api/auth.test.ts'],
    only: 'a wrong password and an unknown address look the same',
  },
  {
    file: CHAIN,
    before: '  sha256(previous, `${seal.position}',
    after: '  sha256(GENESIS, `${seal.position}',
    fault: 'A seal is not tied to the one before it.',
    tests: chain,
  },
  {
    file: CHAIN,
    before: '    inOrder(row.field_change),\n',
    after: '',
    fault: 'What changed can be rewritten in the log unseen.',
    tests: chain,
  },
  {
    file: CHECK,
    before: 'else if (!trusted.has(key_id)) report',
    after: 'else if (trusted.size === 0) report',
    fault: 'A day that an intruder signed with another key is believed.',
    tests: chain,
  },
  {
    file: CHECK,
    before: '      if (counter > position) report',
    after: '      if (counter < position) report',
    fault: 'A cut end of the log is not told.',
    tests: chain,
  },
  {
    file: 'server/audit/seal.actions.ts',
    before: 'day >= today ||',
    after: 'day > today ||',
    fault: 'A day is signed before it has ended.',
    tests: ['tests/api/audit-chain.test.ts'],
  },
  {
    file: 'db/migrations/0003_audit_logs.sql',
    before: 'before update or delete on audit_logs',
    after: 'before update on audit_logs',
    fault: 'Rows of the log can be removed.',
    tests: ['tests/api/audit.test.ts'],
  },
  {
    file: 'server/audit/audit.queries.ts',
    before: 'startOfDay(addDays(endDate, 1))',
    after: 'startOfDay(endDate)',
    fault: 'The last day of the range is missing.',
    tests: ['tests/api/audit.test.ts'],
  },
  {
    file: 'server/audit/audit.queries.ts',
    before: '`${day}T00:00:00+08:00`',
    after: '`${day}T00:00:00Z`',
    fault: 'The days of the log are those of London.',
    tests: ['tests/api/audit.test.ts'],
  },
  {
    file: 'shared/lib/date-range.ts',
    before: 'if (end <= addDays(start, DATE_RANGE_DAYS - 1))',
    after: 'if (end <= addDays(start, DATE_RANGE_DAYS))',
    fault: 'Eight days of the log are answered at once.',
    tests: rules,
  },
  {
    file: 'shared/audit/audit.policy.ts',
    before: "actor.access_level === 'PENRO'",
    after: "actor.access_level !== 'FMB'",
    fault: 'A region reads the rows of drafts.',
    tests: ['tests/api/audit-drafts.test.ts'],
  },
  {
    file: 'db/migrations/0022_audit_visibility.sql',
    before: 'delete from audit_draft_rows where site_activity_id = new.id;',
    after: '',
    fault: 'The rows of a draft stay hidden after it was submitted.',
    tests: ['tests/api/audit-drafts.test.ts'],
  },
  {
    file: 'server/audit/audit.queries.ts',
    before: '+ (${waiting}) - (${drafts})',
    after: '+ (${waiting})',
    fault: 'Drafts show in the number of rows.',
    tests: ['tests/api/audit-drafts.test.ts'],
  },
  {
    file: 'shared/audit/audit.policy.ts',
    before: 'all(canReadIntegrity(actor), canExportAudit(actor))',
    after: 'canReadIntegrity(actor)',
    fault: 'The heads leave without audit_export.',
    tests: ['tests/api/audit-export.test.ts'],
  },
]
