import type { Mutant } from '../mutant.ts'

const ACTIVITIES = 'server/activities/lists.queries.ts'
const RECORDS = 'server/review/record-lists.queries.ts'
const SITES = 'server/sites/sites.queries.ts'
const REPORTS = 'shared/dashboard/report-scope.ts'
const builder = ['tests/api/scope-builder.test.ts']
const scope = ['tests/api/scope.test.ts']
const reports = ['shared/dashboard/report-scope.test.ts']
const profiles = 'profile lists hold'
const queue = 'the approval list holds'
const activities = 'the activity list holds'

export const SCOPE_FAULTS: readonly Mutant[] = [
  {
    file: 'shared/access/levels.ts',
    before: "PENRO: 'office_id',",
    after: "PENRO: 'region_id',",
    fault: 'A PENRO works with the records of its whole region.',
    tests: ['shared/sites/sites.policy.test.ts'],
  },
  {
    file: 'shared/access/actor.ts',
    before: '(place !== undefined && actor[place] === record[place])',
    after: 'actor[place as keyof Scoped] === record[place as keyof Scoped]',
    fault: 'A level that nobody has heard of covers every record.',
    tests: builder,
  },
  {
    file: 'server/database/scope.ts',
    before: 'sql`${sql.ref(columns[place])} = ${actor[place]}`',
    after: 'sql`${sql.ref(columns.region_id)} = ${actor.region_id}`',
    fault: 'A PENRO finds the profiles of its whole region in the list.',
    tests: builder,
  },
  {
    file: 'server/database/scope.ts',
    before: 'if (place === undefined || actor[place] === null) return sql`false`',
    after: 'if (place === undefined || actor[place] === null) return sql`true`',
    fault: 'Somebody without an office finds the records of all.',
    tests: builder,
  },
  {
    file: SITES,
    before: "    inScope(actor, 'site_profiles'),\n",
    after: '',
    fault: 'Everybody lists the profiles of the whole country.',
    tests: scope,
    only: profiles,
  },
  {
    file: SITES,
    before: ".selectFrom('site_profile_counts')\n    .where(inScope(actor))\n",
    after: ".selectFrom('site_profile_counts')\n",
    fault: 'The list of an office says how many profiles the country has.',
    tests: scope,
    only: profiles,
  },
  {
    file: RECORDS,
    before: '\n        or ${sql.ref(`${name}.deactivated_by`)} is not distinct from ${actor.id})`',
    after: ')`',
    fault: 'Whoever deactivated a profile does not find it in the list.',
    tests: scope,
    only: profiles,
  },
  {
    file: 'server/review/review.actions.ts',
    before: '  requireAllowed(kind.policies.maySee(ctx.actor, record))\n',
    after: '',
    fault: 'Whoever guesses a number reads the profile of another office.',
    tests: scope,
    only: 'single profiles and their views',
  },
  {
    file: SITES,
    before: "      .where(visibleTo(actor))\n      .where('site_profiles.status', '=', 'Activated'),\n",
    after: '      .where(visibleTo(actor)),\n',
    fault: 'Deactivated profiles wait in the approval list.',
    tests: scope,
    only: queue,
  },
  {
    file: RECORDS,
    before: "= 'Submitted' and ${sql.ref(`${table}.${STATUS_OF[level]}`)} = 'Submitted'`",
    after: "= 'Submitted'`",
    fault: 'What another level must decide on waits for everybody.',
    tests: scope,
    only: queue,
  },
  {
    file: ACTIVITIES,
    before:
      "    ...(actor.access_level === 'PENRO' ? [] : [eb('site_activities.site_status', '<>', 'Save as Draft')]),\n",
    after: '',
    fault: 'Drafts show outside their office.',
    tests: scope,
    only: activities,
  },
  {
    file: ACTIVITIES,
    before: "    .$if(actor.access_level !== 'PENRO', (all) => all.where('is_draft', '=', false))\n",
    after: '',
    fault: 'The list of a region counts the drafts that it does not show.',
    tests: scope,
    only: activities,
  },
  {
    file: 'server/users/users.queries.ts',
    before: "inScope(actor, 'users')",
    after: "inScope(actor.access_level === 'Region' ? { ...actor, access_level: 'FMB' } : actor, 'users')",
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
    only: 'shows the own level and those below',
  },
  {
    file: REPORTS,
    before: 'region_id: isFmb(actor) ? wanted : (actor.region_id ?? NO_REGION)',
    after: 'region_id: wanted ?? actor.region_id ?? NO_REGION',
    fault: 'A Region reports on whatever region it asks for.',
    tests: reports,
  },
  {
    file: REPORTS,
    before: "(record.site_status === 'Approved' && isOfOwnRegion)",
    after: 'isOfOwnRegion',
    fault: 'A PENRO may report on what other offices still have under review.',
    tests: reports,
  },
  {
    file: 'server/reports/report-scope.queries.ts',
    before: "(${inScope(actor, table)} or (${column('site_status')} = 'Approved' and ${isOfRegion}))",
    after: '(${inScope(actor, table)} or ${isOfRegion})',
    fault: 'The report of a PENRO has what other offices still have under review.',
    tests: ['tests/api/reports.test.ts'],
    only: 'a PENRO sees what is approved in its region',
  },
  {
    file: 'server/audit/audit.queries.ts',
    before: "    .where(inScope(actor, 'audit_logs'))\n    .$call(withoutDraftsFor(actor))",
    after: '    .$call(withoutDraftsFor(actor))',
    fault: 'An office reads the log of everybody.',
    tests: ['tests/api/audit.test.ts'],
    only: 'a region sees the rows of its people',
  },
  {
    file: 'server/approved/approved.queries.ts',
    before: "    .where('site_activities.site_status', '=', 'Approved')\n",
    after: '',
    fault: 'The public reads an activity that is not approved.',
    tests: ['tests/api/approved.test.ts'],
    only: 'drafts, submitted, returned and deactivated ones',
  },
]
