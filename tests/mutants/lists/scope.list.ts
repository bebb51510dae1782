import { faults, type Mutant } from '../mutant.ts'

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
  ...faults({ file: 'shared/access/levels.ts', tests: ['shared/sites/sites.policy.test.ts'] }, [
    'A PENRO works with the records of its whole region.',
    "PENRO: 'office_id',",
    "PENRO: 'region_id',",
  ]),
  ...faults({ file: 'shared/access/actor.ts', tests: builder }, [
    'A level that nobody has heard of covers every record.',
    '(place !== undefined && actor[place] === record[place])',
    'actor[place as keyof Scoped] === record[place as keyof Scoped]',
  ]),
  ...faults(
    { file: 'server/database/scope.ts', tests: builder },
    [
      'A PENRO finds the profiles of its whole region in the list.',
      'sql`${sql.ref(columns[place])} = ${actor[place]}`',
      'sql`${sql.ref(columns.region_id)} = ${actor.region_id}`',
    ],
    [
      'Somebody without an office finds the records of all.',
      'if (place === undefined || actor[place] === null) return sql`false`',
      'if (place === undefined || actor[place] === null) return sql`true`',
    ],
  ),
  ...faults(
    { file: SITES, tests: scope, only: profiles },
    ['Everybody lists the profiles of the whole country.', "    inScope(actor, 'site_profiles'),\n", ''],
    [
      'The list of an office says how many profiles the country has.',
      ".selectFrom('site_profile_counts')\n    .where(inScope(actor))\n",
      ".selectFrom('site_profile_counts')\n",
    ],
  ),
  ...faults({ file: RECORDS, tests: scope, only: profiles }, [
    'Whoever deactivated a profile does not find it in the list.',
    '\n        or ${sql.ref(`${name}.deactivated_by`)} is not distinct from ${actor.id})`',
    ')`',
  ]),
  ...faults(
    { file: 'server/review/review.actions.ts', tests: scope, only: 'single profiles and their views' },
    [
      'Whoever guesses a number reads the profile of another office.',
      '  requireAllowed(kind.policies.maySee(ctx.actor, record))\n',
      '',
    ],
  ),
  ...faults({ file: SITES, tests: scope, only: queue }, [
    'Deactivated profiles wait in the approval list.',
    "      .where(visibleTo(actor))\n      .where('site_profiles.status', '=', sql.lit('Activated')),\n",
    '      .where(visibleTo(actor)),\n',
  ]),
  ...faults({ file: RECORDS, tests: scope, only: queue }, [
    'What another level must decide on waits for everybody.',
    "= 'Submitted' and ${sql.ref(`${table}.${STATUS_OF[level]}`)} = 'Submitted'`",
    "= 'Submitted'`",
  ]),
  ...faults(
    { file: ACTIVITIES, tests: scope, only: activities },
    [
      'Drafts show outside their office.',
      "    ...(actor.access_level === 'PENRO'\n      ? []\n      : [eb('site_activities.site_status', '<>', sql.lit('Save as Draft'))]),\n",
      '',
    ],
    [
      'The list of a region counts the drafts that it does not show.',
      "    .$if(actor.access_level !== 'PENRO', (all) => all.where('is_draft', '=', sql.lit(false)))\n",
      '',
    ],
  ),
  ...faults(
    {
      file: 'server/users/users.queries.ts',
      tests: ['tests/api/users.test.ts'],
      only: 'shows each person exactly the users the policy covers',
    },
    [
      'A Region lists the users of all regions.',
      "inScope(actor, 'users')",
      "inScope(actor.access_level === 'Region' ? { ...actor, access_level: 'FMB' } : actor, 'users')",
    ],
  ),
  ...faults(
    {
      file: 'server/roles/roles.queries.ts',
      tests: ['tests/api/roles.test.ts'],
      only: 'shows the own level and those below',
    },
    [
      'A PENRO lists the roles of FMB.',
      "    .select(COLUMNS)\n    .where('roles.access_level', 'in', [...levelsUnder(actor)])",
      '    .select(COLUMNS)',
    ],
  ),
  ...faults(
    { file: REPORTS, tests: reports },
    [
      'A Region reports on whatever region it asks for.',
      'region_id: isFmb(actor) ? wanted : (actor.region_id ?? NO_REGION)',
      'region_id: wanted ?? actor.region_id ?? NO_REGION',
    ],
    [
      'A PENRO may report on what other offices still have under review.',
      "(record.site_status === 'Approved' && isOfOwnRegion)",
      'isOfOwnRegion',
    ],
  ),
  ...faults(
    {
      file: 'server/reports/report-scope.queries.ts',
      tests: ['tests/api/reports.test.ts'],
      only: 'a PENRO sees what is approved in its region',
    },
    [
      'The report of a PENRO has what other offices still have under review.',
      "(${inScope(actor, table)} or (${column('site_status')} = 'Approved' and ${isOfRegion}))",
      '(${inScope(actor, table)} or ${isOfRegion})',
    ],
  ),
  ...faults(
    {
      file: 'server/audit/audit.queries.ts',
      tests: ['tests/api/audit.test.ts'],
      only: 'a region sees the rows of its people',
    },
    [
      'An office reads the log of everybody.',
      "    .where(inScope(actor, 'audit_logs'))\n    .$call(withoutDraftsFor(actor))",
      '    .$call(withoutDraftsFor(actor))',
    ],
  ),
  ...faults(
    {
      file: 'server/approved/approved.queries.ts',
      tests: ['tests/api/approved.test.ts'],
      only: 'drafts, submitted, returned and deactivated ones',
    },
    [
      'The public reads an activity that is not approved.',
      "    .where('site_activities.site_status', '=', 'Approved')\n",
      '',
    ],
  ),
  ...faults(
    {
      file: 'server/sites/overlaps.queries.ts',
      tests: ['tests/api/sites-boundary.test.ts'],
      only: 'up to ten kilometres around it',
    },
    [
      'An office counts the sites in review elsewhere within ten kilometres.',
      '...(beside ? [isWithin(beside)] : []),',
      'isWithin(around),',
    ],
  ),
]
