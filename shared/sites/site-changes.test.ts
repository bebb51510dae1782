import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ELIGIBLE_ACTIVITIES } from './sites.fields.ts'
import { landChanged } from '../review/boundary-changes.ts'
import { siteChanges } from './site-changes.ts'
import { SiteSnapshot } from './site-snapshot.schema.ts'
import type { SnapshotFile } from '../review/snapshot.schema.ts'
import { FULL, SEED } from '../../tests/support/full.ts'

const RUNS = { seed: SEED, numRuns: FULL ? 10_000 : 1_000 }

const file = (id: number, name: string, content: string): SnapshotFile => ({
  id,
  name,
  size: 1000,
  sha256: content.repeat(64),
})

const SITE = SiteSnapshot.parse({
  province_id: 21,
  province: 'Laguna',
  city_id: 210,
  city: 'Los Baños',
  name_of_partner: 'Samahan ng Makiling',
  project_area: '1000.50',
  year_implemented: 2021,
  project_year_start: 2021,
  project_year_end: 2030,
  redd_eligible_activities_area: [
    'Conservation of forest-carbon stocks',
    'Sustainable management of forests',
  ],
  emission_from_deforestation_area: null,
  emission_from_forest_degradation_area: null,
  conservation_forest_carbon_stocks_area: '600.25',
  enhancement_forest_carbon_stocks_area: null,
  sustainable_management_of_forest_area: '400.25',
  implementation_arrangement: 'Tenure',
  implementation_arrangement_others: 'CBFMA',
  agreement: file(1, 'agreement.pdf', 'a'),
  map_kml: file(2, 'boundary.kml', 'b'),
  mapped_area_ha: 998.12,
})

const fieldsOf = (changes: Partial<SiteSnapshot>) =>
  siteChanges(SITE, { ...SITE, ...changes }).fields.map((one) => [one.label, one.old, one.new])

describe('what changed in a profile', () => {
  test('nothing', () => {
    expect(siteChanges(SITE, structuredClone(SITE))).toEqual({ fields: [], documents: [], boundary: null })
  })

  test('fields stand with the labels of their screen, old and new as it shows them', () => {
    expect(
      fieldsOf({
        name_of_partner: 'Samahan ng Bundok Makiling',
        province_id: 22,
        province: 'Quezon',
        city_id: 220,
        city: 'Real',
        project_area: '1200.5',
        year_implemented: 2022,
        project_year_start: 2022,
        project_year_end: 2032,
        implementation_arrangement: 'MOA/MOU',
        implementation_arrangement_others: null,
      }),
    ).toEqual([
      ['Name of Partner/Implementer', 'Samahan ng Makiling', 'Samahan ng Bundok Makiling'],
      ['Province', 'Laguna', 'Quezon'],
      ['Municipality', 'Los Baños', 'Real'],
      ['Project Area', '1,000.50 ha', '1,200.50 ha'],
      ['Year Implemented', '2021', '2022'],
      ['Project Year Start', '2021', '2022'],
      ['Project Year End', '2030', '2032'],
      ['Implementation Arrangement', 'Tenure: CBFMA', 'MOA/MOU'],
    ])
  })

  test('an eligible activity that came, went or has other hectares', () => {
    expect(
      fieldsOf({
        redd_eligible_activities_area: [
          'Reducing emissions from deforestation',
          'Sustainable management of forests',
        ],
        emission_from_deforestation_area: '600',
        conservation_forest_carbon_stocks_area: null,
        sustainable_management_of_forest_area: '400.5',
      }),
    ).toEqual([
      ['Reducing emissions from deforestation', 'Not chosen', '600.00 ha'],
      ['Conservation of forest-carbon stocks', '600.25 ha', 'Not chosen'],
      ['Sustainable management of forests', '400.25 ha', '400.50 ha'],
    ])
  })

  test('the same number written otherwise is no change; a small difference is not rounded away', () => {
    expect(fieldsOf({ project_area: '1000.5' })).toEqual([])
    expect(fieldsOf({ project_area: '1000.5000' })).toEqual([])
    expect(fieldsOf({ project_area: '1000.5001' })).toEqual([
      ['Project Area', '1,000.50 ha', '1,000.5001 ha'],
    ])
    expect(fieldsOf({ project_area: '12345678901234567890' })).toEqual([
      ['Project Area', '1,000.50 ha', '12,345,678,901,234,567,890.00 ha'],
    ])
  })

  test('a place whose name was corrected in the reference data is no change of the profile', () => {
    expect(fieldsOf({ city: 'City of Los Baños' })).toEqual([])
  })

  test('a site without a province', () => {
    expect(fieldsOf({ province_id: null, province: null })).toEqual([['Province', 'Laguna', 'N/A']])
  })

  test('documents replaced and renamed; another map is another boundary, the same one renamed is not', () => {
    const signed = file(3, 'signed.pdf', 'c')
    const redrawn = file(4, 'boundary.kml', 'd')
    expect(
      siteChanges(SITE, { ...SITE, agreement: signed, map_kml: redrawn, mapped_area_ha: 1100.01 }),
    ).toEqual({
      fields: [],
      documents: [
        { field: 'agreement_id', label: 'Agreement', change: 'replaced', old: SITE.agreement, new: signed },
        { field: 'map_kml_id', label: 'Location Map', change: 'replaced', old: SITE.map_kml, new: redrawn },
      ],
      boundary: { old_ha: 998.12, new_ha: 1100.01 },
    })
    const renamed = siteChanges(SITE, { ...SITE, map_kml: file(5, 'makiling.kml', 'b') })
    expect(renamed.documents.map(({ change }) => change)).toEqual(['renamed'])
    expect(renamed.boundary).toBeNull()
  })

  test(`every field that differs is told, and only those (seed ${SEED}, ${RUNS.numRuns} runs)`, () => {
    const text = fc.constantFrom('Alab', 'Bukal', 'Cruz')
    const year = fc.integer({ min: 2000, max: 2003 })
    const area = fc.constantFrom('1', '1.5', '2.25')
    const chosen = fc.subarray(ELIGIBLE_ACTIVITIES.map(({ name }) => name as string))
    const arbitrary = fc
      .record({
        city_id: fc.constantFrom(1, 2),
        name_of_partner: text,
        project_area: area,
        year_implemented: year,
        project_year_start: year,
        project_year_end: year,
        redd_eligible_activities_area: chosen,
        emission_from_deforestation_area: area,
        emission_from_forest_degradation_area: area,
        conservation_forest_carbon_stocks_area: area,
        enhancement_forest_carbon_stocks_area: area,
        sustainable_management_of_forest_area: area,
      })
      .map((some): SiteSnapshot => ({ ...SITE, ...some, city: `City ${some.city_id}` }))
    const AREAS = new Map<string, string>(ELIGIBLE_ACTIVITIES.map(({ name, field }) => [field, name]))
    const shown = (one: SiteSnapshot, field: keyof SiteSnapshot) => {
      const name = AREAS.get(field)
      return name && !one.redd_eligible_activities_area.includes(name) ? null : one[field]
    }
    fc.assert(
      fc.property(arbitrary, arbitrary, (before, after) => {
        const told = siteChanges(before, after).fields
        const fields = [
          ...(['city_id', 'name_of_partner', 'project_area'] as const),
          ...(['year_implemented', 'project_year_start', 'project_year_end'] as const),
          ...ELIGIBLE_ACTIVITIES.map(({ field }) => field),
        ]
        const differing = fields.filter((field) => shown(before, field) !== shown(after, field))
        expect(told.map(({ field }) => field).sort()).toEqual([...differing].sort())
        for (const one of told) expect(one.old).not.toBe(one.new)
        const back = siteChanges(after, before).fields
        expect(back).toEqual(told.map((one) => ({ ...one, old: one.new, new: one.old })))
      }),
      RUNS,
    )
  })
})

describe('land gained and lost', () => {
  test('what is not shared, rounded to 0.01 and never below nothing', () => {
    expect(landChanged(100, 120.5, 90.25)).toEqual({ gained_ha: 30.25, lost_ha: 9.75 })
    expect(landChanged(100, 100, 100)).toEqual({ gained_ha: 0, lost_ha: 0 })
    expect(landChanged(99.99, 100, 100)).toEqual({ gained_ha: 0, lost_ha: 0 })
    expect(landChanged(100, 50, 0)).toEqual({ gained_ha: 50, lost_ha: 100 })
  })
})
