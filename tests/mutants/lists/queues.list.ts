import type { Mutant } from '../mutant.ts'

const FILTERS = 'server/review/record-filters.queries.ts'
const SHARED = 'shared/review/record-filters.ts'
const SITES = 'server/sites/sites.queries.ts'
const queues = ['tests/api/queues.test.ts']

export const QUEUE_FAULTS: readonly Mutant[] = [
  {
    file: FILTERS,
    before: 'sql`rows.office_id = ${office_id}`',
    after: 'sql`rows.office_id >= ${office_id}`',
    fault: 'A list that is narrowed to an office shows others.',
    tests: queues,
    only: 'each filter alone',
  },
  {
    file: FILTERS,
    before: 'least(rows.review_round, ${sql.lit(MOST_ROUNDS)})',
    after: 'rows.review_round',
    fault: 'A record of the fourth round is in no round.',
    tests: queues,
    only: 'each filter alone',
  },
  {
    file: FILTERS,
    before: 'sql.ref(`${table}.approved_at`)},\n      ${sql.ref(`${table}.returned_at`)}',
    after: 'sql.ref(`${table}.returned_at`)},\n      ${sql.ref(`${table}.approved_at`)}',
    fault: 'A record that was returned before its approval is as old as its return.',
    tests: queues,
    only: 'each filter alone',
  },
  {
    file: SHARED,
    before: 'Math.floor(now.getTime() / HOUR_MS)',
    after: 'Math.ceil(now.getTime() / HOUR_MS)',
    fault: 'A record is listed as older than it is.',
    tests: queues,
    only: 'time makes records older',
  },
  {
    file: SHARED,
    before: 'ages > AGES.findIndex',
    after: 'ages >= AGES.findIndex',
    fault: 'A choice of an age tells of more records than it leaves.',
    tests: queues,
    only: 'each filter alone',
  },
  {
    file: SHARED,
    before: 'return name === except || value === undefined',
    after: 'return value === undefined',
    fault: 'Once something is chosen, the other choices of that filter tell of nothing.',
    tests: queues,
    only: 'each filter alone',
  },
  {
    file: SITES,
    before: "\n    or exists (${overlapBy('other_site_profile_id', 'site_profile_id')})",
    after: '',
    fault: 'Of two sites that overlap only one is found by its warnings.',
    tests: queues,
    only: 'each filter alone',
  },
  {
    file: SITES,
    before: " and overlap_ha is not null and met.status = 'Activated'`",
    after: ' and overlap_ha is not null`',
    fault: 'A row warns of land shared with a site that is switched off.',
    tests: ['tests/api/review-waiting.test.ts'],
    only: 'marks of what is stored',
  },
  {
    file: 'server/review/record-changes.queries.ts',
    before: 'seen && seen.get(FINDINGS) === found ? ',
    after: 'seen ? ',
    fault: 'A list narrowed by warnings goes on as it was when a neighbour is switched off.',
    tests: queues,
    only: 'a neighbour that is switched off',
  },
  {
    file: 'server/review/queue-choices.queries.ts',
    before: 'const scope = [actor.access_level, place && actor[place]]',
    after: 'const scope = [actor.access_level]',
    fault: 'The counts of the filters are those of another office.',
    tests: queues,
    only: 'its own counts',
  },
  {
    file: 'server/review/queue-choices.queries.ts',
    before: 'sum(records)::bigint + ${FINDING_CHANGES} as version',
    after: '1 as version',
    fault: 'The counts of the filters go on as they were before a change.',
    tests: queues,
    only: 'a submission, approvals and a return',
  },
  {
    file: 'web/review/queue.ts',
    before: 'record_status: _waits, ',
    after: '',
    fault: 'Who opens a record from those passed on hears that nothing waits.',
    tests: ['web/review/queue.test.ts'],
  },
]
