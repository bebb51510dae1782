import { expect, test } from 'vitest'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-titles.ts'
import { differencesOf } from './site-differences.ts'
import type { ClaimedRecord, ClaimedSite, ListedState, StatedRow } from './stated.queries.ts'

const GRADES = PRINCIPLE_NUMBERS.map(() => 'Not Compliant')
const PROFILE_AT = '2026-03-01T01:00:00.000001Z'
const ACTIVITY_AT = '2026-04-01T01:00:00.000001Z'

const row = (
  id: number,
  event: string,
  facts: Record<string, string | null>,
  created_at = facts.approved_at ?? ACTIVITY_AT,
): StatedRow => ({
  id,
  index: id,
  event,
  created_at,
  by: {
    user_id: 4,
    access_level: /\((.+)\)/.exec(event)?.[1] ?? 'PENRO',
    request_id: 'a request',
    is_erased: false,
    session: { event: 'Login', at: created_at },
    switched: null,
    role: null,
    right: null,
  },
  code: 'SITES-1',
  change: Object.entries(facts).flatMap(([field, value]) =>
    value === null ? [] : [{ field, old: null, new: value }],
  ),
})

const PROFILE = {
  code: 'SITES-1',
  region_id: '5',
  province_id: '7',
  project_area: '100.50',
  approved_at: PROFILE_AT,
}
const ACTIVITY = {
  ...Object.fromEntries(PRINCIPLE_NUMBERS.map((number) => [`principle_number_${number}`, 'Not Compliant'])),
  site_profile_id: '1',
  approved_at: ACTIVITY_AT,
  figures: '3=10',
}
/** The steps of a record that was approved by each level at once. */
const approvalOf = (id: number, facts: Record<string, string | null>): StatedRow[] => [
  ...['Created', 'Submitted', 'Approved (PENRO)', 'Approved (Region)'].map((event) =>
    row(id, event, {}, facts.approved_at ?? ACTIVITY_AT),
  ),
  row(id, 'Approved (FMB)', facts),
]
const record = (id: number, facts: Record<string, string | null>): ClaimedRecord => ({
  id,
  status: 'Activated',
  facts,
  rows: approvalOf(id, facts),
  withdrawn: [],
})
const listed = (more: Partial<ListedState> = {}): ListedState => ({
  site_activity_id: 9,
  approved_at: ACTIVITY_AT,
  grades: GRADES,
  region_id: 5,
  province_id: 7,
  ...more,
})
const FIRST = listed({ site_activity_id: null, approved_at: PROFILE_AT, grades: null })

const SITE: ClaimedSite = {
  ...record(1, PROFILE),
  activities: [record(9, ACTIVITY)],
  listed: listed(),
  history: [
    { ...FIRST, since: PROFILE_AT, until: ACTIVITY_AT },
    { ...listed(), since: ACTIVITY_AT, until: null },
  ],
}
const [activity] = SITE.activities as [ClaimedRecord]
const [before, now] = SITE.history as [ClaimedSite['history'][number], ClaimedSite['history'][number]]

const said = (change: Partial<ClaimedSite>) =>
  differencesOf({ ...SITE, ...change }).map(({ sentence }) => sentence)

test('a site that is what the log says has no difference, and what never was public neither', () => {
  expect(said({})).toEqual([])
  const draft = { facts: null, status: 'Activated', rows: [], activities: [], listed: null, history: [] }
  expect(said(draft)).toEqual([])
})

test.each<[string, Partial<ClaimedSite>, string]>([
  [
    'a fact of the profile',
    { facts: { ...PROFILE, project_area: '9100.50' } },
    'The log says that the project area of SITES-1 is 100.50; the table site_profiles says 9100.50.',
  ],
  [
    'a fact that the log states and the table lost',
    { facts: { ...PROFILE, project_area: null } },
    'The log says that the project area of SITES-1 is 100.50; the table site_profiles says nothing.',
  ],
  [
    'a fact that the log does not state',
    { activities: [{ ...activity, facts: { ...ACTIVITY, reporting_year: '2025' } }] },
    'The log says that the reporting year of activity 9 of SITES-1 is nothing; the table site_activities says 2025.',
  ],
  [
    'a record that is approved no more',
    { activities: [{ ...activity, facts: null }] },
    'The log says that activity 9 of SITES-1 is approved; the table site_activities does not have it as approved.',
  ],
  [
    'a record that was never approved',
    { activities: [activity, { ...record(8, ACTIVITY), rows: [] }] },
    'No row of the log says that activity 8 of SITES-1 is approved; the table site_activities says it is.',
  ],
  [
    'a switch that the log does not know',
    { status: 'Deactivated' },
    'The log says that SITES-1 is Activated; the table site_profiles says Deactivated.',
  ],
  [
    'a switch that the table does not know',
    { rows: [...SITE.rows, row(2, 'Deactivated', {})] },
    'The table approved_sites has SITES-1; the log does not say that it is approved and activated.',
  ],
  [
    'a grade of the list',
    { listed: listed({ grades: ['Very Compliant', ...GRADES.slice(1)] }) },
    'The log says that principle 1 of SITES-1 is graded Not Compliant; the table approved_sites says Very Compliant.',
  ],
  [
    'an older activity on the list',
    { listed: listed({ site_activity_id: 8 }) },
    'The log says that the activity on the public list (by number) of SITES-1 is 9; the table approved_sites says 8.',
  ],
  [
    'a time of the list',
    { listed: listed({ approved_at: PROFILE_AT }) },
    'The log says that the time of approval of SITES-1 is Apr 01, 2026 09:00 AM; the table approved_sites says Mar 01, 2026 09:00 AM.',
  ],
  [
    'a state of the past',
    { history: [before, { ...now, grades: ['Very Compliant', ...GRADES.slice(1)] }] },
    'The log says that principle 1 of SITES-1 is graded Not Compliant; the table approved_site_history says Very Compliant.',
  ],
  [
    'a state that began before it was approved',
    {
      history: [
        { ...before, until: PROFILE_AT },
        { ...now, since: PROFILE_AT },
      ],
    },
    'The table approved_site_history says that activity 9 of SITES-1 was listed since Mar 01, 2026 09:00 AM; the log says that it was approved on Apr 01, 2026 09:00 AM.',
  ],
  [
    'a hole in the past',
    { history: [{ ...before, until: PROFILE_AT }, now] },
    'The table approved_site_history does not say what SITES-1 was listed as between Mar 01, 2026 09:00 AM and Apr 01, 2026 09:00 AM; the log does not say that it left the list.',
  ],
  [
    'a later row that states another fact',
    { rows: [...SITE.rows, row(2, 'Approved (FMB)', { project_area: '9' })] },
    'Row 2 of the log says that the project area of SITES-1 is 9; an earlier row, which counts, says 100.50.',
  ],
])('%s', (_what, change, sentence) => {
  // the public list of an altered site may differ as well
  expect(said(change)).toContain(sentence)
})

test('a fact that the approval does not state is a difference, like one that it states otherwise', () => {
  const { principle_number_1 } = ACTIVITY as Record<string, string>
  const rows = approvalOf(9, { principle_number_1: principle_number_1 ?? '' })
  expect(said({ activities: [{ ...activity, rows }] })).toContain(
    'The log says that the figures of activity 9 of SITES-1 is nothing; the table site_activities says 3=10.',
  )
})
