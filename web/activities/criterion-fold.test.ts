import { describe, expect, test } from 'vitest'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { evidenceOfPrinciple } from '../../shared/activities/grading.ts'
import { NO_SWITCHES } from '../../shared/activities/switches.ts'
import { criterionFolds, insideCriterion } from './criterion-fold.tsx'

const indicator = (id: number) => ({
  id,
  order: id % 10,
  title: `Indicator ${id}`,
  helper: '[]',
  figures: [],
})
const criteria = (order: number, ...ids: number[]) => ({
  id: order,
  order,
  title: `Criterion ${order}`,
  sites_principle_id: 1,
  criteria_indicator: ids.map(indicator),
})
const principle: SitePrinciple = {
  id: 1,
  principle_number: 4,
  batch_number: 1,
  title: 'Participation',
  criteria: [criteria(1, 11, 12), criteria(2, 21, 22, 23), criteria(3, 31)],
  last_criteria_number: 3,
  last_criteria_indicator_number: 3,
  checks: [],
}
const files = new Map([
  [11, 2],
  [12, 1],
  [21, 4],
])
const evidenceUnder = (...indicators: number[]) =>
  evidenceOfPrinciple(principle, { ...NO_SWITCHES, disabled_indicator: ['23'] }, new Set(indicators))
const evidence = {
  site_profile_id: 7,
  stateOf: evidenceUnder(11, 12, 21).stateOf,
  countFiles: (id: number) => files.get(id) ?? 0,
  isInWork: () => false,
}
const openOf = (more: Partial<Parameters<typeof criterionFolds>[1]>) =>
  principle.criteria.map((one) => criterionFolds(principle, { ...evidence, ...more })(one).isOpen)

describe('a folded criterion', () => {
  test('says how many of the indicators that apply have evidence, and how many files', () => {
    expect(principle.criteria.map((one) => insideCriterion(one, evidence))).toEqual([
      '2 of 2 indicators with evidence · 3 files',
      '1 of 2 indicators with evidence · 4 files',
      '0 of 1 indicator with evidence · 0 files',
    ])
    expect(insideCriterion(criteria(3, 31), { ...evidence, stateOf: () => 'off' })).toBe('Add MOV is off')
  })

  test('starts open where the person works, else where evidence is lacking, else at the first', () => {
    expect(openOf({})).toEqual([false, true, false])
    expect(openOf({ isInWork: (id) => id === 11 || id === 31 })).toEqual([true, false, true])
    expect(openOf({ stateOf: evidenceUnder(11, 12, 21, 22, 31).stateOf })).toEqual([true, false, false])
  })

  test('is urgent with an error under one of its indicators', () => {
    const folds = criterionFolds(principle, { ...evidence, attention: new Set([22]) })
    expect(principle.criteria.map((one) => folds(one).isUrgent)).toEqual([false, true, false])
  })

  test('opens when it is known that something under it changed, also if nothing is left there', () => {
    const folds = criterionFolds(principle, { ...evidence, changed: new Set([31]) })
    expect(principle.criteria.map((one) => folds(one).isUrgent)).toEqual([false, false, true])
  })
})
