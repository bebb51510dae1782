import type { Mutant } from '../mutant.ts'

const RULES = 'shared/activities/facts.ts'
const PLAN = 'shared/activities/fact-plan.ts'
const REGISTER = 'server/approved/register.queries.ts'
const rules = ['shared/activities/facts.test.ts']
const api = ['tests/api/facts.test.ts']

export const FACT_FAULTS: readonly Mutant[] = [
  {
    file: RULES,
    before: 'if (parts.minus && adds_up) return',
    after: 'if (parts.minus && is_whole) return',
    fault: 'A sum over sites is made smaller by a negative number.',
    tests: rules,
  },
  {
    file: RULES,
    before: 'const NOTABLE = 0.5',
    after: 'const NOTABLE = 5',
    fault: 'A figure that has doubled is not pointed out.',
    tests: rules,
  },
  {
    file: RULES,
    before: 'Math.min(project_year_end, currentYear)',
    after: 'project_year_end',
    fault: 'An activity reports on a year that has not come.',
    tests: rules,
  },
  {
    file: PLAN,
    before: 'if (old !== what_happened || stored?.taken_from)',
    after: 'if (old !== what_happened)',
    fault: 'A text that somebody confirmed stays marked as not checked.',
    tests: api,
  },
  {
    file: PLAN,
    before: 'if (what_happened !== null && !stored?.what_happened) {',
    after: 'if (what_happened !== null) {',
    fault: 'Starting from last time overwrites what was written this year.',
    tests: ['shared/activities/fact-plan.test.ts'],
  },
  {
    file: PLAN,
    before: 'if (number === undefined || !isOn(id)) continue',
    after: 'if (number === undefined) continue',
    fault: 'What does not apply to the site is taken over from last time.',
    tests: ['shared/activities/fact-plan.test.ts'],
  },
  {
    file: 'server/activities/facts.queries.ts',
    before: ".where('id', '<', id)",
    after: ".where('id', '<>', id)",
    fault: 'Last time is the year after.',
    tests: api,
  },
  {
    file: 'server/activities/switches.actions.ts',
    before: '  await saveFacts(db, activity.id, told)\n',
    after: '',
    fault: 'Texts stay under an indicator that was switched off.',
    tests: api,
  },
  {
    file: 'shared/principles/criteria.rules.ts',
    before: 'indicator.figures ??',
    after: '[] ??',
    fault: 'Figures cannot be changed with the criteria.',
    tests: api,
  },
  {
    file: REGISTER,
    before: 'until >= ${end}',
    after: 'until <= ${end}',
    fault: 'As of a day the list shows what had ended by then.',
    tests: ['tests/api/as-of.test.ts'],
  },
  {
    file: 'shared/lib/as-of.ts',
    before: '  day > today ?',
    after: '  day < today ?',
    fault: 'The list as of tomorrow is told.',
    tests: ['tests/api/as-of.test.ts'],
    only: 'has not come',
  },
  {
    file: 'server/reports/report-sites.queries.ts',
    before: "site_status === 'Approved' || as_of !== undefined",
    after: "site_status === 'Approved'",
    fault: 'As of a day the report shows what is in review today.',
    tests: ['tests/api/as-of.test.ts'],
  },
]
