import { expect, test } from 'vitest'
import { aFigure, aRegion, aSpread, someSources } from '../../tests/support/records/summary-sources.ts'
import { composeSummary } from './compose.ts'
import { meaningOf } from './number-meaning.ts'

const facts = [aRegion(4, 'Region IV-A', { figures: [aFigure()], spreads: [aSpread()] })]
const document = composeSummary(someSources({ facts, region_ids: [4] }))
const meaning = (key: string, of = document): string => {
  const row = of.annex.find((one) => one.key === key)
  if (!row) throw new Error(`The annex has no ${key}.`)
  return meaningOf(row, of)
}
const WHERE = 'in Region IV-A, as of Nov 23, 2026.'

test.each([
  [
    'registered',
    `Sites on the public list: an approved and activated profile, with or without a record, ${WHERE}`,
  ],
  ['sites', `Sites on the public list with an approved record of 2024 and 2025, each site once, ${WHERE}`],
  ['without_record', `Sites on the public list without an approved record of 2024 and 2025, ${WHERE}`],
  [
    'hectares',
    `Hectares that the profiles of the sites with an approved record of 2024 and 2025 declare, each site once, ${WHERE}`,
  ],
  [
    'activity_conservation.sites',
    `Sites with an approved record of 2024 and 2025 whose profile claims "Conservation of forest carbon stocks"; a site may claim several activities, ${WHERE}`,
  ],
  [
    'activity_conservation.hectares',
    `Hectares that the profiles of the sites with an approved record of 2024 and 2025 declare for "Conservation of forest carbon stocks", ${WHERE}`,
  ],
  [
    'p4.compliant',
    `Sites graded Very Compliant under Principle 4 in their last approved record of 2024 and 2025, each site once, ${WHERE}`,
  ],
  [
    'p4.without_evidence.region_4',
    `Outcome indicators that apply under Principle 4 and have no file, added up over the sites by their last approved record of 2024 and 2025, ${WHERE}`,
  ],
  [
    'figure_4.1.2.meetings_held.meetings.2025.sites',
    `Sites whose approved record of 2025 reports "Meetings held" under indicator 4.1.2, ${WHERE}`,
  ],
  [
    'figure_4.1.2.meetings_held.meetings.2025.total',
    `Meetings held (meetings), added up over the sites whose approved records of 2025 report it under indicator 4.1.2, ${WHERE}`,
  ],
  [
    'spread_5.1.1.hours_for_each_person.hours.2025.median',
    `The middle value of "Hours for each person (hours)" that an approved record of 2025 reports under indicator 5.1.1, ${WHERE}`,
  ],
])('{{%s}} says what it counts, of which years, where and as of when', (key, words) => {
  expect(meaning(key)).toBe(words)
})

test('every number of a summary says it; the whole country is named', () => {
  const whole = composeSummary(someSources({ facts }))
  expect(meaning('sites', whole)).toContain('in the whole country, as of')
  expect(meaning('sites.region_4', whole)).toContain('in Region IV-A, as of')
  for (const row of whole.annex)
    expect(meaningOf(row, whole)).toMatch(/^[A-Z].* in .+, as of Nov 23, 2026\.$/)
})
