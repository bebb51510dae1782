import type { Mutant } from '../mutant.ts'

const scope = ['tests/api/scope.test.ts']

export const SCOPE_FAULTS: readonly Mutant[] = [
  {
    file: 'server/sites/sites.queries.ts',
    before: "[eb('site_profiles.office_id', '=', actor.office_id ?? -1)]",
    after: "[eb('site_profiles.region_id', '=', actor.region_id ?? -1)]",
    fault: 'A PENRO finds the profiles of its whole region in the list.',
    tests: scope,
  },
  {
    file: 'server/sites/sites.queries.ts',
    before: "            eb('site_profiles.deactivated_by', '=', actor.id),\n",
    after: '',
    fault: 'Whoever deactivated a profile does not find it in the list.',
    tests: scope,
  },
  {
    file: 'server/sites/sites.queries.ts',
    before: "    .where('site_profiles.status', '=', 'Activated')\n\n/** The warnings of a profile",
    after: '\n/** The warnings of a profile',
    fault: 'Deactivated profiles wait in the approval list.',
    tests: scope,
  },
  {
    file: 'server/lib/datatable.ts',
    before: 'rowAt(found ? at + 1 : Math.max(at, 1))',
    after: 'rowAt(at + 1)',
    fault: 'After a decision the record that moved up is passed over.',
    tests: ['tests/api/review-waiting.test.ts'],
  },
  {
    file: 'server/review/approvers.queries.ts',
    before: ' and not (${isLeaving}) and',
    after: ' and',
    fault: 'The last approver of an office goes without a word.',
    tests: ['tests/api/review-waiting.test.ts'],
  },
  {
    file: 'server/activities/lists.queries.ts',
    before:
      "    ...(actor.access_level === 'PENRO' ? [] : [eb('site_activities.site_status', '<>', 'Save as Draft')]),\n",
    after: '',
    fault: 'Drafts show outside their office.',
    tests: scope,
  },
  {
    file: 'server/activities/lists.queries.ts',
    before: "eb.and([eb('site_activities.status', '=', 'Activated'), eb.not(hasProfileOff(eb))])",
    after: "eb('site_activities.status', '=', 'Activated')",
    fault: 'Activities of a deactivated profile stay in the list.',
    tests: ['tests/api/hidden-activities.test.ts'],
  },
  {
    file: 'server/users/users.queries.ts',
    before:
      "    ...(actor.access_level === 'Region' ? [eb('users.region_id', '=', actor.region_id ?? -1)] : []),\n",
    after: '',
    fault: 'A Region lists the users of all regions.',
    tests: ['tests/api/users.test.ts'],
    only: 'shows each person exactly the users the policy covers',
  },
  {
    file: 'server/roles/roles.queries.ts',
    before: "    .select(COLUMNS)\n    .where('roles.access_level', 'in', [...levelsUnder(actor)])",
    after: '    .select(COLUMNS)',
    fault: 'A PENRO lists the roles of FMB.',
    tests: ['tests/api/roles.test.ts'],
  },
  {
    file: 'server/audit/audit.queries.ts',
    before: "      return query.where('audit_logs.office_id', '=', actor.office_id ?? -1) as Query",
    after: "      return query.where('audit_logs.region_id', '=', actor.region_id ?? -1) as Query",
    fault: 'An office reads the log of its whole region.',
    tests: ['tests/api/audit.test.ts'],
  },
  {
    file: 'server/reports/report-scope.queries.ts',
    before: "(${isOfOffice} or (${column('site_status')} = 'Approved' and ${isOfRegion}))",
    after: '(${isOfOffice} or ${isOfRegion})',
    fault: 'A PENRO reports on what other offices still have under review.',
    tests: ['tests/api/reports.test.ts'],
  },
  {
    file: 'shared/reports/report-scope.ts',
    before: 'region_id: isFmb(actor) ? wanted : (actor.region_id ?? NOWHERE)',
    after: 'region_id: wanted ?? actor.region_id ?? NOWHERE',
    fault: 'A Region reports on whatever region it asks for.',
    tests: ['shared/reports/report-scope.test.ts'],
  },
  {
    file: 'server/approved/approved.queries.ts',
    before: "    .where('site_activities.site_status', '=', 'Approved')\n",
    after: '',
    fault: 'The public reads an activity that is not approved.',
    tests: ['tests/api/approved.test.ts'],
  },
  {
    file: 'server/approved/approved.queries.ts',
    before: "    .where('site_profiles.status', '=', 'Activated')\n",
    after: '',
    fault: 'The public reads the activity of a deactivated profile.',
    tests: ['tests/api/approved.test.ts'],
  },
  {
    file: 'server/dashboard/figures.queries.ts',
    before: '    ...(isOffice ? [sql`office_id = ${actor.office_id ?? -1}`] : []),\n',
    after: '',
    fault: 'A PENRO counts the open records of all offices of its region.',
    tests: ['tests/api/dashboard.test.ts'],
  },
]
