import type { Mutant } from '../mutant.ts'

const COUNTS = 'db/migrations/0010_kept_numbers.sql'
const PUBLIC_LIST = 'db/migrations/0011_public_list.sql'
const RECOUNT = 'server/recount/stored-counts.queries.ts'
const approved = ['tests/api/approved.test.ts']
const recounted = ['tests/api/recount.test.ts']
/** The end of both files counts everything anew. */
const profiles = { tests: ['tests/api/sites-chain.test.ts'], only: 'returned by each level' }
const activities = { tests: ['tests/api/activities-review.test.ts'], only: 'the walk of part 4.4' }

export const KEPT_COUNT_FAULTS: readonly Mutant[] = [
  {
    file: COUNTS,
    before: 'union all select office_id, region_id, status, -1 from removed',
    after: 'union all select office_id, region_id, status, 1 from removed',
    fault: 'Every change of a profile counts it twice more.',
    ...profiles,
  },
  {
    file: COUNTS,
    before: "union all select office_id, region_id, status, site_status = 'Save as Draft', -1 from removed",
    after: 'union all select office_id, region_id, status, false, -1 from removed',
    fault: 'A draft that is submitted stays counted as a draft.',
    ...activities,
  },
  {
    file: COUNTS,
    before: "select office_id, region_id, status, site_status = 'Save as Draft', count(*)\n    from added",
    after: 'select office_id, region_id, status, false, count(*)\n    from added',
    fault: 'New drafts are counted among what everybody sees.',
    ...activities,
  },
  {
    file: COUNTS,
    before:
      'create trigger site_activities_counted_update after update on site_activities\n  referencing new table as added old table as removed for each statement execute function count_site_activities();\n',
    after: '',
    fault: 'A deactivated activity stays counted.',
    tests: ['tests/api/activities-review.test.ts'],
    only: 'a deactivated one takes no evidence',
  },
  {
    file: PUBLIC_LIST,
    before:
      "create trigger site_activities_approved_update after update on site_activities\n  for each row when (new.site_status = 'Approved' or",
    after:
      "create trigger site_activities_approved_update after update on site_activities\n  for each row when (new.site_status = 'Returned' or",
    fault: 'A site does not get the grades of the activity that was approved.',
    ...activities,
  },
  {
    file: PUBLIC_LIST,
    before: 'approved_at = excluded.approved_at, grades = excluded.grades,',
    after: 'grades = excluded.grades,',
    fault: 'A site keeps its place in the public list when another activity of it is approved.',
    tests: approved,
    only: 'the newest of the two final approvals comes first',
  },
  {
    file: PUBLIC_LIST,
    before:
      'create trigger approved_sites_counted_insert after insert on approved_sites\n  referencing new table as added for each statement execute function count_approved_sites();\n',
    after: '',
    fault: 'A site that is approved is not counted for the public.',
    ...profiles,
  },
  {
    file: PUBLIC_LIST,
    before: 'order by site_activities.approved_at desc, site_activities.id desc',
    after: 'order by site_activities.approved_at, site_activities.id',
    fault: 'The first approved activity of a site gives its grades for ever.',
    tests: approved,
    only: 'the latest approved activity gives the grades',
  },
  {
    file: PUBLIC_LIST,
    before: "where site_profiles.site_status = 'Approved' and site_profiles.status = 'Activated';",
    after: "where site_profiles.site_status = 'Approved';",
    fault: 'The public sees deactivated profiles.',
    tests: approved,
    only: 'shows finally approved and activated profiles only',
  },
  {
    file: RECOUNT,
    before: 'as stored full join (',
    after: 'as stored left join (',
    fault: 'A recount does not see that a row is missing.',
    tests: recounted,
    only: 'no row is found and mended at once',
  },
  {
    file: RECOUNT,
    before: 'flatMap(({ anew }) => anew ?? [])',
    after: 'flatMap(({ stored }) => stored ?? [])',
    fault: 'A recount says what is wrong and puts it back as it was.',
    tests: recounted,
    only: 'a count too high is found and mended at once',
  },
]
