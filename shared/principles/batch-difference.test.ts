import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { batchDifference, type Difference, type PrincipleLike } from './batch-difference.ts'
import { helperFromLines, helperToJson } from './helper-blocks.ts'
import { FULL, SEED } from '../../tests/support/full.ts'

const RUNS = FULL ? 2_000 : 200

const note = (...lines: string[]) => helperToJson(helperFromLines(lines))

const before: PrincipleLike = {
  principle_number: 3,
  criteria: [
    {
      id: 1,
      order: 1,
      title: 'Land',
      criteria_indicator: [
        { id: 11, order: 1, title: 'Titles', helper: note('Certificate') },
        { id: 12, order: 2, title: 'Maps', helper: note('Sketch') },
      ],
    },
    {
      id: 2,
      order: 2,
      title: 'Consent',
      criteria_indicator: [{ id: 21, order: 1, title: 'Minutes', helper: '[]' }],
    },
  ],
}
/** A copy as another stored batch: same words, other ids. */
const copied = (principle: PrincipleLike): PrincipleLike => ({
  ...principle,
  criteria: principle.criteria.map((criteria) => ({
    ...criteria,
    id: (criteria.id ?? 0) + 100,
    criteria_indicator: criteria.criteria_indicator.map((one) => ({ ...one, id: (one.id ?? 0) + 100 })),
  })),
})
const with_ = (
  change: (criteria: PrincipleLike['criteria']) => PrincipleLike['criteria'],
): PrincipleLike => ({
  ...before,
  criteria: change(before.criteria),
})
const [land, consent] = before.criteria as [PrincipleLike['criteria'][0], PrincipleLike['criteria'][0]]

/** "changed 3.1.1 → 3.1.2: Titles → Deeds (title, notes)" */
const told = ({ kind, before: was, after: is, title_changed, moved, notes_changed }: Difference): string => {
  const what = [title_changed && 'title', moved && 'place', notes_changed && 'notes'].filter(Boolean)
  const sides = [was, is].flatMap((side) => (side ? [`${side.number} ${side.title}`] : []))
  return `${kind} ${sides.join(' → ')}${what.length > 0 ? ` (${what.join(', ')})` : ''}`
}
const differences = (after: PrincipleLike) => batchDifference(before, after).map(told)

describe('what differs between two batches of a principle', () => {
  test('nothing, where only the ids are new', () => {
    expect(differences(copied(before))).toEqual([])
    expect(differences(before)).toEqual([])
  })

  test('a new title, under its number', () => {
    const after = copied(with_(() => [{ ...land, title: 'Land and water' }, consent]))
    expect(differences(after)).toEqual(['changed 3.1 Land → 3.1 Land and water (title)'])
  })

  test('rewritten notes, told by what they say, not by how they are spelt', () => {
    const [titles, maps] = land.criteria_indicator
    const rewritten = { ...titles, order: 1, title: 'Titles', helper: note('Certificate', 'Tax declaration') }
    const respelt = { ...maps, order: 2, title: 'Maps', helper: `${note('Sketch').replace('{', '{ ')}` }
    const after = with_(() => [{ ...land, criteria_indicator: [rewritten, respelt] }, consent])
    expect(differences(after)).toEqual(['changed 3.1.1 Titles → 3.1.1 Titles (notes)'])
  })

  test('what was added and removed, with all its indicators', () => {
    const added = { order: 3, title: 'Culture', criteria_indicator: [{ order: 1, title: 'Rites' }] }
    expect(differences(copied(with_(() => [land, added])))).toEqual([
      'removed 3.2 Consent',
      'removed 3.2.1 Minutes',
      'added 3.3 Culture',
      'added 3.3.1 Rites',
    ])
  })

  test('an indicator that stands elsewhere, found again by its title', () => {
    const [titles, maps] = land.criteria_indicator
    const swapped = [
      { ...maps, order: 1, title: 'Maps' },
      { ...titles, order: 2, title: 'Titles' },
    ]
    expect(differences(copied(with_(() => [{ ...land, criteria_indicator: swapped }, consent])))).toEqual([
      'changed 3.1.2 Maps → 3.1.1 Maps (place)',
      'changed 3.1.1 Titles → 3.1.2 Titles (place)',
    ])
  })

  test('a criteria that moves takes its indicators along, which have not moved themselves', () => {
    const after = with_(() => [
      { ...consent, order: 1 },
      { ...land, order: 2 },
    ])
    expect(differences(copied(after))).toEqual([
      'changed 3.2 Consent → 3.1 Consent (place)',
      'changed 3.1 Land → 3.2 Land (place)',
    ])
  })

  test('a form is matched by its ids, even where title and place both changed', () => {
    const after = with_(() => [
      { ...consent, order: 1, title: 'Free and prior consent' },
      { ...land, order: 2, title: 'Land and water' },
    ])
    expect(differences(after)).toEqual([
      'changed 3.2 Consent → 3.1 Free and prior consent (title, place)',
      'changed 3.1 Land → 3.2 Land and water (title, place)',
    ])
  })
})

describe('what differs between two checklists', () => {
  const withLines = (...texts: string[]) => ({ ...before, checks: texts.map((text) => ({ text })) })
  const changed = (was: string[], is: string[]) =>
    batchDifference(withLines(...was), withLines(...is)).map(told)

  test('added, removed and reworded lines, each under its place', () => {
    expect(changed([], ['Dates'])).toEqual(['added Checklist, line 1 Dates'])
    expect(changed(['Dates', 'Names'], ['Dates of the minutes', 'Names'])).toEqual([
      'changed Checklist, line 1 Dates → Checklist, line 1 Dates of the minutes (title)',
    ])
    // those below a line that is gone or new did not move
    expect(changed(['Dates', 'Names', 'Maps'], ['Names', 'Maps'])).toEqual([
      'removed Checklist, line 1 Dates',
    ])
    expect(changed(['Names', 'Maps'], ['Dates', 'Names', 'Maps'])).toEqual(['added Checklist, line 1 Dates'])
  })

  test('lines that changed places', () => {
    expect(changed(['Dates', 'Names', 'Maps'], ['Names', 'Dates', 'Maps'])).toEqual([
      'changed Checklist, line 2 Names → Checklist, line 1 Names (place)',
      'changed Checklist, line 1 Dates → Checklist, line 2 Dates (place)',
    ])
  })

  test('nothing, where one side says nothing of its lines', () => {
    expect(batchDifference(before, withLines('Dates'))).toEqual([])
    expect(batchDifference(withLines('Dates'), before)).toEqual([])
  })

  test(`for any two checklists there is no difference exactly where both say the same (seed ${SEED})`, () => {
    const some = fc.uniqueArray(fc.constantFrom('Dates', 'Names', 'Maps', 'Papers', 'Tax'), { maxLength: 5 })
    const property = fc.property(some, some, (one, other) => {
      const found = changed(one, other)
      expect(found.length === 0).toBe(one.join() === other.join())
      const count = (kind: string) => found.filter((line) => line.startsWith(kind)).length
      expect(count('added') - count('removed')).toBe(other.length - one.length)
    })
    fc.assert(property, { seed: SEED, numRuns: RUNS })
  })
})

const title = fc.constantFrom('Land', 'Consent', 'Culture', 'Benefit', 'Minutes', 'Maps')
const indicator = fc.record({
  order: fc.integer({ min: 1, max: 6 }),
  title,
  helper: title.map((one) => note(one)),
})
const criteria = fc.record({
  order: fc.integer({ min: 1, max: 6 }),
  title,
  criteria_indicator: fc.uniqueArray(indicator, { selector: (one) => one.order, minLength: 1, maxLength: 5 }),
})
const principle = fc
  .uniqueArray(criteria, { selector: (one) => one.order, minLength: 1, maxLength: 5 })
  .map((all): PrincipleLike => ({ principle_number: 3, criteria: all.sort((a, b) => a.order - b.order) }))

const count = ({ criteria: all }: PrincipleLike) =>
  all.length + all.flatMap((one) => one.criteria_indicator).length

describe(`for any two states (seed ${SEED})`, () => {
  test('nothing is counted twice, and what came less what went is the growth', () => {
    const property = fc.property(principle, principle, (one, other) => {
      const found = batchDifference(one, other)
      const added = found.filter(({ kind }) => kind === 'added').length
      const removed = found.filter(({ kind }) => kind === 'removed').length
      expect(added - removed).toBe(count(other) - count(one))
      const numbers = found.flatMap(({ after }) => (after ? [after.number] : []))
      expect(new Set(numbers).size).toBe(numbers.length)
    })
    fc.assert(property, { seed: SEED, numRuns: RUNS })
  })

  test('there is no difference exactly where both say the same', () => {
    const words = ({ criteria: all }: PrincipleLike) =>
      JSON.stringify(
        all.map((one) => [
          one.order,
          one.title,
          one.criteria_indicator
            .map(({ order, title: text, helper }) => [order, text, helper])
            .sort(([a], [b]) => Number(a) - Number(b)),
        ]),
      )
    const property = fc.property(principle, principle, (one, other) => {
      expect(batchDifference(one, other).length === 0).toBe(words(one) === words(other))
      expect(batchDifference(one, one)).toEqual([])
    })
    fc.assert(property, { seed: SEED, numRuns: RUNS })
  })
})
