import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GRADES } from '../activities/grades.ts'
import { formatMonth } from '../lib/manila-days.ts'
import { formatDays } from '../lib/format.ts'
import { CATEGORIES } from './dashboard.rules.ts'
import { medianDays } from './figures.rules.ts'
import type { FiguresAbout, GradeCount, MonthCount, PlaceCount, StageCount } from './dashboard.schema.ts'
import {
  applicable,
  approvalsOf,
  byLeastEvidence,
  evidenceMessage,
  gradesMessage,
  monthsMessage,
  openRecords,
  placesMessage,
  shareWithout,
  sitesOf,
  stagesMessage,
  totalOf,
} from './messages.ts'

/** [very, somewhat, not, none] of principles 1 to 8; omitted ones are Very Compliant ten times */
const grades = (given: Record<number, [number, number, number, number]>): GradeCount[] =>
  [1, 2, 3, 4, 5, 6, 7, 8].map((principle_number) => {
    const [very, somewhat, not, none] = given[principle_number] ?? [10, 0, 0, 0]
    return { principle_number, very, somewhat, not, none }
  })
const nothing = grades(Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((one) => [one, [0, 0, 0, 0]])))

const NATIONAL: FiguresAbout = {
  region: null,
  province: null,
  own: false,
  office: null,
  category: 'All Category',
  principle_grade: null,
  principle_number: null,
}

describe('what the grades say', () => {
  test('how many principles most sites comply with', () => {
    expect(gradesMessage(grades({}))).toBe('At every principle most sites are Very Compliant')
    expect(gradesMessage(grades({ 2: [5, 5, 0, 0], 7: [0, 1, 9, 0] }))).toBe(
      'At 6 of the 8 principles most sites are Very Compliant',
    )
    expect(gradesMessage(nothing)).toBe('No site here has been graded yet')
  })

  test('sites where a principle is switched off do not count against it', () => {
    expect(gradesMessage(grades({ 3: [2, 1, 0, 7] }))).toBe(
      'At every principle most sites are Very Compliant',
    )
  })

  test('one site, and no principle at all', () => {
    const one = grades(
      Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((n) => [n, [n > 5 ? 1 : 0, n > 5 ? 0 : 1, 0, 0]])),
    )
    expect(gradesMessage(one)).toBe('The site is Very Compliant at 3 of the 8 principles')
    const none = grades(Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((n) => [n, [1, 9, 0, 0]])))
    expect(gradesMessage(none)).toBe('At no principle are most sites Very Compliant')
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
    expect(evidenceMessage(alike)).toBe('4 principles have the least evidence, all equally little')
    expect(evidenceMessage(grades({}))).toBe('Every principle has evidence at every site it applies to')
    expect(evidenceMessage(nothing)).toBe('No site here has been graded yet')
    expect(shareWithout({ principle_number: 1, very: 0, somewhat: 0, not: 0, none: 4 })).toBe(0)
  })
})

describe('what the places say', () => {
  const place = (name: string, count: number) => ({ id: 1, name, count })
  test('the one with the most, all in one, several alike, none', () => {
    expect(placesMessage([place('Laguna', 11), place('Quezon', 9)], NATIONAL)).toBe(
      'Laguna has the most approved sites',
    )
    expect(placesMessage([place('Laguna', 11), place('Quezon', 0)], NATIONAL)).toBe(
      'All 11 approved sites are in Laguna',
    )
    expect(placesMessage([place('Laguna', 1)], NATIONAL)).toBe('The approved site is in Laguna')
    expect(placesMessage([place('Laguna', 4), place('Quezon', 4)], NATIONAL)).toBe(
      'Laguna and Quezon have the most approved sites',
    )
    const alike = ['A', 'B', 'C', 'D'].map((name) => place(name, 2))
    expect(placesMessage([...alike, place('E', 0)], NATIONAL)).toBe('8 approved sites lie in 4 places')
    expect(placesMessage([place('Laguna', 0)], NATIONAL)).toBe('There is no approved site yet')
  })

  test('with what narrows them, and nothing of a place that the filter has chosen', () => {
    const about = {
      ...NATIONAL,
      region: 'Region IV-A (CALABARZON)',
      principle_grade: 'Not Compliant',
    } as const
    const sites = 'approved sites in Region IV-A (CALABARZON) graded Not Compliant at some principle'
    expect(placesMessage([place('Laguna', 14), place('Quezon', 0)], about)).toBe(
      `All 14 ${sites} are in Laguna`,
    )
    expect(placesMessage([place('Laguna', 14), place('Quezon', 2)], about)).toBe(
      `Laguna has the most ${sites}`,
    )
    expect(
      placesMessage([place('Laguna', 14)], { ...about, province: 'Laguna', principle_number: 6, own: true }),
    ).toBe('14 approved sites you created in Laguna graded Not Compliant at principle 6')
    const capital = 'National Capital Region (NCR)'
    expect(placesMessage([place(capital, 3)], { ...NATIONAL, region: capital })).toBe(
      `3 approved sites in ${capital}`,
    )
  })
})

describe('what the review chain says', () => {
  const stage = (name: StageCount['stage'], profiles: number, median_days: number | null): StageCount => ({
    stage: name,
    profiles,
    activities: 0,
    median_days,
    longest_days: median_days,
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

  test('who waits equally long is named as well', () => {
    const tie = [stage('Encoder', 2, 9), stage('PENRO', 5, 1), stage('FMB', 3, 9)]
    expect(stagesMessage(tie)).toBe(
      'Records wait longest with their encoders and at FMB: half of them 9 days or more',
    )
    expect(stagesMessage([stage('Encoder', 2, 0), stage('PENRO', 5, 0)])).toBe(
      'Records wait equally long with their encoders and at PENRO: half of them less than a day',
    )
  })

  test('and whose records they are is what was counted', () => {
    expect(openRecords(NATIONAL)).toBe('Open records in all regions')
    const laguna = { ...NATIONAL, region: 'Region IV-A', province: 'Laguna' }
    expect(openRecords(laguna)).toBe('Open records in Laguna')
    expect(openRecords({ ...laguna, office: 'PENRO Quezon', principle_grade: 'Not Compliant' })).toBe(
      'Open records of PENRO Quezon, with any grade',
    )
    expect(
      openRecords({ ...laguna, office: 'PENRO Quezon', own: true, category: 'Profiling of SITES' }),
    ).toBe('Open profiles you created in Laguna')
  })

  test('one stage, one record, and none', () => {
    expect(stagesMessage([stage('PENRO', 5, 1)])).toBe('All 5 open records are at PENRO')
    expect(stagesMessage([stage('FMB', 1, 1)])).toBe('One record is waiting, at FMB')
    expect(stagesMessage([stage('FMB', 0, null)])).toBe('No record is waiting in the review chain')
    expect([0, 1, 12, 1200].map(formatDays)).toEqual(['less than a day', '1 day', '12 days', '1,200 days'])
  })
})

test('what the months say', () => {
  const month = (name: string, profiles: number, activities: number): MonthCount => ({
    month: name,
    profiles,
    activities,
  })
  expect(monthsMessage([month('2031-06', 3, 1), month('2031-07', 2, 4)])).toBe(
    '10 final approvals in 2 months, most in July 2031',
  )
  expect(monthsMessage([month('2031-06', 1, 0), month('2031-07', 0, 1)])).toBe(
    '2 final approvals in 2 months',
  )
  expect(monthsMessage([month('2031-06', 0, 0), month('2031-07', 0, 0)])).toBe(
    'Nothing was finally approved in the last 2 months',
  )
})

/** Splits "a, b and c". */
const parts = (list: string) => list.split(/, | and /)
const small = fc.nat({ max: 4 })
const numberIn = (text: string | undefined) => Number(text?.replaceAll(',', ''))

const aboutIn = (region: string | null, province: string | null): fc.Arbitrary<FiguresAbout> =>
  fc.record({
    region: fc.constant(region),
    province: fc.constant(province),
    own: fc.boolean(),
    office: fc.constantFrom(null, 'PENRO Quezon'),
    category: fc.constantFrom(...CATEGORIES),
    principle_grade: fc.constantFrom(null, ...GRADES),
    principle_number: fc.constantFrom(null, 1, 8),
  })

/** The sentence names exactly the filters of what was counted. */
function expectNarrowed(sentence: string, about: FiguresAbout): void {
  const where = about.province ?? about.region
  expect(sentence.includes('you created')).toBe(about.own)
  if (where !== null) expect(sentence).toContain(` in ${where}`)
  expect(sentence.includes('with an approved activity')).toBe(about.category === 'Safeguard Activities')
  expect(/ graded ([A-Z]\w+ [A-Z]\w+) at/.exec(sentence)?.[1] ?? null).toBe(about.principle_grade)
  if (about.principle_grade === null) return
  const at = about.principle_number === null ? 'at some principle' : `at principle ${about.principle_number}`
  expect(sentence).toContain(at)
}

describe('[S-109] whatever the numbers are, a caption says nothing else', () => {
  test('of places', () => {
    const counts = fc.array(small, { minLength: 1, maxLength: 6 })
    const national = fc.tuple(counts, aboutIn(null, null))
    const region = fc.tuple(counts, aboutIn('Region X', null))
    const province = fc.tuple(
      counts.map(([first = 0]) => [first]),
      aboutIn('Region X', 'P1'),
    )
    fc.assert(
      fc.property(fc.oneof(national, region, province), ([given, about]) => {
        const places: PlaceCount[] = given.map((count, index) => ({
          id: index,
          name: `P${index + 1}`,
          count,
        }))
        const all = given.reduce((sum, count) => sum + count, 0)
        const most = Math.max(...given)
        const sentence = placesMessage(places, about)
        expectNarrowed(sentence, about)
        const named = /^(P[\dP, and]+) (?:has|have) the most/.exec(sentence)?.[1]
        const only = / (?:is|are) in (P\d)$/.exec(sentence)?.[1]
        const total = /^(?:All )?([\d,]+) approved site/.exec(sentence)?.[1]
        const lie = / lie in (\d+) places$/.exec(sentence)?.[1]
        expect(sentence.startsWith('There is no approved site')).toBe(all === 0)
        if (named !== undefined)
          expect(parts(named)).toEqual(places.filter(({ count }) => count === most).map(({ name }) => name))
        if (named !== undefined) expect(most).toBeLessThan(all)
        if (only !== undefined) expect(places.find(({ name }) => name === only)?.count).toBe(all)
        if (total !== undefined) expect(numberIn(total)).toBe(all)
        if (lie !== undefined) expect(Number(lie)).toBe(given.filter((count) => count > 0).length)
        expect([named, only, total].some(Boolean)).toBe(all > 0)
      }),
    )
  })

  test('of the sites and records that are counted', () => {
    const anywhere = fc.oneof(aboutIn(null, null), aboutIn('Region X', null), aboutIn('Region X', 'Laguna'))
    fc.assert(
      fc.property(fc.nat(), anywhere, (count, about) => {
        const sites = sitesOf(count, about)
        expect(numberIn(/^[\d,]+/.exec(sites)?.[0])).toBe(count)
        expectNarrowed(sites, about)
        expectNarrowed(approvalsOf(about), about)
        expect(/\bactivities\b/.test(approvalsOf(about))).toBe(about.category !== 'Profiling of SITES')
        const open = openRecords(about)
        // an office's records are its own wherever the filter looks, so no place is named
        const where = about.own || about.office === null ? (about.province ?? about.region) : null
        expect(open.includes('you created')).toBe(about.own)
        expect(open.includes('of PENRO Quezon')).toBe(!about.own && about.office !== null)
        expect(/ in (Laguna|Region X|all regions)/.exec(open)?.[1] ?? null).toBe(
          where ?? (about.own || about.office !== null ? null : 'all regions'),
        )
      }),
    )
  })

  const gradeCounts = fc
    .array(fc.tuple(small, small, small, small), { minLength: 8, maxLength: 8 })
    .map((all) => grades(Object.fromEntries(all.map((one, index) => [index + 1, one]))))

  test('of grades and evidence', () => {
    fc.assert(
      fc.property(gradeCounts, (counts) => {
        const kept = counts.filter((one) => one.very > applicable(one) / 2).length
        const said = /^(?:At|The site is Very Compliant at) (every|no|\d)/.exec(gradesMessage(counts))?.[1]
        if (said !== undefined) expect({ every: 8, no: 0 }[said] ?? Number(said)).toBe(kept)
        else expect(counts.every((one) => applicable(one) + one.none === 0)).toBe(true)

        const worst = Math.max(...counts.map(shareWithout))
        const least = counts.filter((one) => shareWithout(one) === worst).map((one) => one.principle_number)
        const sentence = evidenceMessage(counts)
        const named = /^Principles? (.+) ha(?:s|ve) the least evidence$/.exec(sentence)?.[1]
        const many = /^(\d) principles have the least/.exec(sentence)?.[1]
        if (named !== undefined) expect(parts(named).map(Number)).toEqual(least)
        else if (many !== undefined) expect(Number(many)).toBe(least.length)
        else expect(worst).toBe(0)
      }),
    )
  })

  test('of the review chain', () => {
    const waited = fc.array(fc.tuple(small, small), { minLength: 4, maxLength: 4 })
    const holders = {
      'with their encoders': 'Encoder',
      'at PENRO': 'PENRO',
      'at Region': 'Region',
      'at FMB': 'FMB',
    }
    fc.assert(
      fc.property(waited, (given) => {
        const stages = Object.values(holders).map((stage, index): StageCount => {
          const [profiles, median] = given[index] ?? [0, 0]
          const median_days = profiles === 0 ? null : median
          return {
            stage: stage as StageCount['stage'],
            profiles,
            activities: 0,
            median_days,
            longest_days: median_days,
          }
        })
        const held = stages.filter((stage) => totalOf(stage) > 0)
        const sentence = stagesMessage(stages)
        const who = (list: string) => parts(list).map((one) => holders[one as keyof typeof holders])
        const slow = /^Records wait (equally long|longest) (.+): half of them (.+)$/.exec(sentence)
        const all = /^(?:All ([\d,]+) open records are|One record is waiting,) (.+)$/.exec(sentence)
        expect([held.length > 1, held.length === 1]).toEqual([slow !== null, all !== null])
        if (all) expect(held.map(({ stage }) => stage)).toEqual(who(all[2] ?? ''))
        if (all) expect(numberIn(all[1] ?? '1')).toBe(held.reduce((sum, one) => sum + totalOf(one), 0))
        if (!slow) return
        const longest = Math.max(...held.map((one) => one.median_days ?? 0))
        const slowest = held.filter((one) => one.median_days === longest)
        expect(who(slow[2] ?? '')).toEqual(slowest.map(({ stage }) => stage))
        expect(slow[1] === 'equally long').toBe(slowest.length === held.length)
        expect(Number.parseInt(slow[3] ?? '', 10) || 0).toBe(longest)
      }),
    )
  })

  test('half of the records have waited as long as the middle one, and half no longer', () => {
    fc.assert(
      fc.property(fc.array(small, { minLength: 1 }), (days) => {
        const counted = [0, 1, 2, 3, 4].map((one) => ({
          days: one,
          count: days.filter((day) => day === one).length,
        }))
        const median = medianDays(counted) ?? -1
        expect(days.filter((day) => day >= median).length * 2).toBeGreaterThanOrEqual(days.length)
        expect(days.filter((day) => day <= median).length * 2).toBeGreaterThanOrEqual(days.length)
      }),
    )
  })

  test('of months', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(small, small), { minLength: 12, maxLength: 12 }), (given) => {
        const months = given.map(([profiles, activities], index) => ({
          month: `2031-${String(index + 1).padStart(2, '0')}`,
          profiles,
          activities,
        }))
        const all = months.reduce((sum, month) => sum + totalOf(month), 0)
        const sentence = monthsMessage(months)
        const [, total, when] =
          /^([\d,]+) final approvals? in 12 months(?:, most in (.+))?$/.exec(sentence) ?? []
        expect(numberIn(total ?? '0')).toBe(all)
        const most = Math.max(...months.map(totalOf))
        const best = months.filter((month) => totalOf(month) === most)
        expect(when).toBe(all > 0 && best.length === 1 ? formatMonth(best[0]?.month ?? '') : undefined)
      }),
    )
  })
})
