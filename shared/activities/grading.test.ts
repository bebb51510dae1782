import { describe, expect, test } from 'vitest'
import { PRINCIPLE_NUMBERS, type SitePrinciple } from '../principles/principles.schema.ts'
import {
  evidenceOfPrinciple,
  GRADES,
  gradeActivity,
  gradeField,
  gradeOrMissing,
  Gradient,
  NO_ACTIVITIES,
  gradeOptionLabel,
} from './grading.ts'
import { NO_SWITCHES, type Switches } from './switches.ts'

/** A principle with two criteria: indicators n1 and n2 under the first, n3 under the second. */
const principle = (number: number): SitePrinciple => {
  const indicator = (last: number) => ({
    id: number * 10 + last,
    order: last,
    title: 'Indicator',
    helper: '[]',
    figures: [],
  })
  return {
    id: number,
    principle_number: number,
    batch_number: 1,
    title: 'Principle',
    last_criteria_number: 2,
    last_criteria_indicator_number: 2,
    checks: [],
    criteria: [
      {
        id: 1,
        order: 1,
        title: 'First',
        sites_principle_id: number,
        criteria_indicator: [indicator(1), indicator(2)],
      },
      { id: 2, order: 2, title: 'Second', sites_principle_id: number, criteria_indicator: [indicator(3)] },
    ],
  }
}

const off = (switches: Partial<Switches>): Switches => ({ ...NO_SWITCHES, ...switches })

describe('the grade of a principle', () => {
  test.each([
    ['evidence under every indicator', NO_SWITCHES, [11, 12, 13], 'Very Compliant'],
    ['evidence under some', NO_SWITCHES, [13], 'Somewhat Compliant'],
    ['evidence under none', NO_SWITCHES, [], 'Not Compliant'],
    ['the principle off', off({ disabled_principle: [1] }), [11, 12, 13], 'Not Applicable'],
    ['every indicator off', off({ disabled_indicator: ['11', '12', '13'] }), [], 'Not Applicable'],
    [
      'evidence under every indicator that is on',
      off({ disabled_indicator: ['12'] }),
      [11, 13],
      'Very Compliant',
    ],
    ['evidence only under one that is off', off({ disabled_indicator: ['12'] }), [12], 'Not Compliant'],
    ['evidence of another principle', NO_SWITCHES, [21, 22], 'Not Compliant'],
    ['another principle off', off({ disabled_principle: [2] }), [11], 'Somewhat Compliant'],
  ])('[ACTIVITIES-45] %s', (_what, switches, files, grade) => {
    const evidence = evidenceOfPrinciple(principle(1), switches, new Set(files))
    expect(evidence.grade).toBe(grade)
    // the ticks say the same
    const ticks = evidence.on.filter((id) => evidence.stateOf(id) === 'evidence')
    expect(ticks).toHaveLength(evidence.covered)
    expect(evidence.covered === evidence.on.length).toBe(/Very|Not Applicable/.test(grade))
  })

  test('[ACTIVITIES-44] a missing grade is treated as Not Compliant', () => {
    expect(gradeOrMissing(null)).toBe('Not Compliant')
    expect(gradeOrMissing(undefined)).toBe('Not Compliant')
    for (const grade of GRADES) expect(gradeOrMissing(grade)).toBe(grade)
  })
})

test('[ACTIVITIES-43] an activity has eight grades, principle_number_1 to principle_number_8', () => {
  const principles = PRINCIPLE_NUMBERS.map(principle).reverse()
  const grades = gradeActivity(principles, off({ disabled_principle: [3] }), new Set([11, 12, 13, 21]))
  expect(grades).toEqual({
    principle_number_1: 'Very Compliant',
    principle_number_2: 'Somewhat Compliant',
    principle_number_3: 'Not Applicable',
    principle_number_4: 'Not Compliant',
    principle_number_5: 'Not Compliant',
    principle_number_6: 'Not Compliant',
    principle_number_7: 'Not Compliant',
    principle_number_8: 'Not Compliant',
  })
  expect(Gradient.safeParse(grades).success).toBe(true)
  expect(Gradient.safeParse(NO_ACTIVITIES).success).toBe(true)
  expect(Gradient.safeParse('None').success).toBe(false)
  // exactly four values, and each of the eight principles has one
  expect(NO_ACTIVITIES).toBe('No site activities yet')
  expect([...GRADES].sort()).toEqual([
    'Not Applicable',
    'Not Compliant',
    'Somewhat Compliant',
    'Very Compliant',
  ])
  expect(Gradient.safeParse({ ...grades, principle_number_1: 'Compliant' }).success).toBe(false)
  const { principle_number_8: _gone, ...seven } = grades
  expect(Gradient.safeParse(seven).success).toBe(false)
})

test('[ACTIVITIES-44] a principle the batch lacks has no grade and counts as Not Compliant', () => {
  expect(gradeActivity([], NO_SWITCHES, new Set())[gradeField(5)]).toBe('Not Compliant')
})

test('the public list says Compliant for Very Compliant and nothing else differently', () => {
  expect(GRADES.map(gradeOptionLabel)).toEqual([
    'Compliant',
    'Somewhat Compliant',
    'Not Compliant',
    'Not Applicable',
  ])
})
