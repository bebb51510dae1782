import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anySources } from '../../tests/support/records/summary-sources.ts'
import { GRADES } from '../activities/grades.ts'
import { composeSummary } from './compose.ts'
import { numbersOf, paragraphWords } from './document-words.ts'
import { REDD_ACTIVITIES } from './redd-activities.ts'
import { type DocumentTable, type Paragraph, SummaryDocument } from './summary-document.ts'
import type { RegionFacts, SummarySources } from './summary-facts.ts'
import { FULL, SEED } from '../../tests/support/full.ts'

/** Recounts every number of a summary with its own plain arithmetic. */

const RUNS = { seed: SEED, numRuns: FULL ? 1_000 : 40 }

/** hundred-thousandths; the generated decimals have at most four places, and a median one more */
const ONE = 100_000n
const units = (decimal: string): bigint => {
  const [whole = '0', decimals = ''] = decimal.split('.')
  return BigInt(whole) * ONE + BigInt(decimals.padEnd(5, '0'))
}
const all = (values: readonly bigint[]): bigint => values.reduce((sum, one) => sum + one, 0n)
const many = (counts: readonly number[]): bigint => all(counts.map((one) => BigInt(one) * ONE))

const GRADE_KEYS = {
  'Very Compliant': 'compliant',
  'Somewhat Compliant': 'somewhat_compliant',
  'Not Compliant': 'not_compliant',
  'Not Applicable': 'not_applicable',
} as const

/** The numbers that exist for any facts, by key, for these regions together. */
function recounted(regions: readonly RegionFacts[]): Map<string, bigint> {
  const counts = new Map<string, bigint>()
  counts.set('registered', many(regions.map(({ registered }) => registered)))
  counts.set('sites', many(regions.map(({ sites }) => sites)))
  counts.set('without_record', many(regions.map(({ registered, sites }) => registered - sites)))
  counts.set('hectares', all(regions.map(({ hectares }) => units(hectares))))
  for (const { key } of REDD_ACTIVITIES) {
    const claims = regions.flatMap(({ activities }) => activities.filter(({ activity }) => activity === key))
    counts.set(`activity_${key}.sites`, many(claims.map(({ sites }) => sites)))
    counts.set(`activity_${key}.hectares`, all(claims.map(({ hectares }) => units(hectares))))
  }
  for (let number = 1; number <= 8; number += 1) {
    const found = regions.flatMap(({ principles }) =>
      principles.filter(({ principle_number }) => principle_number === number),
    )
    for (const grade of GRADES)
      counts.set(`p${number}.${GRADE_KEYS[grade]}`, many(found.map(({ grades }) => grades[grade])))
    counts.set(
      `p${number}.weak`,
      many(found.flatMap(({ grades }) => [grades['Somewhat Compliant'], grades['Not Compliant']])),
    )
    counts.set(`p${number}.indicators`, many(found.map(({ indicators }) => indicators)))
    counts.set(`p${number}.without_evidence`, many(found.map(({ without_evidence }) => without_evidence)))
  }
  return counts
}

/** The sums of figures by indicator, name and year, for each region and, under "all", for all. */
function recountedFigures(regions: readonly RegionFacts[]): Map<string, { sites: bigint; total: bigint }> {
  const sums = new Map<string, { sites: bigint; total: bigint }>()
  for (const { region, figures } of regions)
    for (const { indicator, name, unit, reporting_year, sites, total } of figures)
      for (const where of [region, 'all']) {
        const key = JSON.stringify([indicator, name, unit, reporting_year, where])
        const before = sums.get(key) ?? { sites: 0n, total: 0n }
        sums.set(key, { sites: before.sites + many([sites]), total: before.total + units(total) })
      }
  return sums
}

type Spread = { sites: bigint; median: bigint; lowest: bigint; highest: bigint }

/** What sites report of figures that do not add up, by indicator, name and year, for each region and, under "all", for all. */
function recountedSpreads(regions: readonly RegionFacts[]): Map<string, Spread> {
  const values = new Map<string, bigint[]>()
  for (const { region, spreads } of regions)
    for (const { indicator, name, unit, reporting_year, values: reported } of spreads)
      for (const where of [region, 'all']) {
        const key = JSON.stringify([indicator, name, unit, reporting_year, where])
        const each = reported.flatMap(({ value, sites }) => Array.from({ length: sites }, () => units(value)))
        values.set(key, [...(values.get(key) ?? []), ...each])
      }
  return new Map(
    [...values].map(([key, unsorted]) => {
      const sorted = unsorted.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      const at = (index: number) => sorted[index] ?? 0n
      const middle = (at(Math.floor((sorted.length - 1) / 2)) + at(Math.floor(sorted.length / 2))) / 2n
      const ends = { lowest: at(0), highest: at(sorted.length - 1) }
      return [key, { sites: many([sorted.length]), median: middle, ...ends }]
    }),
  )
}

function expectSpreads(document: SummaryDocument, { facts }: SummarySources): number {
  const found = document.annex.filter(({ key }) => key.startsWith('spread_'))
  const byStem = new Map<string, Partial<Spread> & { where: string }>()
  for (const { key, value, measure, unit, indicator, region, reporting_year } of found) {
    const [, stem = '', kind = ''] = /^(.*)\.(sites|median|lowest|highest)(?=$|\.region_\d+$)/.exec(key) ?? []
    const place = `${stem} ${region}`
    const one = byStem.get(place) ?? { where: '' }
    const name = measure.slice(measure.indexOf(': ') + 2)
    const where =
      kind === 'median' ? JSON.stringify([indicator, name, unit, reporting_year, region ?? 'all']) : one.where
    byStem.set(place, { ...one, where, [kind]: units(value) })
  }
  const said = new Map([...byStem.values()].map(({ where, ...spread }) => [where, spread]))
  expect(said).toEqual(recountedSpreads(facts))
  return found.length
}

function expectNumbers(document: SummaryDocument, { facts }: SummarySources): void {
  const values = new Map(document.annex.map(({ key, value }) => [key, units(value)]))
  expect(values.size, 'keys are unique').toBe(document.annex.length)
  expect(new Set(document.annex.map(({ ref }) => ref)).size).toBe(document.annex.length)

  // compared as one list: an expectation for each of a thousand numbers takes most of the time
  const told = new Map(recounted(facts))
  for (const region of facts)
    for (const [key, count] of recounted([region]))
      if (!key.startsWith('activity_')) told.set(`${key}.region_${region.region_id}`, count)
  const differing = [...told].filter(([key, count]) => values.get(key) !== count)
  expect(differing.map(([key, count]) => [key, values.get(key), count])).toEqual([])

  const figures = document.annex.filter(({ key }) => key.startsWith('figure_'))
  const sums = recountedFigures(facts)
  for (const [key, { sites, total }] of sums) {
    const [indicator, name, unit, reporting_year, where] = JSON.parse(key) as [
      string,
      string,
      string,
      number,
      string,
    ]
    const rows = figures.filter(
      (row) =>
        row.indicator === indicator &&
        row.reporting_year === reporting_year &&
        row.region === (where === 'all' ? null : where),
    )
    const totals = rows.filter((row) => row.measure === name && row.unit === unit)
    expect([key, totals.map(({ value }) => units(value))]).toEqual([key, [total]])
    const stem = totals[0]?.key.replace(/\.total(?=$|\.region_\d+$)/, '.sites') ?? ''
    expect([key, values.get(stem)]).toEqual([key, sites])
  }
  expect(document.annex).toHaveLength(
    told.size + 2 * sums.size + expectSpreads(document, { facts } as SummarySources),
  )

  // totals equal the sums of their regions
  const sumsOfRegions = new Map<string, bigint>()
  const added = document.annex.filter(
    ({ key }) => !/^spread_.*\.(median|lowest|highest)(?=$|\.region_)/.test(key),
  )
  for (const { key, region, value } of added)
    if (region !== null) {
      const whole = key.replace(/\.region_\d+$/, '')
      sumsOfRegions.set(whole, (sumsOfRegions.get(whole) ?? 0n) + units(value))
    }
  const unlike = added.filter(
    ({ key, region, value }) =>
      region === null && !key.startsWith('activity_') && units(value) !== (sumsOfRegions.get(key) ?? 0n),
  )
  expect(unlike).toEqual([])
}

/** Each cell of a table shows the number of its row and column. */
function expectTables(document: SummaryDocument, { facts }: SummarySources): void {
  const byRef = new Map(document.annex.map((row) => [row.ref, units(row.value)]))
  const [figures, spreads] = [recountedFigures(facts), recountedSpreads(facts)]
  const tables = [...document.coverage.tables, ...document.principles.flatMap((one) => one.tables)]
  expect(tables.map(({ number }) => number)).toEqual(tables.map((_, at) => at + 1))
  const ragged = tables.filter(({ columns, rows }) =>
    rows.some(({ cells }) => cells.length !== columns.length - 1),
  )
  expect(ragged).toEqual([])

  const [regions, activities] = document.coverage.tables
  const valuesOf = (table: DocumentTable | undefined) =>
    table?.rows.map(({ cells }) => cells.map((ref) => byRef.get(ref ?? '')))
  const whole = recounted(facts)
  const byRegion = new Map(facts.map((region) => [region, recounted([region])]))
  const wanted = (of: RegionFacts | null, keys: readonly string[]) => {
    const counts = of ? byRegion.get(of) : whole
    return keys.map((key) => counts?.get(key))
  }
  const columns = ['registered', 'sites', 'without_record', 'hectares']
  expect(valuesOf(regions)).toEqual([...facts.map((one) => wanted(one, columns)), wanted(null, columns)])
  expect(valuesOf(activities)).toEqual([
    ...REDD_ACTIVITIES.map(({ key }) => wanted(null, [`activity_${key}.sites`, `activity_${key}.hectares`])),
    wanted(null, ['sites', 'hectares']),
  ])

  const withRecord = facts.filter(({ sites }) => sites > 0)
  for (const { principle_number: number, tables: mine } of document.principles)
    for (const { caption, columns: named, rows } of mine) {
      expect(caption).toMatch(new RegExp(`^Principle ${number} \\(`))
      if (named[0] === 'Region') {
        expect(rows.map(({ label }) => label).slice(0, -1)).toEqual(withRecord.map(({ region }) => region))
        const keys = [...GRADES.map((grade) => GRADE_KEYS[grade]), 'indicators', 'without_evidence'].map(
          (key) => `p${number}.${key}`,
        )
        expect(rows.map(({ cells }) => cells.map((ref) => byRef.get(ref ?? '')))).toEqual(
          [...withRecord, null].map((region) => wanted(region, keys)),
        )
      } else {
        const numbersOfAll = named.includes('Median')
          ? [...spreads].map(([key, one]) => [key, one.sites, one.median, one.lowest, one.highest] as const)
          : [...figures].map(([key, one]) => [key, one.sites, one.total] as const)
        const expected = numbersOfAll
          .filter(([key]) => key.endsWith('"all"]') && key.startsWith(`["${number}.`))
          .map(([key, ...values]) => {
            const [indicator, name, unit, year] = JSON.parse(key) as string[]
            return JSON.stringify([`${indicator} ${name} (${unit}), ${year}`, ...values.map(String)])
          })
        const shown = rows.map(({ label, cells }) =>
          JSON.stringify([label, ...cells.map((ref) => String(byRef.get(ref ?? '')))]),
        )
        expect(shown.toSorted()).toEqual(expected.toSorted())
      }
    }
}

/** Generated sentences have no digits outside names, and every number in them belongs to what they state. */
function expectSentences(document: SummaryDocument, { facts, crosswalk }: SummarySources): void {
  const keyOf = new Map(document.annex.map(({ ref, key }) => [ref, key]))
  const counts = recounted(facts)
  const keysIn = (paragraphs: readonly Paragraph[]) =>
    paragraphs.flat().flatMap((one) => ('ref' in one ? [keyOf.get(one.ref) ?? 'none'] : []))
  const hasSites = counts.get('sites') !== 0n
  expect(keysIn(document.coverage.paragraphs)).toEqual([
    ...(counts.get('registered') === 0n ? [] : ['registered']),
    ...(hasSites ? ['sites', 'hectares'] : []),
    ...(hasSites && counts.get('without_record') !== 0n ? ['without_record'] : []),
  ])

  const tablesUnder = (number: number) =>
    document.principles.find((one) => one.principle_number === number)?.tables.map((one) => one.number) ?? []
  const described: number[] = []
  for (const { safeguard, respected, principles } of document.safeguards) {
    const cited = principles.flatMap(({ principle_number }) => tablesUnder(principle_number))
    expect(respected.tables).toEqual(cited)
    const links = respected.paragraphs.flat().flatMap((one) => ('table' in one ? [one.table] : []))
    expect(new Set(links)).toEqual(new Set(cited))
    for (const key of keysIn(respected.paragraphs)) {
      const number = Number(/^p(\d)\./.exec(key)?.[1])
      const line = crosswalk.lines.find((one) => one.principle_number === number)
      expect(line?.primary.toSorted()[0], key).toBe(safeguard)
      described.push(number)
    }
  }
  const graded = [1, 2, 3, 4, 5, 6, 7, 8].filter((number) =>
    GRADES.some((grade) => counts.get(`p${number}.${GRADE_KEYS[grade]}`) !== 0n),
  )
  expect([...new Set(described)].toSorted()).toEqual(graded)
  expect(new Set(document.safeguards.flatMap(({ respected }) => keysIn(respected.paragraphs))).size).toBe(
    document.safeguards.flatMap(({ respected }) => keysIn(respected.paragraphs)).length,
  )

  const all = [
    ...document.coverage.paragraphs,
    ...document.safeguards.flatMap(({ respected }) => respected.paragraphs),
    ...document.principles.flatMap(({ paragraphs }) => paragraphs),
  ]
  const faulty = all.flat().filter((one) => 'missing' in one || ('text' in one && /\p{N}/u.test(one.text)))
  expect(faulty).toEqual([])
  const words = all.map((one) => paragraphWords(numbersOf(document), one)).join('\n')
  expect(words).not.toMatch(
    /(?<![\d,.])1 (approved sites|sites|of them have|were|have|hectares|outcome indicators)\b/,
  )
  expect(words).not.toMatch(
    /(?:[02-9]|[\d,.]1) (approved site|site|of them has|was|has|hectare|outcome indicator)\b/,
  )
}

/** Written texts keep their words, and their numbers are those of the annex. */
function expectTexts(document: SummaryDocument, { texts }: SummarySources): void {
  const known = new Set(document.annex.map(({ key }) => key))
  const refs = new Set(document.annex.map(({ ref }) => ref))
  const text = texts.find(({ section }) => section === 'national_circumstances')?.text ?? ''
  const fragments = document.national_circumstances.paragraphs.flat()
  const wrong = fragments.filter(
    (one) =>
      ('ref' in one && !refs.has(one.ref)) || ('missing' in one && known.has(one.missing.toLowerCase())),
  )
  expect(wrong).toEqual([])
  const plain = fragments.map((one) => ('text' in one ? one.text : '')).join('')
  const without = text.replace(/\{\{[^{}\n]*\}\}/g, '')
  expect(plain.replace(/\s/g, '')).toBe(without.replace(/\s/g, ''))
  expect(document.national_circumstances.written_on).toBe(fragments.length > 0 ? '2026-01-31' : null)
}

/** Statements are all cited once, numbered through. */
function expectStatements({ safeguards }: SummaryDocument, { statements }: SummarySources): void {
  const cited = safeguards.flatMap((part) =>
    part.statements.map(({ ref, what_happened }) => ({ ref, said: [part.safeguard, what_happened] })),
  )
  expect(cited.map(({ ref }) => ref)).toEqual(cited.map((_, at) => `C${at + 1}`))
  const given = statements.map(({ safeguard, what_happened }) => [safeguard, what_happened])
  expect(cited.map(({ said }) => said)).toEqual(
    given.toSorted(([a = ''], [b = '']) => (a < b ? -1 : a > b ? 1 : 0)),
  )
}

test('every number is that of the facts, written texts keep their words, and statements are cited once', () => {
  let drawn = 0
  fc.assert(
    fc.property(anySources, (sources) => {
      const document = composeSummary(sources)
      // an expectation of two large values takes longer than the comparison
      const parsed = SummaryDocument.parse(document)
      if (!isDeepStrictEqual(parsed, document)) expect(parsed).toEqual(document)
      expectNumbers(document, sources)
      expectTables(document, sources)
      expectSentences(document, sources)
      expectTexts(document, sources)
      expectStatements(document, sources)
      drawn += 1
    }),
    RUNS,
  )
  expect(drawn).toBeGreaterThanOrEqual(RUNS.numRuns)
})
