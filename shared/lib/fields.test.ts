import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import {
  choice,
  chosen,
  day,
  fields,
  file,
  line,
  lines,
  optionalChoice,
  optionalDay,
  optionalLine,
  own,
  paragraphs,
  plain,
  plainValue,
  tick,
} from './fields.ts'

const SEED = Number(process.env.SEED ?? 20_310_704)

const PAPER = fields({
  title: line('Title', { max: 10, min: 2, help: 'As it is written on the paper' }),
  reason: paragraphs('Why it is needed', { max: 20, named: 'Reason' }),
  number: optionalLine('Number', { max: 5 }),
  kind: choice('Kind', { memo: { label: 'Memorandum' }, law: 'Law' }, { needed: 'Choose a kind.' }),
  audience: optionalChoice(
    'Seen by',
    { staff: 'Staff', all: 'Everyone' },
    { needed: 'Choose.', start: 'staff' },
  ),
  issued_on: day('Issued on', { missing: 'Enter the day.' }),
  valid_until: optionalDay('Valid until'),
  file_id: file('File', { missing: 'Please add the file.' }),
  level: choice('Level', plain(['region', 'bureau']), {
    needed: 'Choose a level.',
    unknown: 'This is no level.',
    none: 'Select a level',
  }),
  office_id: chosen('Office', { needed: 'Choose an office.', none: 'Select an office' }),
  is_public: tick('Everyone may read it', { needed: 'Say whether everyone may read it.' }),
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
  level: 'bureau',
  office_id: 4,
  is_public: true,
  pages: [1, 2],
})

describe('a form described once', () => {
  test('starts empty, with the choice of an empty form', () => {
    expect(PAPER.start(null)).toEqual({
      title: '',
      reason: '',
      number: '',
      kind: '',
      audience: 'staff',
      issued_on: null,
      valid_until: null,
      file_id: null,
      level: '',
      office_id: '',
      is_public: false,
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
      level: 'Choose a level.',
      office_id: 'Choose an office.',
      pages: 'Name a page.',
    })
    expect(PAPER.complaints({ ...FILLED, title: 'M', valid_until: '2026-02-30' })).toEqual({
      title: 'Title must be at least 2 characters.',
      valid_until: 'Valid until is not a day of the calendar. Please enter a date like 2025-06-01.',
    })
    expect(
      PAPER.complaints({ ...FILLED, level: 'town' as never, office_id: '0', is_public: '' as never }),
    ).toEqual({
      level: 'This is no level.',
      office_id: 'Choose an office.',
      is_public: 'Say whether everyone may read it.',
    })
  })

  test('sends the file as its id, an empty choice or text as null, and texts as they are stored', () => {
    expect(PAPER.body({ ...FILLED, title: ' Memo  12 ', number: ' \u200b', audience: '' })).toEqual({
      title: 'Memo 12',
      reason: 'It says so.',
      number: null,
      kind: 'memo',
      audience: null,
      issued_on: '2026-03-01',
      valid_until: null,
      file_id: 7,
      level: 'bureau',
      office_id: 4,
      is_public: true,
      pages: [1, 2],
    })
  })

  test('shows what is stored, and what differs, in the words of its choices', () => {
    expect(PAPER.details({ title: 'Memo 12', kind: 'law' }).slice(0, 5)).toEqual([
      { field: 'title', label: 'Title', text: 'Memo 12' },
      { field: 'reason', label: 'Why it is needed', text: '' },
      { field: 'number', label: 'Number', text: '' },
      { field: 'kind', label: 'Kind', text: 'Law' },
      { field: 'audience', label: 'Seen by', text: 'Staff' },
    ])
    const changed = { ...FILLED, kind: 'law', valid_until: '2027-01-01', is_public: false } as const
    expect(PAPER.changes(FILLED, { ...changed, pages: ['1'] })).toEqual([
      { field: 'kind', label: 'Kind', old: 'Memorandum', new: 'Law' },
      { field: 'valid_until', label: 'Valid until', old: null, new: '2027-01-01' },
      { field: 'is_public', label: 'Everyone may read it', old: 'Yes', new: 'No' },
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
      number: text,
      kind: fc.constantFrom('', 'memo', 'law') as fc.Arbitrary<'' | 'memo' | 'law'>,
      audience: fc.constantFrom('', 'staff', 'all') as fc.Arbitrary<'' | 'staff' | 'all'>,
      issued_on: anyDay,
      valid_until: anyDay,
      file_id: fc.constantFrom(null, { id: 7, name: 'a.pdf' }, { id: -1, name: 'b.pdf' }),
      level: fc.constantFrom('', 'region', 'town') as fc.Arbitrary<'' | 'region'>,
      office_id: fc.constantFrom('', '4', '0', '2147483648', 'four'),
      is_public: fc.boolean(),
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

const PERSON = fields({
  name: line('Name', { max: 10, min: 2 }),
  is_guest: plainValue('Guest', z.boolean('Say whether it is a guest.'), false),
  born_on: optionalDay('Born on'),
})
const Persons = z.array(PERSON.input).check(
  z.maxLength(2, 'At most 2 people.'),
  z.check(({ value, issues }) => {
    const names = value.map(({ name }) => name)
    for (const [index, name] of names.entries())
      if (names.indexOf(name) < index)
        issues.push({ code: 'custom', path: [index, 'name'], message: 'Listed twice.', input: name })
  }),
)
const MEETING = fields({
  place: line('Place', { max: 10 }),
  people: lines('People', PERSON, Persons),
})
const NUMBERED = fields({ people: lines('People', PERSON, Persons, 'number') })

describe('a list of lines', () => {
  const ana = { name: 'Ana', is_guest: true, born_on: '1990-05-01' }
  const ben = { name: 'Ben', is_guest: false, born_on: null }
  const met = MEETING.start({ place: 'Lipa', people: [ana, { name: 'Ben' }] })

  test('starts with the stored lines, each with a key, or without any', () => {
    expect(MEETING.start(null)).toEqual({ place: '', people: [] })
    expect(met.people).toEqual([
      { ...ana, key: '0' },
      { ...ben, key: '1' },
    ])
    expect(NUMBERED.start({ people: [{ ...ana, number: 12 }] }).people).toEqual([{ ...ana, key: '12' }])
    expect(MEETING.body(met)).toEqual({ place: 'Lipa', people: [ana, ben] })
  })

  test('has its complaints at their lines, those of the list at the list', () => {
    const again = { ...ana, born_on: 'soon', key: '1' }
    const complaints = (people: typeof met.people) => MEETING.complaints({ place: '', people })
    expect(complaints([...met.people.slice(0, 1), again])).toEqual({
      place: 'Place is required.',
      'people.1.name': 'Listed twice.',
      'people.1.born_on': 'Born on is not a day of the calendar. Please enter a date like 2025-06-01.',
    })
    expect(complaints([...met.people, again]).people).toBe('At most 2 people.')
  })

  test('comes back from a draft as it was; what is none is refused', () => {
    expect(MEETING.read(JSON.parse(JSON.stringify(met)))).toEqual(met)
    const [first] = met.people
    for (const other of [null, 7, [], {}, { place: 'Lipa' }, { ...met, place: 7 }, { ...met, people: {} }])
      expect(MEETING.read(other)).toBe(null)
    for (const one of [null, { ...first, key: 7 }, { key: '0', name: 'Ana' }])
      expect(MEETING.read({ ...met, people: [one] })).toBe(null)
  })

  test('is compared as one text', () => {
    expect(MEETING.changes(met, { ...met, people: met.people.slice(1) })).toEqual([
      { field: 'people', label: 'People', old: 'Ana, true, 1990-05-01; Ben, false', new: 'Ben, false' },
    ])
  })

  test('the server accepts exactly the lists that the form does not complain about', () => {
    const people = fc.array(
      fc.record({
        name: fc.constantFrom('', ' ', 'A', 'Ana', 'Ben', 'Ana-Maria Cruz'),
        born_on: fc.constantFrom(null, '2026-02-28', '2026-02-30', 'soon'),
        is_guest: fc.boolean(),
        key: fc.uuid(),
      }),
      { maxLength: 3 },
    )
    fc.assert(
      fc.property(people, (typed) => {
        const values = { place: 'Lipa', people: typed }
        const refused = z.safeParse(MEETING.input, MEETING.sent(values)).error?.issues ?? []
        const places = new Set(refused.map(({ path }) => path.join('.')))
        expect(Object.keys(MEETING.complaints(values)).toSorted()).toEqual([...places].toSorted())
      }),
      { seed: SEED, numRuns: 500 },
    )
  })
})
