import type { Mutant } from '../mutant.ts'

const SCOPE = 'server/summaries/scope-records.queries.ts'
const FACTS = 'server/summaries/summary-facts.queries.ts'
const RECORDS = 'server/summaries/summary-records.queries.ts'
const STATEMENTS = 'server/summaries/summary-statements.queries.ts'
const records = ['tests/api/summary-records.test.ts']
const statements = ['tests/api/summary-statements.test.ts']

export const SUMMARY_RECORD_FAULTS: readonly Mutant[] = [
  {
    file: SCOPE,
    before: `and site_activities.site_status = 'Approved' and site_activities.status = 'Activated'`,
    after: `and site_activities.site_status = 'Approved'`,
    fault: 'A summary tells of activities that were switched off.',
    tests: records,
  },
  {
    file: SCOPE,
    before: 'site_activities.approved_at desc, site_activities.id desc',
    after: 'site_activities.id desc',
    fault: 'Of two activities of a year the one begun last counts, not the one approved last.',
    tests: records,
  },
  {
    file: SCOPE,
    before: 'max(told.reporting_year) over',
    after: 'min(told.reporting_year) over',
    fault: 'A site is graded by its first year.',
    tests: records,
  },
  {
    file: FACTS,
    before: '        and indicator_figures.adds_up\n',
    after: '',
    fault: 'Hours per person are added up over sites.',
    tests: records,
  },
  {
    file: FACTS,
    before: '        and indicators.id::text <> all(switched.disabled_indicator)\n',
    after: '',
    fault: 'Indicators that do not apply count as lacking evidence.',
    tests: records,
  },
  {
    file: FACTS,
    before: 'where records.is_latest group by records.region_id',
    after: 'group by records.region_id',
    fault: 'A site with two years counts twice, and so do its hectares.',
    tests: records,
  },
  {
    file: RECORDS,
    before: '(other.approved_at, other.id) > (site_activities.approved_at, site_activities.id)',
    after: 'other.id <> site_activities.id',
    fault: 'An activity from before, of the same year, counts as a change.',
    tests: records,
    only: 'are records that were switched off',
  },
  {
    file: RECORDS,
    before: '        and other.reporting_year = summary_records.reporting_year\n',
    after: '',
    fault: 'The report of the next year counts as a change of this one.',
    tests: records,
    only: 'are records that were switched off',
  },
  {
    file: RECORDS,
    before: `.where('number', '>', last)`,
    after: `.where('number', '>=', last)`,
    fault: 'The list of evidence has a line twice where one reading ends.',
    tests: records,
    only: 'more lines than are read at once',
  },
  {
    file: SCOPE,
    before: 'version: approvals }))',
    after: 'version: 0 }))',
    fault: 'A draft shows the numbers of before the last approval.',
    tests: records,
    only: 'is read again',
  },
  {
    file: 'db/migrations/0035_summaries.sql',
    before: 'create trigger summary_records_no_truncate before truncate on summary_records',
    after: 'create trigger summary_records_no_truncate after truncate on crosswalks',
    fault: 'The records of frozen summaries can be emptied.',
    tests: records,
    only: 'are neither changed',
  },
  {
    file: STATEMENTS,
    before: '      and site_principles.principle_number = any(${principles}::integer[])`.execute(db)',
    after: '`.execute(db)',
    fault: 'A statement is cited for a safeguard that its principle does not answer.',
    tests: statements,
  },
  {
    file: STATEMENTS,
    before: ' and summary_statements.safeguard = ${safeguard}',
    after: '',
    fault: 'What was chosen for one safeguard shows as chosen for all.',
    tests: statements,
  },
]
