import type { Mutant } from '../mutant.ts'

const exported = ['tests/api/audit-export.test.ts']

export const EXPORT_FAULTS: readonly Mutant[] = [
  {
    file: 'server/audit/audit.downloads.ts',
    before: '  await noteExport(ctx, name, wanted, rows)\n',
    after: '',
    fault: 'The log leaves the house without a line in it.',
    tests: exported,
  },
  {
    file: 'server/audit/audit.queries.ts',
    before: "    .where('audit_logs.id', '<=', last_id)\n",
    after: '',
    fault: 'A download has more rows than it was noted with.',
    tests: exported,
  },
  {
    file: 'server/audit/audit.queries.ts',
    before: '(audit_logs.created_at, audit_logs.id) < (${last.at}',
    after: '(audit_logs.created_at, audit_logs.id) <= (${last.at}',
    fault: 'A long download repeats a row every thousand rows.',
    tests: exported,
    only: 'has each row once',
  },
  {
    file: 'server/lib/exports.ts',
    before: "value !== null && value !== undefined && value !== ''",
    after: 'Boolean(value)',
    fault: 'An export without rows is noted without their number.',
    tests: [
      'tests/api/audit-export.test.ts',
      'tests/api/reports-export.test.ts',
      'tests/api/dashboard.test.ts',
    ],
  },
  {
    file: 'server/reports/exports.actions.ts',
    before: '  insistValid(scopeErrors(ctx.actor, wanted))\n',
    after: '',
    fault: 'A report of a region goes out without saying which.',
    tests: ['tests/api/reports-export.test.ts'],
  },
  {
    file: 'shared/reports/report-cells.ts',
    before: "dayOf('Date Created', 'created_at')",
    after: "dayOf('Date Created', 'submitted_at')",
    fault: 'One date stands under the header of another.',
    tests: ['shared/reports/report-cells.test.ts'],
  },
  {
    file: 'shared/lib/dates.ts',
    before: "iso.slice(11, 13) < '16'",
    after: "iso.slice(11, 13) <= '16'",
    fault: 'What happens after midnight in Manila is exported under the day before.',
    tests: ['shared/lib/dates.test.ts', 'shared/reports/report-cells.test.ts'],
  },
  {
    file: 'server/reports/report-sites.queries.ts',
    before: "    sql`site_profiles.status = 'Activated'`,\n",
    after: '',
    fault: 'Deactivated profiles are reported.',
    tests: ['tests/api/reports.test.ts'],
  },
  {
    file: 'server/approved/approved.downloads.ts',
    before: 'W/"${version}-${format}-',
    after: 'W/"${format}-',
    fault: 'A browser keeps the open data after grades have changed.',
    tests: ['tests/api/open-data.test.ts'],
  },
  {
    file: 'server/lib/exports.ts',
    before: "contentDisposition('attachment', file.name)",
    after: "contentDisposition('inline', file.name)",
    fault: 'An export opens in the browser instead of being saved.',
    tests: exported,
  },
  {
    file: 'server/reports/report-sites.queries.ts',
    before: "site_status === 'Approved'\n",
    after: "site_status === 'Returned'\n",
    fault: 'A newer activity in review takes a site out of the report of what is approved.',
    tests: ['tests/api/reports.test.ts'],
    only: 'S-109',
  },
  {
    file: 'shared/reports/report-cells.ts',
    before: "site_activity_id !== null && site_status !== 'Approved'",
    after: "site_status !== 'Approved'",
    fault: 'A profile in review is marked as if it had grades that may change.',
    tests: ['shared/reports/report-cells.test.ts'],
  },
]
