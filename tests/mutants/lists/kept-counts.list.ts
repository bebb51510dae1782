import type { Mutant } from '../mutant.ts'

const COUNTS = 'db/migrations/0017_kept_counts.sql'
const CHANGES = 'db/migrations/0019_record_changes.sql'
const REMOVALS = 'db/migrations/0028_impossible_states.sql'
const RECOUNT = 'server/recount/kept.queries.ts'
const kept = ['tests/api/scope.test.ts']
const approved = ['tests/api/approved.test.ts']
const recounted = ['tests/api/recount.test.ts']

export const KEPT_COUNT_FAULTS: readonly Mutant[] = [
  {
    file: COUNTS,
    before: 'union all select office_id, region_id, status, -1 from removed',
    after: 'union all select office_id, region_id, status, 1 from removed',
    fault: 'Every change of a profile counts it twice more.',
    tests: ['tests/api/sites-chain.test.ts'],
  },
  {
    file: COUNTS,
    before: "union all select office_id, region_id, status, site_status = 'Save as Draft', -1 from removed",
    after: 'union all select office_id, region_id, status, false, -1 from removed',
    fault: 'A draft that is submitted stays counted as a draft.',
    tests: ['tests/api/activities.test.ts'],
  },
  {
    file: COUNTS,
    before: "select office_id, region_id, status, site_status = 'Save as Draft', count(*)\n    from added",
    after: 'select office_id, region_id, status, false, count(*)\n    from added',
    fault: 'New drafts are counted among what everybody sees.',
    tests: kept,
  },
  {
    file: COUNTS,
    before:
      'create trigger site_profiles_counted_update after update on site_profiles\n  referencing new table as added old table as removed for each statement execute function count_site_profiles();\n',
    after: '',
    fault: 'A deactivated profile stays counted.',
    tests: ['tests/api/sites.test.ts'],
    only: 'is counted as it stands',
  },
  {
    file: CHANGES,
    before: 'order by site_activities.approved_at desc, site_activities.id desc',
    after: 'order by site_activities.approved_at, site_activities.id',
    fault: 'The first approved activity of a site gives its grades for ever.',
    tests: approved,
  },
  {
    file: CHANGES,
    before: "    and site_activities.site_status = 'Approved' and site_activities.status = 'Activated'\n",
    after: "    and site_activities.site_status = 'Approved'\n",
    fault: 'A deactivated activity gives a site its grades.',
    tests: approved,
  },
  {
    file: CHANGES,
    before: "where site_profiles.site_status = 'Approved' and site_profiles.status = 'Activated';",
    after: "where site_profiles.site_status = 'Approved';",
    fault: 'The public sees deactivated profiles.',
    tests: approved,
  },
  {
    file: CHANGES,
    before: 'approved_at = excluded.approved_at, grades = excluded.grades,',
    after: 'grades = excluded.grades,',
    fault: 'A site keeps its place in the public list when another activity of it is approved.',
    tests: approved,
  },
  {
    file: CHANGES,
    before: '    delete from approved_sites where approved_sites.site_profile_id = profile;\n',
    after: '    null;\n',
    fault: 'A profile that was deactivated stays with the public.',
    tests: approved,
  },
  {
    file: CHANGES,
    before:
      'create trigger approved_sites_changed_delete after delete on approved_sites\n  referencing old table as removed for each statement execute function note_approved_change();\n',
    after: '',
    fault: 'The public list goes on showing what has left it.',
    tests: ['tests/api/approved.test.ts', 'tests/api/pages.test.ts'],
  },
  {
    file: CHANGES,
    before:
      'create trigger site_activities_changed_update after update on site_activities\n  referencing new table as added old table as removed for each statement execute function note_record_change();\n',
    after: '',
    fault: 'A report goes on with the rows it kept before an activity changed.',
    tests: ['tests/api/reports.test.ts'],
  },
  {
    file: REMOVALS,
    before: 'select office_id, region_id, status, -count(*) from removed',
    after: 'select office_id, region_id, status, count(*) from removed',
    fault: 'A profile that is removed is counted twice.',
    tests: recounted,
    only: 'leaves every kept number right',
  },
  {
    file: REMOVALS,
    before: "  for each row when (old.site_status = 'Approved') execute function forget_approved_activity();",
    after: "  for each row when (old.site_status = 'Returned') execute function forget_approved_activity();",
    fault: 'An activity that is removed gives a site its grades for ever.',
    tests: recounted,
    only: 'leaves every kept number right',
  },
  {
    file: RECOUNT,
    before: 'as stored full join (',
    after: 'as stored left join (',
    fault: 'A recount does not see that a row is missing.',
    tests: recounted,
  },
  {
    file: RECOUNT,
    before: 'flatMap(({ anew }) => anew ?? [])',
    after: 'flatMap(({ stored }) => stored ?? [])',
    fault: 'A recount says what is wrong and puts it back as it was.',
    tests: recounted,
  },
  {
    file: 'server/recount/recount.actions.ts',
    before: '    await noteChangeEverywhere(held)\n',
    after: '',
    fault: 'After a recount the instances go on with what they kept.',
    tests: recounted,
  },
]
