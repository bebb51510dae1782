import { describe, expect, test } from 'vitest'
import { lastNumbers, numberComplaints, refersOnlyTo, type UsedNumber } from './criteria.rules.ts'
import type { CriteriaInput } from './principles.fields.ts'
import type { SitePrinciple } from './principles.schema.ts'

/** 3.1 with 3.1.1 and 3.1.3, 3.2 with 3.2.1; 3.1.2 and 3.3 were removed earlier. */
const before: Pick<SitePrinciple, 'criteria'> = {
  criteria: [
    {
      id: 1,
      order: 1,
      title: 'Land',
      sites_principle_id: 9,
      criteria_indicator: [
        { id: 11, order: 1, title: 'Titles', helper: '[]', figures: [] },
        { id: 13, order: 3, title: 'Maps', helper: '[]', figures: [] },
      ],
    },
    {
      id: 2,
      order: 2,
      title: 'Consent',
      sites_principle_id: 9,
      criteria_indicator: [{ id: 21, order: 1, title: 'Minutes', helper: '[]', figures: [] }],
    },
  ],
}
const used: UsedNumber[] = ['1.1', '1.2', '1.3', '2.1', '3.1'].map((pair) => {
  const [criteria, indicator] = pair.split('.').map(Number)
  return { criteria: criteria ?? 0, indicator: indicator ?? 0 }
})

/** "1#1: 1#11 3#13" is criteria 1 with id 1, with indicators 1 (id 11) and 3 (id 13); ids may be omitted. */
function input(...lists: string[]): CriteriaInput[] {
  const item = (text: string) => {
    const [order, id] = text.split('#')
    return { order: Number(order), title: 'Any', ...(id ? { id: Number(id) } : {}) }
  }
  return lists.map((list) => {
    const [criteria = '', indicators = ''] = list.split(': ')
    return { ...item(criteria), criteria_indicator: indicators.split(' ').map(item) }
  })
}
const wrong = (...lists: string[]) => Object.keys(numberComplaints(before, used, input(...lists)))

describe('[PRINCIPLES-05] numbers are never given twice', () => {
  test.each([
    ['what goes on keeps its numbers', ['1#1: 1#11 3#13', '2#2: 1#21']],
    ['the same without ids', ['1: 1 3', '2: 1']],
    ['what is new takes numbers nothing ever had', ['1#1: 1#11 3#13 4', '2#2: 1#21 2', '4: 1 2']],
    ['numbers may leave gaps', ['1: 1', '9: 5 7']],
    ['neighbours change places', ['1#2: 1#21', '2#1: 1#13 3#11']],
    ['a new criteria takes the place of a neighbour', ['1: 1 3', '2#2: 1#21', '4#1: 1#11 3#13']],
    ['indicators go along with a criteria that moved', ['1#2: 1#21 2', '2#1: 1#11 3#13 4']],
  ])('%s', (_what, lists) => {
    expect(wrong(...lists)).toEqual([])
  })

  test('a number of something removed before is refused under its field', () => {
    expect(wrong('1#1: 1#11 2', '3: 1')).toEqual([
      'criteria.1.order',
      'criteria.0.criteria_indicator.1.order',
    ])
  })

  test('nor does anything take the number of what this save removes', () => {
    expect(wrong('1#2: 1#21')).toEqual(['criteria.0.order'])
    expect(wrong('1#1: 1#13', '2#2: 1#21')).toEqual(['criteria.0.criteria_indicator.0.order'])
    expect(wrong('1: 1 2', '4#1: 1#11')).toEqual(['criteria.0.criteria_indicator.1.order'])
  })

  test('one that goes on may not take the number of something removed before', () => {
    expect(wrong('1#1: 2#11 3#13', '2#2: 1#21')).toEqual(['criteria.0.criteria_indicator.0.order'])
  })

  test('the highest numbers only grow', () => {
    const last = { last_criteria_number: 3, last_criteria_indicator_number: 3 }
    expect(lastNumbers(last, input('1: 1'))).toEqual(last)
    expect(lastNumbers(last, input('1: 1 7', '5: 1'))).toEqual({
      last_criteria_number: 5,
      last_criteria_indicator_number: 7,
    })
  })
})

test('a save may only continue what the principle has now', () => {
  expect(refersOnlyTo(before, input('1#1: 1#11 4', '2: 1#21', '5: 1'))).toBe(true)
  expect(refersOnlyTo(before, input('1#8: 1#11'))).toBe(false)
  expect(refersOnlyTo(before, input('1#1: 1#88'))).toBe(false)
})
