import { describe, expect, test } from 'vitest'
import { batchDifference } from '../../shared/principles/batch-difference.ts'
import { numberComplaints } from '../../shared/principles/criteria.rules.ts'
import { INDICATOR, PRINCIPLE, PrincipleInput } from '../../shared/principles/principles.fields.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { newLine } from '../ui/Lines.tsx'
import {
  type CriteriaFormValues,
  criteriaComplaints,
  newCriteria,
  numbersOf,
  toInput,
} from './criteria-form.ts'

/** 3.1 with 3.1.1 and 3.1.2, 3.3 with 3.3.1; 3.2, 3.4 and an indicator 5 have been deleted. */
const principle: SitePrinciple = {
  id: 9,
  principle_number: 3,
  batch_number: 4,
  title: 'Rights',
  last_criteria_number: 4,
  last_criteria_indicator_number: 5,
  checks: [],
  criteria: [
    {
      id: 1,
      order: 1,
      title: 'Land',
      sites_principle_id: 9,
      criteria_indicator: [
        { id: 11, order: 1, title: 'Titles', helper: '[]', figures: [] },
        { id: 12, order: 2, title: 'Maps', helper: '[]', figures: [] },
      ],
    },
    {
      id: 3,
      order: 3,
      title: 'Consent',
      sites_principle_id: 9,
      criteria_indicator: [{ id: 31, order: 1, title: 'Minutes', helper: '[]', figures: [] }],
    },
  ],
}
const values = (): CriteriaFormValues => PRINCIPLE.start(principle)
const newIndicator = () => newLine(INDICATOR)
const [land, consent] = values().criteria as [
  CriteriaFormValues['criteria'][0],
  CriteriaFormValues['criteria'][0],
]
const formOf = (criteria: CriteriaFormValues['criteria']): CriteriaFormValues => ({ criteria, checks: [] })

/** "1#1: 1#11 2#12": number and id of a criteria, then of its indicators. */
const told = (form: CriteriaFormValues) =>
  toInput(principle, form).criteria.map(({ order, id, criteria_indicator }) => {
    const name = (one: { order: number; id?: number | undefined }) =>
      `${one.order}${one.id ? `#${one.id}` : ''}`
    return `${name({ order, id })}: ${criteria_indicator.map(name).join(' ')}`
  })

describe('what the form sends', () => {
  test('untouched it says what is stored', () => {
    expect(told(values())).toEqual(['1#1: 1#11 2#12', '3#3: 1#31'])
    expect(batchDifference(principle, toInput(principle, values()))).toEqual([])
    expect(toInput(principle, values())).toMatchObject({ principle_number: 3, batch_number: 4 })
  })

  test('what is new gets numbers that nothing ever had', () => {
    const added = { ...newCriteria(), criteria_indicator: [newIndicator(), newIndicator()] }
    const form = formOf([
      { ...land, criteria_indicator: [...land.criteria_indicator, newIndicator()] },
      consent,
      added,
    ])
    expect(told(form)).toEqual(['1#1: 1#11 2#12 6', '3#3: 1#31', '5: 1 2'])
  })

  test('what is left keeps its number, neighbours exchange theirs', () => {
    expect(told(formOf([consent]))).toEqual(['3#3: 1#31'])
    expect(told(formOf([consent, land]))).toEqual(['1#3: 1#31', '3#1: 1#11 2#12'])
    const added = newCriteria()
    expect(told(formOf([land, added, consent]))).toEqual(['1#1: 1#11 2#12', '3: 1', '5#3: 1#31'])
    const longer = { ...added, criteria_indicator: [newIndicator(), newIndicator()] }
    expect(told(formOf([land, longer, consent]))[1]).toBe('3: 1 6')
  })

  test('whatever is added, removed and moved, the server takes the numbers', () => {
    const used = [
      ...[1, 2].map((indicator) => ({ criteria: 1, indicator })),
      ...[1, 2, 3, 4].map((criteria) => ({ criteria, indicator: 5 })),
      { criteria: 3, indicator: 1 },
    ]
    const [titles, maps] = land.criteria_indicator as [
      (typeof land.criteria_indicator)[0],
      (typeof land.criteria_indicator)[0],
    ]
    const forms: CriteriaFormValues[] = [
      formOf([newCriteria(), consent, newCriteria(), land]),
      formOf([consent, { ...land, criteria_indicator: [newIndicator(), maps, newIndicator(), titles] }]),
      formOf([newCriteria()]),
      formOf([{ ...land, criteria_indicator: [newIndicator(), titles] }]),
    ]
    for (const form of forms) {
      const filled = JSON.parse(
        JSON.stringify(toInput(principle, form)).replaceAll('"title":""', '"title":"New"'),
      )
      const input = PrincipleInput.parse(filled)
      expect(numberComplaints(principle, used, input.criteria)).toEqual({})
    }
  })

  test('complaints stand under their fields', () => {
    const form = formOf([
      { ...land, title: ' ', criteria_indicator: [{ ...newIndicator(), title: 'x', helper: 'no note' }] },
      { ...consent, criteria_indicator: [] },
    ])
    expect(criteriaComplaints(principle, values())).toEqual({})
    expect(criteriaComplaints(principle, form)).toEqual({
      'criteria.0.title': 'Criteria title is required.',
      'criteria.0.criteria_indicator.0.title': 'Indicator title must be at least 2 characters.',
      'criteria.0.criteria_indicator.0.helper': 'The notes could not be read.',
      'criteria.1.criteria_indicator': 'At least one outcome indicator is required.',
    })
    expect(criteriaComplaints(principle, formOf([]))).toEqual({
      criteria: 'At least one criteria is required.',
    })
  })
})

describe('a kept draft', () => {
  test('comes back as it was, and what is none is refused', () => {
    const form = formOf([{ ...land, title: 'Land and water' }, newCriteria()])
    expect(PRINCIPLE.read(JSON.parse(JSON.stringify(form)))).toEqual(form)
    for (const other of [null, {}, { criteria: 7 }, { criteria: [{ title: 'x' }] }])
      expect(PRINCIPLE.read(other)).toBe(null)
  })

  test('has its checklist, which is saved with it', () => {
    const listed: SitePrinciple = { ...principle, checks: [{ id: 5, text: 'Dates' }] }
    expect(toInput(listed, PRINCIPLE.start(listed)).checks).toEqual([{ text: 'Dates' }])
    expect(PRINCIPLE.read({ criteria: [land] })).toBe(null)
  })

  test('fits a newer set: what somebody else removed becomes new, and new numbers are free there', () => {
    const newer: SitePrinciple = {
      ...principle,
      batch_number: 5,
      last_criteria_number: 6,
      last_criteria_indicator_number: 7,
      criteria: principle.criteria.slice(0, 1).map((one) => ({
        ...one,
        id: 51,
        criteria_indicator: one.criteria_indicator
          .slice(0, 1)
          .map((indicator) => ({ ...indicator, id: 511 })),
      })),
    }
    const input = toInput(newer, formOf([land, consent, newCriteria()]))
    expect(input).toMatchObject({
      batch_number: 5,
      criteria: [
        {
          id: 51,
          order: 1,
          criteria_indicator: [
            { id: 511, order: 1 },
            { order: 8, title: 'Maps' },
          ],
        },
        { order: 7, title: 'Consent', criteria_indicator: [{ order: 1 }] },
        { order: 8 },
      ],
    })
    expect(input.criteria[1]).not.toHaveProperty('id')
  })
})

test('numbers rise along the list', () => {
  expect(numbersOf([{ key: '7' }, { key: 'new' }, { key: '2' }], [{ order: 2 }, { order: 7 }], 9)).toEqual([
    2, 7, 10,
  ])
})
