import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  aFigure,
  aPrinciple,
  aRegion,
  aSpread,
  aStatement,
  someSources,
} from '../../tests/support/records/summary-sources.ts'
import { GRADES } from '../activities/grades.ts'
import { SITE } from '../texts/en/site.ts'
import { composeSummary, periodOf } from './compose.ts'
import { documentFacts, numbersOf, numberWords, paragraphWords } from './document-words.ts'
import { chaptersOf } from './layout.ts'
import { OFFICIAL_WORDS, SAFEGUARD_WORDING, type Safeguard } from './safeguards.ts'
import type { DocumentTable, Paragraph, SummaryDocument } from './summary-document.ts'
import type { SummarySources } from './summary-facts.ts'

const composed = (more: Partial<SummarySources> = {}) => composeSummary(someSources(more))

function part(document: SummaryDocument, letter: Safeguard) {
  const found = document.safeguards.find(({ safeguard }) => safeguard === letter)
  if (!found) throw new Error(`Safeguard (${letter}) is missing.`)
  return found
}
const wordsIn = (document: SummaryDocument, paragraphs: readonly Paragraph[]): string[] =>
  paragraphs.map((one) => paragraphWords(numbersOf(document), one))
const sentences = (document: SummaryDocument, letter: Safeguard = 'd'): string[] =>
  wordsIn(document, part(document, letter).respected.paragraphs)
const coverage = (document: SummaryDocument): string[] => wordsIn(document, document.coverage.paragraphs)
const tablesUnder = (document: SummaryDocument, principle: number) =>
  document.principles.find(({ principle_number }) => principle_number === principle)?.tables ?? []
const row = (document: SummaryDocument, key: string) => document.annex.find((one) => one.key === key)

const NO_GRADES = { 'Very Compliant': 0, 'Somewhat Compliant': 0, 'Not Compliant': 0, 'Not Applicable': 0 }

describe('what a document says of itself', () => {
  test('whole country, its sets of criteria each once, its parts in order', () => {
    const document = composed({ evidence: { files: 7, sha256: 'b'.repeat(64) } })
    expect(document).toMatchObject({
      format: 1,
      year: 2026,
      reporting_years: [2024, 2025],
      regions: [],
      batches: [1, 2],
      data_of: '2026-11-23',
      crosswalk_version: 1,
      evidence: { files: 7 },
    })
    expect(document.safeguards.map(({ safeguard }) => safeguard).join('')).toBe('abcdefg')
    expect(part(document, 'd').principles).toEqual([
      { principle_number: 4, short_title: 'Stakeholder participation', is_primary: true },
      { principle_number: 3, short_title: 'Indigenous and local community rights', is_primary: false },
      { principle_number: 5, short_title: 'Capacity building', is_primary: false },
    ])
  })

  test('its period as days, with neighbouring years together', () => {
    expect(periodOf([2026, 2023, 2024])).toEqual([
      { from: '2023-01-01', to: '2024-12-31' },
      { from: '2026-01-01', to: '2026-12-31' },
    ])
    expect(documentFacts(composed())).toContainEqual(['Period', 'Jan 01, 2024 to Dec 31, 2025'])
  })

  test('how it was consulted and whom to ask, at its end', () => {
    const texts = [{ section: 'contact' as const, text: 'Ask us.', written_on: '2026-01-31' }]
    const document = composed({ texts })
    expect(document.consultation).toEqual({ paragraphs: [], written_on: null })
    const ends = chaptersOf(document).slice(-2)
    expect(ends.map(({ id, title }) => [id, title])).toEqual([
      ['consultation', 'How it was consulted'],
      ['contact', 'Contact'],
    ])
    expect(ends[1]?.blocks).toEqual([{ kind: 'written', written: document.contact }])
  })

  test('its crosswalk, before the safeguards', () => {
    const document = composed()
    expect(document.crosswalk?.rows[2]).toMatchObject({ principle_number: 3, cells: [['(c)'], ['(d)']] })
    const chapter = chaptersOf(document).find(({ id }) => id === 'safeguards')
    expect(chapter?.blocks).toEqual([expect.objectContaining({ table: document.crosswalk })])
  })

  test('what is missing in the records, before the reasons and the plan', () => {
    const facts = [aRegion(4, 'IV-A', { registered: 3, sites: 2, principles: [aPrinciple(7)] })]
    const texts = [{ section: 'gaps' as const, text: 'Storms.', written_on: '2026-01-31' }]
    const document = composed({ facts, texts, statements: [] })
    expect(wordsIn(document, document.found_gaps ?? [])).toEqual([
      'Approved sites without a record of the chosen years: 1.',
      expect.stringMatching(/^Principle 7 \(.*\), outcome indicators without evidence: 3 of 10\.$/),
      'No record reports on Safeguard (a), Safeguard (b), Safeguard (c), Safeguard (d) and Safeguard (e).',
      'No statement of a record is quoted for Safeguard (f) and Safeguard (g).',
    ])
    const chapter = chaptersOf(document).find(({ id }) => id === 'gaps')
    expect(chapter?.blocks.at(-1)).toEqual({ kind: 'written', written: document.gaps })
    expect(document.gaps?.paragraphs).toEqual([[{ text: 'Storms.' }]])
  })

  test('what changed since the last summary: texts, and numbers with their old values', () => {
    const written = (text: string) => [{ section: 'grievance' as const, text, written_on: '2026-01-31' }]
    const old = composed({ facts: [aRegion(4, 'IV-A', { registered: 1200, sites: 2 })], year: 2025 })
    const before = { ...old, frozen_on: '2025-06-30', texts: written('Old.') }
    const facts = [aRegion(4, 'IV-A', { registered: 3, sites: 2 })]
    const document = composed({ facts, before, texts: written('New.') })
    expect(wordsIn(document, document.changes?.paragraphs ?? [])).toEqual([
      expect.stringContaining('frozen on Jun 30, 2025, which covers: 2024 and 2025, Whole country.'),
      'Parts that were written again: Grievances.',
    ])
    const numbers = document.changes?.numbers ?? []
    expect(numbers.map(({ term }) => term)).toEqual([
      'Approved sites on the public list (sites)',
      'Approved sites without a record of the chosen years (sites)',
    ])
    expect(
      wordsIn(
        document,
        numbers.map(({ meaning }) => meaning),
      ),
    ).toEqual(['1,200 in the summary of 2025, now 3.', '1,198 in the summary of 2025, now 1.'])
    expect(composed().changes?.numbers).toEqual([])
  })

  test('what it answers, what its words mean and how to check it, with the addresses of its own', () => {
    const document = composed({ region_ids: [4, 5] })
    expect(document.answers.map(({ term }) => term).join('; ')).toMatch(
      /UNFCCC.*1\/CP\.16.*12\/CP\.17.*17\/CP\.21.*Rights of Indigenous Peoples/,
    )
    const terms = document.definitions.map(({ term }) => term)
    for (const term of ['Addressed', 'Respected', 'Missing and weak', 'Abbreviations', ...GRADES])
      expect(terms).toContain(term)
    const check = wordsIn(document, document.how_to_check).join(' ')
    for (const path of ['/summary/2026', '/site/approved?as_of=2026-11-23', '/how-to-check'])
      expect(check).toContain(`https://sis.example.ph${path}`)
  })

  test('each safeguard has the words of the decision to the letter, and the national reading beside them', () => {
    for (const one of composed().safeguards) {
      expect(one.official_words).toBe(OFFICIAL_WORDS[one.safeguard])
      expect(one.official_source).toBe('UNFCCC decision 1/CP.16, appendix I, paragraph 2')
      expect(one.wording).toBe(SAFEGUARD_WORDING[one.safeguard])
      expect(one.official_note === null).toBe(one.safeguard !== 'e')
    }
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
      document.national_laws,
      document.grievance,
      document.national_circumstances,
      part(document, 'd').description,
    ])
      expect(empty).toEqual({ paragraphs: [], written_on: null })
  })
})

describe('sentences on sites', () => {
  test('sites, hectares and those without a record, over all regions', () => {
    expect(coverage(composed())[0]).toBe(
      '6 approved sites of the country are on the public list. 4 of them have an approved record for the reporting years 2024 and 2025; together they cover 2,401 hectares. 2 sites have no such record, so this summary does not cover them.',
    )
  })

  test('one of each, in one region and one year', () => {
    const facts = [aRegion(4, 'Region IV-A', { registered: 2, sites: 1, hectares: '1.00' })]
    expect(coverage(composed({ facts, region_ids: [4], reporting_years: [2025] }))[0]).toBe(
      '2 approved sites of Region IV-A are on the public list. 1 of them has an approved record for the reporting year 2025; it covers 1 hectare. 1 site has no such record, so this summary does not cover it.',
    )
  })

  test('every site has a record, in several chosen regions', () => {
    const facts = [
      aRegion(4, 'IV-A', { sites: 3 }),
      aRegion(5, 'V', { registered: 0, sites: 0, hectares: '0' }),
    ]
    expect(coverage(composed({ facts, region_ids: [4, 5] }))[0]).toBe(
      '3 approved sites of IV-A and V are on the public list. 3 of them have an approved record for the reporting years 2024 and 2025; together they cover 1,200.5 hectares. No site on the list is without such a record.',
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
    const nothing = {
      registered,
      sites: 0,
      hectares: '0',
      principles: [],
      figures: [],
      batches: [],
      activities: [],
    }
    const document = composed({ facts: [aRegion(4, 'IV-A', nothing)] })
    expect(coverage(document)).toEqual([said])
    expect(sentences(document)).toEqual(['No record of the chosen years reports on this safeguard.'])
    expect(document.principles.flatMap(({ tables }) => tables)).toEqual([])
  })
})

describe('sentences on principles', () => {
  test('where a principle is at home: its tables, grades, and missing evidence apart from weak grades; then what supports', () => {
    expect(sentences(composed())).toEqual([
      'Principle 4 (Stakeholder participation) answers this safeguard above all; its numbers are in Table 6 and Table 7. Of the sites with a record, 2 were graded Very Compliant, 2 Somewhat Compliant, 0 Not Compliant and 0 Not Applicable. Counted over all of these sites, 20 outcome indicators apply; 6 have no evidence. Counted by grade instead, 2 sites were graded Somewhat Compliant or Not Compliant.',
      'It is supported by Principle 3 (Indigenous and local community rights, Table 5) and Principle 5 (Capacity building, Table 8).',
    ])
  })

  test('a principle that answers two safeguards is described once, and cited by the other', () => {
    const document = composed()
    expect(sentences(document, 'f')[0]).toMatch(
      / are in Table 10\. Of the sites with a record, 2 were graded/,
    )
    expect(sentences(document, 'g')).toEqual([
      'Principle 7 (Climate risk, reversals and displaced emissions) answers this safeguard above all; its numbers are in Table 10. What its records report is described under Safeguard (f).',
    ])
    expect(part(document, 'g').respected.tables).toEqual([10])
  })

  test.each([
    [
      { 'Very Compliant': 1, 'Somewhat Compliant': 0, 'Not Compliant': 1, 'Not Applicable': 3 },
      [5, 1],
      '1 was graded Very Compliant, 0 Somewhat Compliant, 1 Not Compliant and 3 Not Applicable.',
      '5 outcome indicators apply; 1 has no evidence. Counted by grade instead, 1 site was graded Somewhat Compliant or Not Compliant.',
    ],
    [
      { ...NO_GRADES, 'Very Compliant': 2 },
      [1, 0],
      '2 were graded Very Compliant, 0 Somewhat Compliant, 0 Not Compliant and 0 Not Applicable.',
      '1 outcome indicator applies; it has evidence. Counted by grade instead, no site was graded Somewhat Compliant or Not Compliant.',
    ],
    [
      { ...NO_GRADES, 'Very Compliant': 2 },
      [9, 0],
      '2 were graded Very Compliant, 0 Somewhat Compliant, 0 Not Compliant and 0 Not Applicable.',
      '9 outcome indicators apply; all of them have evidence. Counted by grade instead, no site was graded Somewhat Compliant or Not Compliant.',
    ],
  ] as const)(
    'the words fit the numbers %j %j',
    (grades, [indicators, without_evidence], graded, evidence) => {
      const principles = [aPrinciple(4, { grades, indicators, without_evidence })]
      const [said] = sentences(composed({ facts: [aRegion(4, 'IV-A', { principles })] }))
      expect(said).toContain(graded)
      expect(said).toContain(` Counted over all of these sites, ${evidence}`)
    },
  )

  test('nothing applies; another principle has no record', () => {
    const grades = { ...NO_GRADES, 'Not Applicable': 2 }
    const principles = [aPrinciple(4, { grades, indicators: 0, without_evidence: 0 })]
    const facts = [aRegion(4, 'IV-A', { principles })]
    expect(sentences(composed({ facts }))[0]).toContain(
      ' No outcome indicator of it applies to these sites. ',
    )
    expect(sentences(composed({ facts }), 'b')).toEqual([
      'Principle 2 (Transparent governance) answers this safeguard above all; no record of the chosen years reports on it.',
      'Principle 5 (Capacity building) answers this safeguard above all; no record of the chosen years reports on it.',
      'It is supported by Principle 1 (Legal compliance, no record) and Principle 4 (Stakeholder participation, Table 3).',
    ])
  })

  test('a safeguard whose principles have no record says so and cites no table', () => {
    const document = composed({ facts: [aRegion(4, 'IV-A', { principles: [aPrinciple(4)] })] })
    expect(sentences(document, 'f')).toEqual(['No record of the chosen years reports on this safeguard.'])
    expect(part(document, 'f').respected.tables).toEqual([])
    expect(wordsIn(document, document.principles[6]?.paragraphs ?? [])).toEqual([
      'No record of the chosen years reports on it.',
    ])
    // one principle with records is enough
    expect(part(document, 'c').respected.tables).toEqual([3])
  })
})

describe('tables', () => {
  const told = (document: SummaryDocument, table: DocumentTable | undefined) => {
    const { caption, columns, rows } = table ?? { caption: '', columns: [], rows: [] }
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
    const both = composed({ facts, region_ids: [4, 5] })
    expect(told(both, tablesUnder(both, 4)[0])).toEqual([
      'Principle 4 (Stakeholder participation): sites by the grade of their last chosen year; outcome indicators that apply, and those without evidence',
      [
        'Region',
        'Very Compliant',
        'Somewhat Compliant',
        'Not Compliant',
        'Not Applicable',
        'Indicators that apply',
        'Without evidence',
      ],
      ['Region IV-A', '1', '1', '0', '0', '10', '3'],
      ['Region V', '0', '0', '1,500', '0', '10', '3'],
      ['All chosen regions', '1', '1', '1,500', '0', '20', '6'],
    ])
    const whole = composed({ facts })
    expect(told(whole, tablesUnder(whole, 4)[0]).at(-1)).toEqual([
      'Whole country',
      '1',
      '1',
      '1,500',
      '0',
      '20',
      '6',
    ])
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
    expect(told(document, tablesUnder(document, 4)[1])).toEqual([
      'Principle 4 (Stakeholder participation): figures added up over the sites that report them',
      ['Figure and reporting year', 'Sites', 'Total'],
      ['4.1.1 Women (people), 2025', '2', '12'],
      ['4.1.2 Meetings held (meetings), 2024', '2', '0.25'],
      ['4.1.2 Meetings held (meetings), 2025', '3', '12.1'],
    ])
    expect(row(document, 'figure_4.1.2.meetings_held.meetings.2025.total')?.value).toBe('12.1')
    expect(row(document, 'figure_4.1.2.meetings_held.meetings.2025.total.region_5')).toMatchObject({
      region: 'V',
      value: '0.1',
      unit: 'meetings',
      indicator: '4.1.2',
      principle_number: 4,
    })
    expect(row(document, 'figure_4.1.1.women.people.2025.total.region_5')).toBeUndefined()
  })

  test('regions without a record are left out of the tables by principle, not of the annex', () => {
    const empty = aRegion(5, 'Region V', { sites: 0, principles: [] })
    const document = composed({ facts: [aRegion(4, 'Region IV-A'), empty] })
    expect(tablesUnder(document, 4)[0]?.rows.map(({ label }) => label)).toEqual([
      'Region IV-A',
      'Whole country',
    ])
    expect(document.coverage.tables[0]?.rows.map(({ label }) => label)).toContain('Region V')
    expect(row(document, 'p4.weak.region_5')?.value).toBe('0')
  })

  test('every table is in the document once, numbered through, and safeguards cite it by its number', () => {
    const document = composed()
    const tables = [...document.coverage.tables, ...document.principles.flatMap((one) => one.tables)]
    expect(tables.map(({ number }) => number)).toEqual(tables.map((_, at) => at + 1))
    const [grades, figures] = tablesUnder(document, 4)
    for (const letter of ['b', 'c', 'd'] as const)
      expect(part(document, letter).respected.tables).toEqual(
        expect.arrayContaining([grades?.number, figures?.number]),
      )
    const cited = document.safeguards.flatMap(({ respected }) =>
      respected.paragraphs.flat().flatMap((one) => ('table' in one ? [one.table] : [])),
    )
    expect(new Set(cited)).toEqual(new Set(document.safeguards.flatMap(({ respected }) => respected.tables)))
  })

  test('sites and hectares by region, and the five REDD+ activities in the order and words of the decision', () => {
    const document = composed()
    const [regions, activities] = document.coverage.tables
    expect(told(document, regions).slice(2)).toEqual([
      ['Region IV-A', '3', '2', '1', '1,200.5'],
      ['Region V', '3', '2', '1', '1,200.5'],
      ['Whole country', '6', '4', '2', '2,401'],
    ])
    expect(told(document, activities).slice(2)).toEqual([
      ['(a) Reducing emissions from deforestation', '4', '2,000'],
      ['(b) Reducing emissions from forest degradation', '0', '0'],
      ['(c) Conservation of forest carbon stocks', '2', '401'],
      ['(d) Sustainable management of forests', '0', '0'],
      ['(e) Enhancement of forest carbon stocks', '0', '0'],
      ['All of them, each site once', '4', '2,401'],
    ])
    expect(coverage(document)[1]).toMatch(
      / none is left over; .* No site with a record claims \(b\), \(d\), \(e\)\.$/,
    )
  })

  test('figures that do not add up: median, lowest, highest and sites, over all and by region', () => {
    const facts = [
      aRegion(4, 'IV-A', { spreads: [aSpread()] }),
      aRegion(5, 'V', { spreads: [aSpread({ values: [{ value: '10', sites: 1 }] })] }),
    ]
    const document = composed({ facts })
    expect(told(document, tablesUnder(document, 5)[1])).toEqual([
      'Principle 5 (Capacity building): figures that do not add up, as the median and the range of the sites that report them',
      ['Figure and reporting year', 'Sites', 'Median', 'Lowest', 'Highest'],
      ['5.1.1 Hours for each person (hours), 2025', '4', '3.5', '2', '10'],
    ])
    const stem = 'spread_5.1.1.hours_for_each_person.hours.2025'
    expect(row(document, `${stem}.median.region_4`)?.value).toBe('3.5')
    expect(row(document, `${stem}.highest.region_4`)).toMatchObject({
      value: '3.5',
      unit: 'hours',
      region: 'IV-A',
    })
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

test('a statement that two safeguards cite is quoted under the first and cited by the other', () => {
  const document = composed({ statements: [aStatement({ safeguard: 'b' }), aStatement({ safeguard: 'd' })] })
  const cited = chaptersOf(document)
    .flatMap(({ parts }) => parts)
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => (block.kind === 'citations' ? block.citations : []))
  expect(cited.map(({ citation, earlier }) => [citation.ref, earlier])).toEqual([
    ['C1', null],
    ['C2', { ref: 'C1', safeguard: 'b' }],
  ])
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

test('a grade is explained by one sentence, in the method and in the guide of those who draft', () => {
  const means = SITE['site.grades_mean']
  const document = composed()
  const method = wordsIn(document, document.method)
  expect(method).toContain(`What a grade says. ${means}`)
  const guide = readFileSync('docs/drafting-a-summary.md', 'utf8').replaceAll(/\s+/g, ' ')
  expect(guide).toContain(means)
})
