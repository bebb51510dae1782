import { faults, type Mutant } from '../mutant.ts'

const COUNTS = 'db/migrations/0011_stored_counts.sql'
const PUBLIC_LIST = 'db/migrations/0012_public_list.sql'
const RECOUNT = 'server/recount/stored-counts.queries.ts'
const approved = ['tests/api/approved.test.ts']
const recounted = ['tests/api/recount.test.ts']
/** The last test of both files counts everything again. */
const profiles = { tests: ['tests/api/sites-chain.test.ts'], only: 'returned by each level' }
const activities = { tests: ['tests/api/activities-review.test.ts'], only: 'the walk of part 4.4' }

export const STORED_COUNT_FAULTS: readonly Mutant[] = [
  ...faults({ file: COUNTS, ...profiles }, [
    'Every change of a profile counts it twice more.',
    'union all select office_id, region_id, status, -1 from removed',
    'union all select office_id, region_id, status, 1 from removed',
  ]),
  ...faults(
    { file: COUNTS, ...activities },
    [
      'A draft that is submitted stays counted as a draft.',
      "union all select office_id, region_id, status, site_status = 'Save as Draft', -1 from removed",
      'union all select office_id, region_id, status, false, -1 from removed',
    ],
    [
      'New drafts are counted among what everybody sees.',
      "select office_id, region_id, status, site_status = 'Save as Draft', count(*)\n    from added",
      'select office_id, region_id, status, false, count(*)\n    from added',
    ],
  ),
  ...faults(
    {
      file: COUNTS,
      tests: ['tests/api/activities-review.test.ts'],
      only: 'a deactivated one takes no evidence',
    },
    [
      'A deactivated activity stays counted.',
      'create trigger site_activities_counted_update after update on site_activities\n  referencing new table as added old table as removed for each statement execute function count_site_activities();\n',
      '',
    ],
  ),
  ...faults({ file: PUBLIC_LIST, ...activities }, [
    'A site does not get the grades of the activity that was approved.',
    "create trigger site_activities_approved_update after update on site_activities\n  for each row when (new.site_status = 'Approved' or",
    "create trigger site_activities_approved_update after update on site_activities\n  for each row when (new.site_status = 'Returned' or",
  ]),
  ...faults(
    { file: PUBLIC_LIST, tests: approved, only: 'the newest of the two final approvals comes first' },
    [
      'A site keeps its place in the public list when another activity of it is approved.',
      'approved_at = excluded.approved_at, grades = excluded.grades,',
      'grades = excluded.grades,',
    ],
  ),
  ...faults({ file: PUBLIC_LIST, ...profiles }, [
    'A site that is approved is not counted for the public.',
    'create trigger approved_sites_counted_insert after insert on approved_sites\n  referencing new table as added for each statement execute function count_approved_sites();\n',
    '',
  ]),
  ...faults({ file: PUBLIC_LIST, tests: approved, only: 'the latest approved activity gives the grades' }, [
    'The first approved activity of a site gives its grades for ever.',
    'order by site_activities.approved_at desc, site_activities.id desc',
    'order by site_activities.approved_at, site_activities.id',
  ]),
  ...faults(
    { file: PUBLIC_LIST, tests: approved, only: 'shows finally approved and activated profiles only' },
    [
      'The public sees deactivated profiles.',
      "where site_profiles.site_status = 'Approved' and site_profiles.status = 'Activated';",
      "where site_profiles.site_status = 'Approved';",
    ],
  ),
  ...faults({ file: RECOUNT, tests: recounted, only: 'no row is found and mended at once' }, [
    'A recount does not see that a row is missing.',
    'as stored full join (',
    'as stored left join (',
  ]),
  ...faults({ file: RECOUNT, tests: recounted, only: 'a count too high is found and mended at once' }, [
    'A recount says what is wrong and puts it back as it was.',
    'flatMap(({ anew }) => anew ?? [])',
    'flatMap(({ stored }) => stored ?? [])',
  ]),
]
