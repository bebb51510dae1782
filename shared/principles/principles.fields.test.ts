import { describe, expect, test } from 'vitest'
import { firstComplaints } from '../lib/fields.ts'
import { helperFromLines, helperToJson } from './helper-blocks.ts'
import { CRITERIA_MAX, INDICATORS_MAX, PrincipleInput } from './principles.fields.ts'

const indicator = (more: object = {}) => ({ order: 1, title: 'Titles are registered', ...more })
const criteria = (more: object = {}) => ({
  order: 1,
  title: 'Land',
  criteria_indicator: [indicator()],
  ...more,
})
const input = (more: object = {}) => ({
  principle_number: 3,
  batch_number: 1,
  criteria: [criteria()],
  ...more,
})

/** The first message per dotted path. */
const errorsOf = (value: unknown) => firstComplaints(PrincipleInput, value)
const titled = (title: unknown) =>
  errorsOf(input({ criteria: [criteria({ title, criteria_indicator: [indicator({ title })] })] }))
const both = (text: string) => ({
  'criteria.0.title': `Criteria title ${text}`,
  'criteria.0.criteria_indicator.0.title': `Indicator title ${text}`,
})

describe('what saving criteria sends', () => {
  test('[PRINCIPLES-08] names its principle and the batch it began from', () => {
    expect(errorsOf(input())).toEqual({})
    expect(errorsOf({ criteria: [criteria()] })).toEqual({
      principle_number: 'Principle number is required.',
      batch_number: 'Batch number is required.',
    })
    expect(errorsOf(input({ principle_number: 9 }))).toEqual({
      principle_number: 'Principle number must be from 1 to 8.',
    })
  })

  test('[PRINCIPLES-09] every title has 2 to 500 characters after trimming', () => {
    for (const nothing of [undefined, '', '   ']) expect(titled(nothing)).toEqual(both('is required.'))
    expect(titled(' a ')).toEqual(both('must be at least 2 characters.'))
    expect(titled('🌳')).toEqual(both('must be at least 2 characters.'))
    expect(titled('ab')).toEqual({})
    expect(titled(` ${'a'.repeat(500)} `)).toEqual({})
    expect(titled('🌳'.repeat(500))).toEqual({})
    expect(titled('a'.repeat(501))).toEqual(both('cannot exceed 500 characters.'))
    const trimmed = PrincipleInput.parse(input({ criteria: [criteria({ title: '  Land  use ' })] }))
    expect(trimmed.criteria[0]?.title).toBe('Land use')
  })

  test('needs one criteria, and one indicator in each (S-64)', () => {
    expect(errorsOf(input({ criteria: [] }))).toEqual({ criteria: 'At least one criteria is required.' })
    expect(errorsOf(input({ criteria: undefined }))).toEqual({
      criteria: 'At least one criteria is required.',
    })
    expect(errorsOf(input({ criteria: [criteria({ criteria_indicator: [] })] }))).toEqual({
      'criteria.0.criteria_indicator': 'At least one outcome indicator is required.',
    })
  })

  test('numbers are positive, whole and once in their list; gaps are allowed (S-64)', () => {
    const list = (...orders: number[]) =>
      errorsOf(input({ criteria: orders.map((order) => criteria({ order })) }))
    expect(list(2, 7, 9)).toEqual({})
    expect(list(1, 2, 1)).toEqual({ 'criteria.2.order': 'The number 1 is used twice.' })
    expect(list(0)).toEqual({ 'criteria.0.order': 'The number must be 1 or more.' })
    expect(list(1.5)).toEqual({ 'criteria.0.order': 'The number must be a whole number.' })
    expect(list(10_000)).toEqual({ 'criteria.0.order': 'The number cannot exceed 9,999.' })
    const twice = criteria({ criteria_indicator: [indicator(), indicator()] })
    expect(errorsOf(input({ criteria: [twice] }))).toEqual({
      'criteria.0.criteria_indicator.1.order': 'The number 1 is used twice.',
    })
  })

  test('has limits to its lists', () => {
    const many = Array.from({ length: CRITERIA_MAX + 1 }, (_, index) => criteria({ order: index + 1 }))
    expect(errorsOf(input({ criteria: many }))).toEqual({
      criteria: 'A principle can have at most 50 criteria.',
    })
    const indicators = Array.from({ length: INDICATORS_MAX + 1 }, (_, index) =>
      indicator({ order: index + 1 }),
    )
    expect(errorsOf(input({ criteria: [criteria({ criteria_indicator: indicators })] }))).toEqual({
      'criteria.0.criteria_indicator': 'A criteria can have at most 50 outcome indicators.',
    })
  })

  test('[PRINCIPLES-07] notes are a block list as JSON text; what is none is refused under its field', () => {
    const noted = (helper: unknown) =>
      input({ criteria: [criteria({ criteria_indicator: [indicator({ helper })] })] })
    const field = 'criteria.0.criteria_indicator.0.helper'
    expect(errorsOf(noted(helperToJson(helperFromLines(['Certificate']))))).toEqual({})
    expect(errorsOf(noted('[{"type":"image","text":[]}]'))).toEqual({
      [field]: 'The notes may contain paragraphs and bullet items only.',
    })
    expect(errorsOf(noted([]))).toEqual({ [field]: 'The notes must be text.' })
    const cleaned = PrincipleInput.parse(
      noted('[{"type":"paragraph","text":[{"text":"x","link":"javascript:alert(1)"}]}]'),
    )
    expect(cleaned.criteria[0]?.criteria_indicator[0]?.helper).toBe(
      '[{"type":"paragraph","text":[{"text":"x"}]}]',
    )
  })
})
