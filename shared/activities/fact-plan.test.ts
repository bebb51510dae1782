import { describe, expect, test } from 'vitest'
import type { CriteriaIndicator, SitePrinciple } from '../principles/principles.schema.ts'
import type { IndicatorFacts, PreviousFacts } from './activities.schema.ts'
import { copiedFacts, factComplaints, factPlan, matchPreviousFacts, removedFacts } from './fact-plan.ts'

const meetings = { id: 1, name: 'Meetings', unit: 'meetings', is_whole: true, adds_up: true, part_of: null }
const hours = { id: 2, name: 'Hours', unit: 'hours', is_whole: false, adds_up: true, part_of: null }

const indicator = (id: number, order: number, figures: CriteriaIndicator['figures'] = []) => ({
  id,
  order,
  title: `Indicator ${order}`,
  helper: '[]',
  figures,
})
const principle = (criteria_indicator: CriteriaIndicator[]): SitePrinciple => ({
  id: 9,
  principle_number: 4,
  batch_number: 1,
  title: 'Participation',
  last_criteria_number: 1,
  last_criteria_indicator_number: 2,
  checks: [],
  criteria: [{ id: 90, order: 1, title: 'Meetings are held', sites_principle_id: 9, criteria_indicator }],
})
const FOUR = principle([indicator(11, 1, [meetings, hours]), indicator(12, 2)])

const told = (what_happened: string | null, taken_from: number | null = null): IndicatorFacts => ({
  sites_criteria_indicator_id: 11,
  what_happened,
  taken_from,
  figures: [{ indicator_figure_id: 1, value: '12', taken_from: null }],
})
const entry = { sites_criteria_indicator_id: 11, upload_id: [] }
const LAST: PreviousFacts = {
  site_activity_id: 5,
  year: 2030,
  facts: [
    {
      sites_criteria_indicator_id: 11,
      what_happened: 'Ten meetings.',
      figures: [
        { indicator_figure_id: 1, value: '10' },
        { indicator_figure_id: 2, value: '2.5' },
      ],
    },
    { sites_criteria_indicator_id: 12, what_happened: 'Nothing yet.', figures: [] },
  ],
}

describe('what a save writes', () => {
  test('is what differs, with its lines for the log', () => {
    const plan = factPlan(
      FOUR,
      [told('Twelve meetings.')],
      [
        {
          ...entry,
          what_happened: 'Thirteen meetings.',
          figures: [
            { indicator_figure_id: 1, value: '12' },
            { indicator_figure_id: 2, value: '1,000.5' },
          ],
        },
      ],
    )
    expect(plan).toEqual({
      statements: [
        { sites_criteria_indicator_id: 11, what_happened: 'Thirteen meetings.', taken_from: null },
      ],
      figures: [{ indicator_figure_id: 2, value: '1000.5', taken_from: null }],
      changes: [
        { field: 'What happened 4.1.1', old: 'Twelve meetings.', new: 'Thirteen meetings.' },
        { field: 'Hours 4.1.1', old: null, new: '1000.5' },
      ],
    })
  })

  test('is nothing where nothing is said', () => {
    expect(factPlan(FOUR, [told('Twelve meetings.')], [entry])).toEqual({
      statements: [],
      figures: [],
      changes: [],
    })
  })

  test('complaints stand under their fields', () => {
    const wrong = [
      { ...entry, sites_criteria_indicator_id: 12, figures: [{ indicator_figure_id: 1, value: '1' }] },
      { ...entry, what_happened: 'x'.repeat(2001), figures: [{ indicator_figure_id: 1, value: '1.5' }] },
    ]
    expect(factComplaints(FOUR, wrong)).toEqual({
      'criteria_means.0.figures.0.value': ['This figure does not belong to the indicator.'],
      'criteria_means.1.what_happened': ['What happened cannot exceed 2,000 characters.'],
      'criteria_means.1.figures.0.value': ['Meetings must be a whole number.'],
    })
  })

  test('turned off, everything of the indicator goes', () => {
    const { statements, figures } = removedFacts(FOUR, [told('Twelve.')], [11])
    expect([statements, figures].flat().map((one) => Object.values(one))).toEqual([
      [11, null, null],
      [1, null, null],
    ])
    expect(removedFacts(FOUR, [told('Twelve.')], [12]).changes).toEqual([])
  })
})

describe('what is taken over from last time', () => {
  test('is what does not stand yet, under indicators that are on', () => {
    const all = copiedFacts([FOUR], [], LAST, () => true)
    expect([all.statements.length, all.figures.length]).toEqual([2, 2])
    expect(all.figures[1]).toEqual({ indicator_figure_id: 2, value: '2.5', taken_from: 2030 })
    const some = copiedFacts([FOUR], [told('Twelve meetings.')], LAST, (id) => id === 11)
    expect(some).toEqual({
      statements: [],
      figures: [{ indicator_figure_id: 2, value: '2.5', taken_from: 2030 }],
      changes: [{ field: 'Hours 4.1.1', old: null, new: '2.5' }],
    })
  })

  test('a count that was told in decimals before is not', () => {
    const newer = principle([
      indicator(21, 1, [
        { ...hours, id: 7, is_whole: true },
        { ...meetings, id: 8 },
      ]),
    ])
    const facts: IndicatorFacts[] = [
      {
        sites_criteria_indicator_id: 11,
        what_happened: null,
        taken_from: null,
        figures: [
          { indicator_figure_id: 1, value: '12', taken_from: null },
          { indicator_figure_id: 2, value: '2.5', taken_from: null },
        ],
      },
    ]
    expect(matchPreviousFacts({ principles: [FOUR], facts }, [newer])).toEqual([
      {
        sites_criteria_indicator_id: 21,
        what_happened: null,
        figures: [{ indicator_figure_id: 8, value: '12' }],
      },
    ])
  })
})
