import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { choice, day, fields, file, line, optionalChoice, optionalDay, own, paragraphs } from './fields.ts'

const SEED = Number(process.env.SEED ?? 20_310_704)

const PAPER = fields({
  title: line('Title', { max: 10, min: 2, help: 'As it is written on the paper' }),
  reason: paragraphs('Why it is needed', { max: 20, named: 'Reason' }),
  kind: choice('Kind', { memo: { label: 'Memorandum' }, law: 'Law' }, { needed: 'Choose a kind.' }),
  audience: optionalChoice(
    'Seen by',
    { staff: 'Staff', all: 'Everyone' },
    { needed: 'Choose.', start: 'staff' },
  ),
  issued_on: day('Issued on', { missing: 'Enter the day.' }),
  valid_until: optionalDay('Valid until'),
  file_id: file('File', { missing: 'Please add the file.' }),
  pages: own('Pages', {
    input: z.array(z.int('Pages are numbers.')).check(z.minLength(1, 'Name a page.')),
    start: (stored) => (Array.isArray(stored) ? stored.map(String) : []),
    send: (typed) => typed.map(Number),
    words: (typed) => typed.join(', ') || null,
  }),
})

const FILLED = PAPER.start({
  title: 'Memo 12',
  reason: 'It says so.',
  kind: 'memo',
  issued_on: '2026-03-01',
  file_id: { id: 7, name: 'memo.pdf' },
  pages: [1, 2],
})

describe('a form described once', () => {
  test('starts empty, with the choice of an empty form', () => {
    expect(PAPER.start(null)).toEqual({
      title: '',
      reason: '',
      kind: '',
      audience: 'staff',
      issued_on: null,
      valid_until: null,
      file_id: null,
      pages: [],
    })
  })

  test('says the sentence of the server under each field, or its own under an empty one', () => {
    expect(PAPER.complaints(PAPER.start(null))).toEqual({
      title: 'Title is required.',
      reason: 'Reason is required.',
      kind: 'Choose a kind.',
      issued_on: 'Enter the day.',
      file_id: 'Please add the file.',
      pages: 'Name a page.',
    })
    expect(PAPER.complaints({ ...FILLED, title: 'M', valid_until: '2026-02-30' })).toEqual({
      title: 'Title must be at least 2 characters.',
      valid_until: 'Valid until is not a day of the calendar. Please enter a date like 2025-06-01.',
    })
  })

  test('sends the file as its id, an empty choice as null, and texts as they are stored', () => {
    expect(PAPER.body({ ...FILLED, title: ' Memo  12 ', audience: '' })).toEqual({
      title: 'Memo 12',
      reason: 'It says so.',
      kind: 'memo',
      audience: null,
      issued_on: '2026-03-01',
      valid_until: null,
      file_id: 7,
      pages: [1, 2],
    })
  })

  test('shows what is stored, and what differs, in the words of its choices', () => {
    expect(PAPER.details({ title: 'Memo 12', kind: 'law' }).slice(0, 4)).toEqual([
      { field: 'title', label: 'Title', text: 'Memo 12' },
      { field: 'reason', label: 'Why it is needed', text: '' },
      { field: 'kind', label: 'Kind', text: 'Law' },
      { field: 'audience', label: 'Seen by', text: 'Staff' },
    ])
    const changed = { ...FILLED, kind: 'law', valid_until: '2027-01-01', pages: ['1'] } as const
    expect(PAPER.changes(FILLED, { ...changed, pages: ['1'] })).toEqual([
      { field: 'kind', label: 'Kind', old: 'Memorandum', new: 'Law' },
      { field: 'valid_until', label: 'Valid until', old: null, new: '2027-01-01' },
      { field: 'pages', label: 'Pages', old: '1, 2', new: '1' },
    ])
  })

  test('the server accepts exactly the values that the form does not complain about', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 24 }),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom('', ' ', '\u200b', 'ab'),
    )
    const anyDay = fc.constantFrom(null, '', '2026-02-28', '2026-02-30', 'soon')
    const typed = fc.record({
      title: text,
      reason: text,
      kind: fc.constantFrom('', 'memo', 'law') as fc.Arbitrary<'' | 'memo' | 'law'>,
      audience: fc.constantFrom('', 'staff', 'all') as fc.Arbitrary<'' | 'staff' | 'all'>,
      issued_on: anyDay,
      valid_until: anyDay,
      file_id: fc.constantFrom(null, { id: 7, name: 'a.pdf' }, { id: -1, name: 'b.pdf' }),
      pages: fc.array(fc.constantFrom('1', 'one'), { maxLength: 2 }),
    })
    const sent = (values: ReturnType<typeof PAPER.start>) =>
      Object.fromEntries(PAPER.names.map((name) => [name, sentValue(name, values)]))
    const sentValue = (name: (typeof PAPER.names)[number], values: ReturnType<typeof PAPER.start>) =>
      PAPER.fields[name].send(values[name] as never)
    fc.assert(
      fc.property(typed, (values) => {
        const refused = z.safeParse(PAPER.input, sent(values)).error?.issues.map(({ path }) => path[0]) ?? []
        expect(Object.keys(PAPER.complaints(values)).toSorted()).toEqual([...new Set(refused)].toSorted())
      }),
      { seed: SEED, numRuns: 500 },
    )
  })
})
