import fc from 'fast-check'
import type { Grade } from '../../../shared/activities/grades.ts'
import { PRINCIPLE_NUMBERS } from '../../../shared/principles/principle-titles.ts'
import type { CrosswalkLine } from '../../../shared/summaries/crosswalk.schema.ts'
import { REDD_ACTIVITIES } from '../../../shared/summaries/redd-activities.ts'
import { SAFEGUARDS } from '../../../shared/summaries/safeguards.ts'
import { SECTIONS } from '../../../shared/summaries/sections.ts'
import type {
  ChosenStatement,
  FigureFacts,
  PlacedFigure,
  PrincipleFacts,
  RegionFacts,
  SpreadFacts,
  SummarySources,
} from '../../../shared/summaries/summary-facts.ts'

/** Sources of a summary: a small bureau written by hand, and random ones. */

const grades = (very: number, somewhat: number, not: number, without: number): Record<Grade, number> => ({
  'Very Compliant': very,
  'Somewhat Compliant': somewhat,
  'Not Compliant': not,
  'Not Applicable': without,
})

export const aPrinciple = (principle_number: number, more: Partial<PrincipleFacts> = {}): PrincipleFacts => ({
  principle_number,
  grades: grades(1, 1, 0, 0),
  indicators: 10,
  without_evidence: 3,
  ...more,
})

export const aFigure = (more: Partial<FigureFacts> = {}): FigureFacts => ({
  principle_number: 4,
  indicator: '4.1.2',
  place: [1, 2, 1],
  name: 'Meetings held',
  unit: 'meetings',
  reporting_year: 2025,
  sites: 2,
  total: '12',
  ...more,
})

export const aSpread = (more: Partial<SpreadFacts> = {}): SpreadFacts => ({
  principle_number: 5,
  indicator: '5.1.1',
  place: [1, 1, 1],
  name: 'Hours for each person',
  unit: 'hours',
  reporting_year: 2025,
  values: [
    { value: '2', sites: 1 },
    { value: '3.5', sites: 2 },
  ],
  ...more,
})

export const aRegion = (region_id: number, region: string, more: Partial<RegionFacts> = {}): RegionFacts => ({
  region_id,
  region,
  registered: 3,
  sites: 2,
  hectares: '1200.5',
  batches: [1],
  principles: PRINCIPLE_NUMBERS.map((number) => aPrinciple(number)),
  figures: [],
  spreads: [],
  activities: [
    { activity: 'deforestation', sites: 2, hectares: '1000' },
    { activity: 'conservation', sites: 1, hectares: '200.5' },
  ],
  ...more,
})

const line = (
  principle_number: number,
  primary: CrosswalkLine['primary'],
  supporting: CrosswalkLine['supporting'] = [],
): CrosswalkLine => ({ principle_number, primary, supporting, why: 'It says so.' })

const A_CROSSWALK: readonly CrosswalkLine[] = [
  line(1, ['a'], ['b']),
  line(2, ['b']),
  line(3, ['c'], ['d']),
  line(4, ['d'], ['b', 'c']),
  line(5, ['b'], ['d']),
  line(6, ['c'], ['e']),
  line(7, ['f', 'g']),
  line(8, ['e'], ['a']),
]

export const aStatement = (more: Partial<ChosenStatement> = {}): ChosenStatement => ({
  safeguard: 'd',
  principle_number: 4,
  code: 'SITES-R04A-2025-0001',
  region: 'Region IV-A',
  indicator: '4.1.2',
  indicator_title: 'Meetings with the community',
  reporting_year: 2025,
  what_happened: 'We met in Señora.\nEverybody came.',
  files: [{ name: 'minutes.pdf', kind: 'pdf', sha256: 'a'.repeat(64) }],
  ...more,
})

export const someSources = (more: Partial<SummarySources> = {}): SummarySources => ({
  bureau_name: 'Forest Management Bureau',
  address: 'https://sis.example.ph',
  year: 2026,
  title: 'Summary of Information 2026',
  reporting_years: [2024, 2025],
  region_ids: [],
  data_of: '2026-11-23',
  crosswalk: { version: 1, lines: A_CROSSWALK },
  facts: [
    aRegion(4, 'Region IV-A', { figures: [aFigure()] }),
    aRegion(5, 'Region V', { batches: [2, 1], figures: [aFigure({ sites: 1, total: '1000.25' })] }),
  ],
  before: null,
  texts: [],
  statements: [],
  evidence: null,
  ...more,
})

const count = fc.oneof({ weight: 2, arbitrary: fc.constantFrom(0, 0, 1, 2) }, fc.nat({ max: 5_000_000 }))
const decimal = fc
  .tuple(fc.oneof(fc.nat(3), fc.bigInt({ min: 0n, max: 10n ** 30n })), fc.stringMatching(/^\d{0,4}$/))
  .map(([whole, decimals]) => `${whole}${decimals === '' ? '' : `.${decimals}`}`)

const anyPrinciple = (principle_number: number): fc.Arbitrary<PrincipleFacts> =>
  fc.record({
    principle_number: fc.constant(principle_number),
    grades: fc.tuple(count, count, count, count).map((all) => grades(...all)),
    indicators: count,
    without_evidence: count,
  })

const anyPlaced: fc.Arbitrary<PlacedFigure> = fc
  .record({
    principle_number: fc.constantFrom(...PRINCIPLE_NUMBERS),
    place: fc.tuple(
      fc.integer({ min: 1, max: 2 }),
      fc.integer({ min: 1, max: 2 }),
      fc.integer({ min: 1, max: 4 }),
    ),
    name: fc.oneof(
      fc.constantFrom('People', 'people', 'People (%)', 'Women 18+', 'Señoras', '%', '年'),
      fc.string(),
    ),
    unit: fc.constantFrom('people', '', '₱', 'PHP 1,000'),
    reporting_year: fc.constantFrom(2023, 2024, 2025),
  })
  .map((one) => ({ ...one, indicator: `${one.principle_number}.${one.place[0]}.${one.place[1]}` }))

const anyFigure: fc.Arbitrary<FigureFacts> = fc
  .tuple(anyPlaced, count, decimal)
  .map(([one, sites, total]) => ({ ...one, sites, total }))

const anySpread: fc.Arbitrary<SpreadFacts> = fc
  .tuple(
    anyPlaced,
    fc.array(fc.record({ value: decimal, sites: fc.integer({ min: 1, max: 4 }) }), {
      minLength: 1,
      maxLength: 5,
    }),
  )
  .map(([one, values]) => ({ ...one, values: values as SpreadFacts['values'] }))

const anyRegion = (region_id: number): fc.Arbitrary<RegionFacts> =>
  fc
    .record({
      sites: count,
      without: count,
      hectares: decimal,
      batches: fc.uniqueArray(fc.integer({ min: 1, max: 9 })),
      principles: fc
        .subarray([...PRINCIPLE_NUMBERS])
        .chain((numbers) => fc.tuple(...numbers.map((number) => anyPrinciple(number)))),
      figures: fc.array(anyFigure, { maxLength: 8 }),
      spreads: fc.array(anySpread, { maxLength: 4 }),
      activities: fc
        .subarray(REDD_ACTIVITIES.map(({ key }) => key))
        .chain((keys) =>
          fc.tuple(
            ...keys.map((activity) =>
              fc.record({ activity: fc.constant(activity), sites: count, hectares: decimal }),
            ),
          ),
        ),
    })
    .map(({ without, ...one }) => ({
      ...one,
      region_id,
      region: `Region ${region_id} (${region_id * 7})`,
      registered: one.sites + without,
    }))

const anyCrosswalk: fc.Arbitrary<CrosswalkLine[]> = fc.tuple(
  ...PRINCIPLE_NUMBERS.map((number) =>
    fc
      .tuple(fc.shuffledSubarray([...SAFEGUARDS], { minLength: 1 }), fc.nat(7))
      .map(([letters, at]) =>
        line(number, letters.slice(0, Math.max(1, at)), letters.slice(Math.max(1, at))),
      ),
  ),
)

const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '{{sites}}',
        '{{ Hectares }}',
        '{{p4.compliant}}',
        '{{p9.no}}',
        '{{}}',
        '{{registered.region_1}}',
      ),
      fc.constantFrom('\n\n', '\n', ' ', '\n \n', '{{', '}}', 'ñ'),
      fc.string({ maxLength: 12 }),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''))

export const anySources: fc.Arbitrary<SummarySources> = fc
  .record({
    facts: fc
      .uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 5 })
      .chain((ids) => fc.tuple(...ids.map(anyRegion))),
    isWhole: fc.boolean(),
    lines: anyCrosswalk,
    texts: fc.subarray([...SECTIONS]).chain((sections) =>
      fc.tuple(
        ...sections.map((section) =>
          fc.record({
            section: fc.constant(section),
            text: anyText,
            written_on: fc.constant('2026-01-31'),
          }),
        ),
      ),
    ),
    statements: fc.array(
      fc
        .record({ safeguard: fc.constantFrom(...SAFEGUARDS), what_happened: fc.string() })
        .map((one) => aStatement(one)),
      { maxLength: 6 },
    ),
    reporting_years: fc.uniqueArray(fc.constantFrom(2023, 2024, 2025), { minLength: 1 }),
  })
  .map(({ facts, isWhole, lines, ...rest }) =>
    someSources({
      ...rest,
      facts,
      region_ids: isWhole ? [] : facts.map(({ region_id }) => region_id),
      crosswalk: { version: 3, lines },
    }),
  )
