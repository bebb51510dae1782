import type { Mutant } from '../mutant.ts'

const ORDERS = 'server/lib/kept-orders.ts'
const CHANGES = 'server/review/record-changes.queries.ts'
const TABLE = 'server/lib/datatable.ts'
const RING = 'db/migrations/0031_list_changes.sql'
const kept = ['tests/api/kept-orders.test.ts']
const everyList = ['tests/api/every-list.test.ts']

export const LIST_FAULTS: readonly Mutant[] = [
  {
    file: ORDERS,
    before: 'all.set(order.subarray(from), from + rows.length)',
    after: 'all.set(order.subarray(from), from)',
    fault: 'A record that changed takes the place of another one.',
    tests: kept,
  },
  {
    file: ORDERS,
    before: 'if (at < passed) return null',
    after: 'if (at < 0) return null',
    fault: 'A kept order that is wrong is mended instead of read anew.',
    tests: ['server/lib/kept-orders.test.ts'],
  },
  {
    file: ORDERS,
    before: 'const rest = without(order, changed)',
    after: 'const rest = order',
    fault: 'A record that changed stands twice in a list.',
    tests: kept,
  },
  {
    file: ORDERS,
    before: 'if (known && known.version >= version) {',
    after: 'if (known) {',
    fault: 'A list goes on as it was before a change.',
    tests: kept,
  },
  {
    file: ORDERS,
    before: 'if (size <= most) return',
    after: 'if (size > 0) return',
    fault: 'What is kept of lists fills the memory.',
    tests: kept,
    only: 'goes when others need its room',
  },
  {
    file: CHANGES,
    before: 'if (rows.length < changes || ',
    after: 'if (',
    fault: 'A change that names no record is not seen by the lists.',
    tests: kept,
    only: 'read anew',
  },
  {
    file: CHANGES,
    before: '[...activities.map(({ id }) => id), ...removed]',
    after: 'removed',
    fault: 'The activity of a profile that was switched off stays in the list.',
    tests: kept,
  },
  {
    file: CHANGES,
    before: '[...activities.map(({ id }) => id), ...removed]',
    after: 'activities.map(({ id }) => id)',
    fault: 'An activity that was removed stays counted in the list.',
    tests: kept,
  },
  {
    file: RING,
    before:
      'create trigger regions_renamed after update of name on regions\n  for each statement execute function note_place_name();\n',
    after: '',
    fault: 'Lists by region go on in the order of the old names.',
    tests: kept,
  },
  {
    file: RING,
    before: 'records = kept.records + excluded.records, approvals = kept.approvals + excluded.approvals',
    after: 'records = kept.records + excluded.records',
    fault: 'The public goes on with what it was shown before an approval.',
    tests: ['tests/api/approved.test.ts', 'tests/api/pages.test.ts'],
  },
  {
    file: TABLE,
    before: '[question, parameters, numberOf(columns), text]',
    after: '[question, parameters, numberOf(columns)]',
    fault: 'Whoever searches is shown what somebody else has searched for.',
    tests: everyList,
  },
  {
    file: TABLE,
    before: '[question, parameters, numberOf(columns), text]',
    after: '[question, numberOf(columns), text]',
    fault: 'A list shows the records of another office.',
    tests: ['tests/api/scope.test.ts'],
  },
  {
    file: TABLE,
    before: 'count(*) filter (where ${sql.join(conditions, sql` and `)})',
    after: 'count(*)',
    fault: 'A searched list of people has pages without rows.',
    tests: ['tests/api/users.test.ts'],
    only: 'searches the visible texts',
  },
  {
    file: TABLE,
    before: 'Math.max(1, Math.ceil(count / length))',
    after: 'Math.max(1, Math.floor(count / length))',
    fault: 'The last rows of a list are on no page.',
    tests: everyList,
  },
]
