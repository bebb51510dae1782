import { describe, expect, test } from 'vitest'
import {
  aFigure,
  aPrinciple,
  aRegion,
  aStatement,
  someSources,
} from '../../tests/support/records/summary-sources.ts'
import { composeSummary } from './compose.ts'
import { numbersOf, numberWords, paragraphWords } from './document-words.ts'
import type { Safeguard } from './safeguards.ts'
import type { SummaryDocument } from './summary-document.ts'
import type { SummarySources } from './summary-facts.ts'

const composed = (more: Partial<SummarySources> = {}) => composeSummary(someSources(more))

function part(document: SummaryDocument, letter: Safeguard) {
  const found = document.safeguards.find(({ safeguard }) => safeguard === letter)
  if (!found) throw new Error(`Safeguard (${letter}) is missing.`)
  return found
}
const sentences = (document: SummaryDocument, letter: Safeguard = 'd'): string[] =>
  part(document, letter).respected.paragraphs.map((one) => paragraphWords(numbersOf(document), one))
const row = (document: SummaryDocument, key: string) => document.annex.find((one) => one.key === key)

const NO_GRADES = { 'Very Compliant': 0, 'Somewhat Compliant': 0, 'Not Compliant': 0, 'Not Applicable': 0 }

describe('what a document says of itself', () => {
  test('whole country, its sets of criteria each once, its parts in order', () => {
    const document = composed({ evidence: { files: 7, sha256: 'b'.repeat(64) } })
    expect(document).toMatchObject({
      ...{ format: 1, year: 2026, reporting_years: [2024, 2025], regions: [], batches: [1, 2] },
      ...{ data_of: '2026-11-23', crosswalk_version: 1, evidence: { files: 7 } },
    })
    expect(document.safeguards.map(({ safeguard }) => safeguard).join('')).toBe('abcdefg')
    expect(part(document, 'd').principles).toEqual([
      { principle_number: 4, short_title: 'Stakeholder participation', is_primary: true },
      { principle_number: 3, short_title: 'Indigenous and local community rights', is_primary: false },
      { principle_number: 5, short_title: 'Capacity building', is_primary: false },
    ])
  })

  test('chosen regions by name', () => {
    expect(composed({ region_ids: [5, 4] }).regions).toEqual(['Region IV-A', 'Region V'])
  })

  test('what was written stands in its part with its day; an emptied text is none', () => {
    const document = composed({
      texts: [
        { section: 'addressed_d', text: 'We hold {{p4.compliant}}.\n\nMore.', written_on: '2025-02-03' },
        { section: 'risks_and_benefits', text: ' ', written_on: '2025-02-03' },
      ],
    })
    const ref = row(document, 'p4.compliant')?.ref
    expect(part(document, 'd').addressed).toEqual({
      paragraphs: [[{ text: 'We hold ' }, { ref }, { text: '.' }], [{ text: 'More.' }]],
      written_on: '2025-02-03',
    })
    for (const empty of [
      document.risks_and_benefits,
      document.national_circumstances,
      part(document, 'd').description,
    ])
      expect(empty).toEqual({ paragraphs: [], written_on: null })
  })
})

describe('sentences on sites', () => {
  test('sites, hectares and those without a record, over all regions', () => {
    expect(sentences(composed())[0]).toBe(
      '6 approved sites of the country are on the public list. 4 of them have an approved record for the reporting years 2024 and 2025; together they cover 2,401 hectares. 2 sites have no such record, so this summary does not cover them.',
    )
  })

  test('one of each, in one region and one year', () => {
    const facts = [aRegion(4, 'Region IV-A', { registered: 2, sites: 1, hectares: '1.00' })]
    expect(sentences(composed({ facts, region_ids: [4], reporting_years: [2025] }))[0]).toBe(
      '2 approved sites of Region IV-A are on the public list. 1 of them has an approved record for the reporting year 2025; it covers 1 hectare. 1 site has no such record, so this summary does not cover it.',
    )
  })

  test('every site has a record, in several chosen regions', () => {
    const facts = [
      aRegion(4, 'IV-A', { sites: 3 }),
      aRegion(5, 'V', { registered: 0, sites: 0, hectares: '0' }),
    ]
    expect(sentences(composed({ facts, region_ids: [4, 5] }))[0]).toBe(
      '3 approved sites of the chosen regions are on the public list. 3 of them have an approved record for the reporting years 2024 and 2025; together they cover 1,200.5 hectares. No site on the list is without such a record.',
    )
  })

  test.each([
    [0, 'No approved site of the country is on the public list.'],
    [
      1,
      '1 approved site of the country is on the public list. It has no approved record for the reporting years 2024 and 2025.',
    ],
    [
      1200,
      '1,200 approved sites of the country are on the public list. None of them has an approved record for the reporting years 2024 and 2025.',
    ],
  ])('%s sites on the list and no record', (registered, said) => {
    const nothing = { registered, sites: 0, hectares: '0', principles: [], figures: [], batches: [] }
    expect(sentences(composed({ facts: [aRegion(4, 'IV-A', nothing)] }))).toEqual([
      said,
      'No record of the chosen years reports on this safeguard.',
    ])
  })
})

describe('sentences on principles', () => {
  test('those that answer it above all first; grades, missing evidence apart from weak grades, figures', () => {
    expect(sentences(composed()).slice(1, 5)).toEqual([
      'Principle 4 (Stakeholder participation) answers this safeguard above all. Of the sites with a record, 2 were graded Very Compliant, 2 Somewhat Compliant, 0 Not Compliant and 0 Not Applicable.',
      'Counted over all of these sites, 20 outcome indicators apply under Principle 4; 6 have no evidence. Counted by grade instead, 2 sites were graded Somewhat Compliant or Not Compliant.',
      'The figures that the records give under Principle 4 are added up in a table below.',
      'Principle 3 (Indigenous and local community rights) supports this safeguard. Of the sites with a record, 2 were graded Very Compliant, 2 Somewhat Compliant, 0 Not Compliant and 0 Not Applicable.',
    ])
    expect(sentences(composed())[6]).toBe(
      'The records give no figures under Principle 3 that could be added up.',
    )
  })

  test.each([
    [
      { 'Very Compliant': 1, 'Somewhat Compliant': 0, 'Not Compliant': 1, 'Not Applicable': 3 },
      [5, 1],
      '1 was graded Very Compliant, 0 Somewhat Compliant, 1 Not Compliant and 3 Not Applicable.',
      '5 outcome indicators apply under Principle 4; 1 has no evidence. Counted by grade instead, 1 site was graded Somewhat Compliant or Not Compliant.',
    ],
    [
      { ...NO_GRADES, 'Very Compliant': 2 },
      [1, 0],
      '2 were graded Very Compliant, 0 Somewhat Compliant, 0 Not Compliant and 0 Not Applicable.',
      '1 outcome indicator applies under Principle 4; it has evidence. Counted by grade instead, no site was graded Somewhat Compliant or Not Compliant.',
    ],
    [
      { ...NO_GRADES, 'Very Compliant': 2 },
      [9, 0],
      '2 were graded Very Compliant, 0 Somewhat Compliant, 0 Not Compliant and 0 Not Applicable.',
      '9 outcome indicators apply under Principle 4; all of them have evidence. Counted by grade instead, no site was graded Somewhat Compliant or Not Compliant.',
    ],
  ] as const)(
    'the words fit the numbers %j %j',
    (grades, [indicators, without_evidence], graded, evidence) => {
      const principles = [aPrinciple(4, { grades, indicators, without_evidence })]
      const said = sentences(composed({ facts: [aRegion(4, 'IV-A', { principles })] }))
      expect(said[1]).toContain(graded)
      expect(said[2]).toBe(`Counted over all of these sites, ${evidence}`)
    },
  )

  test('nothing applies; another principle has no record', () => {
    const grades = { ...NO_GRADES, 'Not Applicable': 2 }
    const principles = [aPrinciple(4, { grades, indicators: 0, without_evidence: 0 })]
    const said = sentences(composed({ facts: [aRegion(4, 'IV-A', { principles })] }))
    expect(said[2]).toMatch(/^No outcome indicator under Principle 4 applies to these sites\. /)
    expect(said[4]).toBe(
      'Principle 3 (Indigenous and local community rights) supports this safeguard. No record of the chosen years reports on it.',
    )
  })

  test('a safeguard whose principles have no record says so and has no table', () => {
    const document = composed({ facts: [aRegion(4, 'IV-A', { principles: [aPrinciple(4)] })] })
    expect(sentences(document, 'f').at(-1)).toBe('No record of the chosen years reports on this safeguard.')
    expect(part(document, 'f').respected.tables).toEqual([])
    // one principle with records is enough
    expect(part(document, 'c').respected.tables).toHaveLength(1)
  })
})

describe('tables', () => {
  const told = (document: SummaryDocument, letter: Safeguard, at: number) => {
    const { caption, columns, rows } = part(document, letter).respected.tables[at] ?? {
      caption: '',
      columns: [],
      rows: [],
    }
    const numbers = numbersOf(document)
    return [
      caption,
      columns,
      ...rows.map(({ label, cells }) => [label, ...cells.map((ref) => ref && numberWords(numbers, ref))]),
    ]
  }

  test('grades by region, and a last row of all', () => {
    const grades = { ...NO_GRADES, 'Not Compliant': 1500 }
    const principles = [aPrinciple(4, { grades })]
    const facts = [aRegion(4, 'Region IV-A'), aRegion(5, 'Region V', { principles })]
    expect(told(composed({ facts, region_ids: [4, 5] }), 'd', 0)).toEqual([
      'Principle 4 (Stakeholder participation): sites by the grade of their last chosen year',
      ['Region', 'Very Compliant', 'Somewhat Compliant', 'Not Compliant', 'Not Applicable'],
      ['Region IV-A', '1', '1', '0', '0'],
      ['Region V', '0', '0', '1,500', '0'],
      ['All chosen regions', '1', '1', '1,500', '0'],
    ])
    expect(told(composed({ facts }), 'd', 0).at(-1)).toEqual(['Whole country', '1', '1', '1,500', '0'])
  })

  test('figures year by year, added up over regions', () => {
    const facts = [
      aRegion(4, 'IV-A', {
        figures: [
          aFigure({ reporting_year: 2025 }),
          aFigure({ reporting_year: 2024, total: '0.25' }),
          aFigure({ indicator: '4.1.1', place: [1, 1, 2], name: 'Women', unit: 'people' }),
        ],
      }),
      aRegion(5, 'V', { figures: [aFigure({ sites: 1, total: '0.1' })] }),
    ]
    const document = composed({ facts })
    expect(told(document, 'd', 1)).toEqual([
      'Principle 4 (Stakeholder participation): figures added up over the sites that report them',
      ['Figure and reporting year', 'Sites', 'Total'],
      ['4.1.1 Women (people), 2025', '2', '12'],
      ['4.1.2 Meetings held (meetings), 2024', '2', '0.25'],
      ['4.1.2 Meetings held (meetings), 2025', '3', '12.1'],
    ])
    expect(row(document, 'figure_4.1.2.meetings_held.meetings.2025.total')?.value).toBe('12.1')
    expect(row(document, 'figure_4.1.2.meetings_held.meetings.2025.total.region_5')).toMatchObject({
      ...{ region: 'V', value: '0.1', unit: 'meetings', indicator: '4.1.2', principle_number: 4 },
    })
    expect(row(document, 'figure_4.1.1.women.people.2025.total.region_5')).toBeUndefined()
  })

  test('a record stands under each safeguard that its principle answers, by the same numbers', () => {
    const document = composed()
    const ref = row(document, 'p4.compliant')?.ref
    for (const letter of ['b', 'c', 'd'] as const)
      expect(
        part(document, letter).respected.tables.some(({ rows }) => rows.at(-1)?.cells[0] === ref),
        letter,
      ).toBe(true)
  })
})

describe('keys', () => {
  test('figures whose names differ in signs only have keys of their own', () => {
    const figures = ['People (%)', 'People', 'people'].map((name) => aFigure({ name, unit: '' }))
    const keys = composed({ facts: [aRegion(4, 'IV-A', { figures })] }).annex.map(({ key }) => key)
    expect(keys.filter((key) => /^figure.*total$/.test(key))).toEqual([
      'figure_4.1.2.people..2025.total',
      'figure_4.1.2.people.~2.2025.total',
      'figure_4.1.2.people.~3.2025.total',
    ])
  })

  test('a figure that two sets of criteria place differently is one', () => {
    const facts = [
      aRegion(4, 'IV-A', { figures: [aFigure({ place: [1, 2, 3] })] }),
      aRegion(5, 'V', { figures: [aFigure({ place: [1, 2, 1], total: '1' })] }),
    ]
    expect(row(composed({ facts }), 'figure_4.1.2.meetings_held.meetings.2025.total')?.value).toBe('13')
  })
})

test('statements are cited in their order under each safeguard, numbered through', () => {
  const statements = [
    aStatement({ safeguard: 'f', code: 'F1' }),
    aStatement({ safeguard: 'b', code: 'B1' }),
    aStatement({ safeguard: 'f', code: 'F2' }),
    aStatement({ safeguard: 'b', code: 'B2' }),
  ]
  const document = composed({ statements })
  expect(document.safeguards.flatMap((one) => one.statements.map(({ ref, code }) => [ref, code]))).toEqual([
    ['C1', 'B1'],
    ['C2', 'B2'],
    ['C3', 'F1'],
    ['C4', 'F2'],
  ])
  const { safeguard: _safeguard, principle_number: _number, ...cited } = aStatement({ code: 'B1' })
  expect(part(document, 'b').statements[0]).toEqual({ ref: 'C1', ...cited })
})
