import { describe, expect, test } from 'vitest'
import type { GradeCount, MonthCount, StageCount } from './dashboard.schema.ts'
import {
  byLeastEvidence,
  evidenceMessage,
  formatDays,
  gradesMessage,
  monthsMessage,
  placesMessage,
  shareWithout,
  stagesMessage,
} from './messages.ts'

/** [very, somewhat, not, none] of principles 1 to 8; those left out have ten times Very Compliant */
const grades = (given: Record<number, [number, number, number, number]>): GradeCount[] =>
  [1, 2, 3, 4, 5, 6, 7, 8].map((principle_number) => {
    const [very, somewhat, not, none] = given[principle_number] ?? [10, 0, 0, 0]
    return { principle_number, very, somewhat, not, none }
  })
const nothing = grades(Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((one) => [one, [0, 0, 0, 0]])))

describe('what the grades say', () => {
  test('how many principles most sites comply with', () => {
    expect(gradesMessage(grades({}))).toBe('Most sites are Very Compliant with all 8 principles')
    expect(gradesMessage(grades({ 2: [5, 5, 0, 0], 7: [0, 1, 9, 0] }))).toBe(
      'Most sites are Very Compliant with 6 of the 8 principles',
    )
    expect(gradesMessage(nothing)).toBe('No site here has been graded yet')
  })

  test('sites where a principle is switched off do not count against it', () => {
    expect(gradesMessage(grades({ 3: [2, 1, 0, 7] }))).toBe(
      'Most sites are Very Compliant with all 8 principles',
    )
  })

  test('one site, and no principle at all', () => {
    const one = grades(
      Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((n) => [n, [n > 5 ? 1 : 0, n > 5 ? 0 : 1, 0, 0]])),
    )
    expect(gradesMessage(one)).toBe('The site is Very Compliant with 3 of the 8 principles')
    const none = grades(Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((n) => [n, [1, 9, 0, 0]])))
    expect(gradesMessage(none)).toBe('With no principle are most sites Very Compliant')
  })
})

describe('what the evidence says', () => {
  test('the principle most often without, by share of the sites it applies to', () => {
    const counts = grades({ 2: [6, 0, 4, 0], 6: [1, 0, 2, 7] })
    expect(evidenceMessage(counts)).toBe('Principle 6 has the least evidence')
    expect(
      byLeastEvidence(counts)
        .map(({ principle_number }) => principle_number)
        .slice(0, 3),
    ).toEqual([6, 2, 1])
  })

  test('two alike are named both, many are counted, none is said', () => {
    expect(evidenceMessage(grades({ 3: [9, 0, 1, 0], 5: [9, 0, 1, 0] }))).toBe(
      'Principles 3 and 5 have the least evidence',
    )
    const alike = grades({ 1: [9, 0, 1, 0], 2: [9, 0, 1, 0], 3: [9, 0, 1, 0], 4: [9, 0, 1, 0] })
    expect(evidenceMessage(alike)).toBe('4 principles have equally little evidence')
    expect(evidenceMessage(grades({}))).toBe('Every principle has evidence at every site')
    expect(evidenceMessage(nothing)).toBe('No site here has been graded yet')
    expect(shareWithout({ principle_number: 1, very: 0, somewhat: 0, not: 0, none: 4 })).toBe(0)
  })
})

describe('what the places say', () => {
  const place = (name: string, count: number) => ({ id: 1, name, count })
  test('the one with the most, all in one, several alike, none', () => {
    expect(placesMessage([place('Laguna', 11), place('Quezon', 9)])).toBe(
      'Laguna has the most approved sites',
    )
    expect(placesMessage([place('Laguna', 11), place('Quezon', 0)])).toBe(
      'All 11 approved sites are in Laguna',
    )
    expect(placesMessage([place('Laguna', 1)])).toBe('The approved site is in Laguna')
    expect(placesMessage([place('Laguna', 4), place('Quezon', 4)])).toBe(
      'Laguna and Quezon have the most approved sites',
    )
    const alike = ['A', 'B', 'C', 'D'].map((name) => place(name, 2))
    expect(placesMessage([...alike, place('E', 0)])).toBe('8 approved sites in 4 places')
    expect(placesMessage([place('Laguna', 0)])).toBe('There is no approved site here yet')
  })
})

describe('what the review chain says', () => {
  const stage = (name: StageCount['stage'], profiles: number, median_days: number | null): StageCount => ({
    ...{ stage: name, profiles, activities: 0, median_days, longest_days: median_days },
  })
  test('where the middle record waits longest', () => {
    const stages = [
      stage('Encoder', 2, 3),
      stage('PENRO', 5, 1),
      stage('Region', 3, 9),
      stage('FMB', 0, null),
    ]
    expect(stagesMessage(stages)).toBe('Records wait longest at Region: half of them 9 days or more')
    expect(stagesMessage([stage('Encoder', 2, 3), stage('PENRO', 5, 1)])).toBe(
      'Records wait longest with their encoders: half of them 3 days or more',
    )
  })

  test('one stage, one record, and none', () => {
    expect(stagesMessage([stage('PENRO', 5, 1)])).toBe('All 5 open records are at PENRO')
    expect(stagesMessage([stage('FMB', 1, 1)])).toBe('One record waits, at FMB')
    expect(stagesMessage([stage('FMB', 0, null)])).toBe('Nothing waits in the review chain')
    expect([0, 1, 12, 1200].map(formatDays)).toEqual(['less than a day', '1 day', '12 days', '1,200 days'])
  })
})

test('what the months say', () => {
  const month = (name: string, profiles: number, activities: number): MonthCount => ({
    ...{ month: name, profiles, activities },
  })
  expect(monthsMessage([month('2031-06', 3, 1), month('2031-07', 2, 4)])).toBe(
    '10 final approvals in 12 months, most in July 2031',
  )
  expect(monthsMessage([month('2031-06', 1, 0), month('2031-07', 0, 1)])).toBe(
    '2 final approvals in 12 months',
  )
  expect(monthsMessage([month('2031-06', 0, 0)])).toBe('Nothing was finally approved in the last 12 months')
})
