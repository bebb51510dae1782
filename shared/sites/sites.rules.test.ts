import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AREAS_DO_NOT_ADD_UP,
  END_BEFORE_START,
  ownPlaceErrors,
  patchedForm,
  siteErrors,
  tidySite,
} from './sites.rules.ts'
import { ELIGIBLE_ACTIVITIES, IMPLEMENTATION_ARRANGEMENTS } from './sites.fields.ts'
import { type SiteProfile, SiteProfileInput, YEARS } from './sites.schema.ts'

const YEAR = 2031

const FORM: SiteProfileInput = {
  region_id: 6,
  province_id: 19,
  city_id: 406,
  name_of_partner: 'Samahan ng Kagubatan',
  project_area: '100',
  year_implemented: 2024,
  project_year_start: 2024,
  project_year_end: 2030,
  redd_eligible_activities_area: [
    'Reducing emissions from deforestation',
    'Conservation of forest-carbon stocks',
  ],
  emission_from_deforestation_area: '60',
  conservation_forest_carbon_stocks_area: '40',
  implementation_arrangement: 'MOA/MOU',
  agreement_id: 1,
  map_kml_id: 2,
}

const errorsOf = (changes: Record<string, unknown>) => siteErrors({ ...FORM, ...changes }, YEAR)

const firstOf = (field: string, changes: Record<string, unknown>) => errorsOf(changes)[field]?.[0]

describe('the profile form', () => {
  test('a complete form has no errors', () => {
    expect(siteErrors(FORM, YEAR)).toEqual({})
  })

  test.each([
    ['', 'Name of Partner/Implementer is required.'],
    ['   ', 'Name of Partner/Implementer is required.'],
    ['A', 'Name of Partner/Implementer must be at least 2 characters.'],
    ['😀', 'Name of Partner/Implementer must be at least 2 characters.'],
    ['AB', undefined],
    ['A'.repeat(200), undefined],
    ['A'.repeat(201), 'Name of Partner/Implementer cannot exceed 200 characters.'],
  ])('[PROFILES-23] name_of_partner %#: 2 to 200 characters', (name_of_partner, message) => {
    expect(firstOf('name_of_partner', { name_of_partner })).toBe(message)
  })

  test.each([
    ['region_id', 'Region is required.'],
    ['city_id', 'Municipality is required.'],
    ['year_implemented', 'Year Implemented is required.'],
    ['project_year_start', 'Project Year Start is required.'],
    ['project_year_end', 'Project Year End is required.'],
    ['redd_eligible_activities_area', 'REDD+ Eligible Activities is required.'],
    ['implementation_arrangement', 'Implementation Arrangement is required.'],
  ])('[PROFILES-24] %s is required', (field, message) => {
    expect(firstOf(field, { [field]: undefined })).toBe(message)
    expect(firstOf(field, { [field]: null })).toBe(message)
  })

  test('[PROFILES-24] at least one eligible activity is chosen', () => {
    expect(firstOf('redd_eligible_activities_area', { redd_eligible_activities_area: [] })).toBe(
      'REDD+ Eligible Activities is required.',
    )
  })

  test('[PROFILES-25] the agreement is required', () => {
    expect(firstOf('agreement_id', { agreement_id: undefined })).toBe('Agreement is required.')
  })

  test('[PROFILES-26] the location map is required', () => {
    expect(firstOf('map_kml_id', { map_kml_id: undefined })).toBe('Location Map is required.')
  })

  test('[PROFILES-27] the province is required unless the region is 1', () => {
    expect(firstOf('province_id', { region_id: 2, province_id: null })).toBe('Province is required.')
    expect(errorsOf({ region_id: 1, province_id: null })).toEqual({})
  })

  test('[PROFILES-28] everything wrong is reported at once, under its own field', () => {
    const errors = siteErrors({}, YEAR)
    expect(Object.keys(errors)).toEqual(
      expect.arrayContaining(['region_id', 'city_id', 'name_of_partner', 'agreement_id', 'map_kml_id']),
    )
    expect(errorsOf({ province_id: null, city_id: null })).toEqual({
      province_id: ['Province is required.'],
      city_id: ['Municipality is required.'],
    })
    const more = errorsOf({ city_id: null, project_year_end: 2001, project_area: '90' })
    expect(Object.keys(more).sort()).toEqual(['city_id', 'project_year_end', 'redd_eligible_activities_area'])
  })

  test.each([
    ['', 'Project Area is required.'],
    ['1'.repeat(21), 'Project Area cannot exceed 20 characters.'],
    ['many', 'Project Area must be a number.'],
    ['-5', 'Project Area must be more than 0.'],
    ['0', 'Project Area must be more than 0.'],
    ['1.23456', 'Project Area can have at most 4 decimals.'],
    ['1e3', 'Project Area must be a number.'],
  ])(
    '[PROFILES-29] [S-115] project_area %j: 1 to 20 characters, a positive number',
    (project_area, message) => {
      expect(firstOf('project_area', { project_area })).toBe(message)
    },
  )

  test('[PROFILES-29] 20 characters pass', () => {
    const area = '999999999999999.9999'
    expect(area).toHaveLength(20)
    const one = { redd_eligible_activities_area: ['Conservation of forest-carbon stocks'] }
    expect(errorsOf({ ...one, project_area: area, conservation_forest_carbon_stocks_area: area })).toEqual({})
  })

  test('[PROFILES-30] the end year is not before the start year', () => {
    expect(END_BEFORE_START).toBe('End year cannot be earlier than start year.')
    expect(firstOf('project_year_end', { project_year_start: 2024, project_year_end: 2023 })).toBe(
      END_BEFORE_START,
    )
    expect(errorsOf({ project_year_start: 2024, project_year_end: 2024 })).toEqual({})
  })

  test('[PROFILES-31] [S-115] the area of a chosen activity is required, 1 to 20 characters, a number', () => {
    const field = 'emission_from_deforestation_area'
    const label = 'Reducing emissions from deforestation area'
    expect(firstOf(field, { [field]: '' })).toBe(`${label} is required.`)
    expect(firstOf(field, { [field]: null })).toBe(`${label} is required.`)
    expect(firstOf(field, { [field]: '1'.repeat(21) })).toBe(`${label} cannot exceed 20 characters.`)
    expect(firstOf(field, { [field]: 'sixty' })).toBe(`${label} must be a number.`)
    expect(firstOf(field, { [field]: '0.0' })).toBe(`${label} must be more than 0.`)
    expect(firstOf(field, { [field]: '60.00001' })).toBe(`${label} can have at most 4 decimals.`)
  })

  test.each(ELIGIBLE_ACTIVITIES)('[PROFILES-31] $name: only its own area is asked for', ({ name, field }) => {
    const alone = { redd_eligible_activities_area: [name], project_area: '7' }
    const none = Object.fromEntries(ELIGIBLE_ACTIVITIES.map((one) => [one.field, null]))
    expect(errorsOf({ ...alone, ...none })).toEqual({ [field]: [`${name} area is required.`] })
    expect(errorsOf({ ...alone, ...none, [field]: '7' })).toEqual({})
  })

  test('[PROFILES-31] the areas of the other activities are not validated', () => {
    expect(
      errorsOf({
        sustainable_management_of_forest_area: 'x'.repeat(50),
        enhancement_forest_carbon_stocks_area: '',
      }),
    ).toEqual({})
  })

  test('[PROFILES-32] an activity that is not chosen loses its area', () => {
    const tidy = tidySite({
      ...FORM,
      redd_eligible_activities_area: ['Conservation of forest-carbon stocks'],
    })
    expect(tidy.emission_from_deforestation_area).toBeNull()
    expect(tidy.conservation_forest_carbon_stocks_area).toBe('40')
  })

  test('[PROFILES-33] the areas add up to the project area exactly, neither more nor less', () => {
    expect(AREAS_DO_NOT_ADD_UP).toBe(
      'The sum of Eligible Activity areas should be equal (not exceed nor be lower) to the inputted Project Area.',
    )
    const sum = (second: string) =>
      firstOf('redd_eligible_activities_area', { conservation_forest_carbon_stocks_area: second })
    expect(sum('30')).toBe(AREAS_DO_NOT_ADD_UP)
    expect(sum('50')).toBe(AREAS_DO_NOT_ADD_UP)
    expect(sum('40.0001')).toBe(AREAS_DO_NOT_ADD_UP)
    expect(sum('40')).toBeUndefined()
  })

  test('[PROFILES-33] areas are added as decimals, with thousands commas: 0.1 + 0.2 is 0.3, for any split', () => {
    const split = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.bigInt({ min: 1n, max: 10n ** 12n }))
    const written = (units: bigint) => `${units / 10_000n}.${String(units % 10_000n).padStart(4, '0')}`
    expect(
      errorsOf({
        project_area: '1,000.3',
        emission_from_deforestation_area: '1,000.1',
        conservation_forest_carbon_stocks_area: '0.2',
      }),
    ).toEqual({})
    fc.assert(
      fc.property(split, ([a, b]) => {
        const areas = {
          project_area: written(a + b),
          emission_from_deforestation_area: written(a),
          conservation_forest_carbon_stocks_area: written(b),
        }
        expect(errorsOf(areas)).toEqual({})
        expect(
          firstOf('redd_eligible_activities_area', { ...areas, project_area: written(a + b + 1n) }),
        ).toBe(AREAS_DO_NOT_ADD_UP)
      }),
      { seed: 33 },
    )
  })

  test.each(['Tenure', 'Others'])('[PROFILES-34] %s needs a detail of 2 to 50 characters', (arrangement) => {
    const detail = (implementation_arrangement_others: string | null) =>
      firstOf('implementation_arrangement_others', {
        implementation_arrangement: arrangement,
        implementation_arrangement_others,
      })
    expect(detail(null)).toBe('Please specify is required.')
    expect(detail('')).toBe('Please specify is required.')
    expect(detail('A')).toBe('Please specify at least 2 characters.')
    expect(detail('AB')).toBeUndefined()
    expect(detail('A'.repeat(50))).toBeUndefined()
    expect(detail('A'.repeat(51))).toBe('Please specify in at most 50 characters.')
  })

  test('[PROFILES-34] MOA/MOU has no detail: what was typed neither counts nor is kept', () => {
    const form = { ...FORM, implementation_arrangement_others: 'x'.repeat(60) }
    expect(siteErrors(form, YEAR)).toEqual({})
    expect(tidySite(form).implementation_arrangement_others).toBeNull()
  })

  test('[PROFILES-35, PROFILES-18] the five eligible activities, each with its own area field', () => {
    expect(ELIGIBLE_ACTIVITIES.map(({ name, field }) => [name, field])).toEqual([
      ['Reducing emissions from deforestation', 'emission_from_deforestation_area'],
      ['Reducing emissions from forest degradation', 'emission_from_forest_degradation_area'],
      ['Conservation of forest-carbon stocks', 'conservation_forest_carbon_stocks_area'],
      ['Enhancement of forest-carbon stocks', 'enhancement_forest_carbon_stocks_area'],
      ['Sustainable management of forests', 'sustainable_management_of_forest_area'],
    ])
  })

  test('[PROFILES-36] the three implementation arrangements', () => {
    expect(IMPLEMENTATION_ARRANGEMENTS).toEqual(['Tenure', 'MOA/MOU', 'Others'])
  })

  test('years outside their lists are refused (C-14)', () => {
    expect(YEARS).toEqual({ implemented_from: 1970, start_from: 2000, end_from: 1970, end_to: 2050 })
    expect(firstOf('year_implemented', { year_implemented: 1969 })).toMatch(/between 1970 and 2031/)
    expect(firstOf('year_implemented', { year_implemented: 2032 })).toMatch(/between 1970 and 2031/)
    expect(firstOf('project_year_start', { project_year_start: 1999 })).toMatch(/between 2000 and 2031/)
    expect(firstOf('project_year_end', { project_year_end: 2051 })).toMatch(/between 1970 and 2050/)
  })
})

describe('what is stored of a form', () => {
  test('areas without commas, each activity once and in the order of the list, no province in region 1', () => {
    const tidy = tidySite({
      ...FORM,
      region_id: 1,
      project_area: ' 1,000.50 ',
      redd_eligible_activities_area: [
        'Conservation of forest-carbon stocks',
        'Reducing emissions from deforestation',
        'Conservation of forest-carbon stocks',
      ],
    })
    expect(tidy.project_area).toBe('1000.50')
    expect(tidy.province_id).toBeNull()
    expect(tidy.redd_eligible_activities_area).toEqual(FORM.redd_eligible_activities_area)
  })

  const stored = { ...FORM, implementation_arrangement_others: null } as SiteProfile

  test('an edit changes what it names, null clears, and the region stays (C-38, S-46)', () => {
    const patched = patchedForm(stored, {
      region_id: 9,
      name_of_partner: 'Bagong Samahan',
      emission_from_deforestation_area: null,
      revision: 3,
    })
    expect(patched.region_id).toBe(6)
    expect(patched.name_of_partner).toBe('Bagong Samahan')
    expect(patched.emission_from_deforestation_area).toBeNull()
    expect(patched.conservation_forest_carbon_stocks_area).toBe('40')
    expect(patched).not.toHaveProperty('revision')
  })
})

describe('where people may add profiles (S-40)', () => {
  const penro = { access_level: 'PENRO', region_id: 6, province_id: 19 } as const
  const place = { region_id: 6, province_id: 19 }

  test('PENRO in its own region and province', () => {
    expect(ownPlaceErrors(penro, place)).toEqual({})
    expect(ownPlaceErrors(penro, { ...place, region_id: 9 })).toHaveProperty('region_id')
    expect(ownPlaceErrors(penro, { ...place, province_id: 20 })).toHaveProperty('province_id')
  })

  test('an office without a province, and Region, anywhere in the region; FMB everywhere', () => {
    expect(ownPlaceErrors({ ...penro, province_id: null }, { region_id: 6, province_id: null })).toEqual({})
    const region = { access_level: 'Region', region_id: 6, province_id: null } as const
    expect(ownPlaceErrors(region, { ...place, province_id: 20 })).toEqual({})
    expect(ownPlaceErrors(region, { ...place, region_id: 9 })).toHaveProperty('region_id')
    const fmb = { access_level: 'FMB', region_id: null, province_id: null } as const
    expect(ownPlaceErrors(fmb, { region_id: 9, province_id: 1 })).toEqual({})
  })
})
