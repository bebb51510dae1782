import { describe, expect, test } from 'vitest'
import { ELIGIBLE_ACTIVITIES } from '../../shared/sites/sites.fields.ts'
import { siteErrors } from '../../shared/sites/sites.rules.ts'
import { embedAddress, mapSearch } from './map-search.ts'
import {
  areaSum,
  emptySite,
  hasNoProvinces,
  type SiteFormValues,
  valuesToDraft,
  withActivities,
  withRegion,
  yearChoices,
} from './site-form-values.ts'

const [first, second] = ELIGIBLE_ACTIVITIES
const filled: SiteFormValues = {
  ...emptySite(5),
  province_id: '21',
  city_id: '411',
  name_of_partner: 'Bantay Gubat',
  project_area: '100',
  year_implemented: '2020',
  project_year_start: '2020',
  project_year_end: '2040',
  redd_eligible_activities_area: [first.name, second.name],
  [first.field]: '60',
  [second.field]: '40',
  implementation_arrangement: 'MOA/MOU',
  agreement_id: { id: 1, name: 'a.pdf' },
  map_kml_id: { id: 2, name: 'b.kml' },
}

describe('from the form to the call', () => {
  test('a filled form has no errors', () => {
    expect(siteErrors(valuesToDraft(filled), 2025)).toEqual({})
  })

  test('an empty form names every field', () => {
    const errors = siteErrors(valuesToDraft(emptySite(null)), 2025)
    expect(Object.keys(errors)).toEqual(
      expect.arrayContaining(['region_id', 'city_id', 'name_of_partner', 'agreement_id', 'map_kml_id']),
    )
    expect(errors.agreement_id).toEqual(['Agreement is required.'])
    expect(errors.map_kml_id).toEqual(['Location Map is required.'])
  })

  test('turning an activity off removes its area', () => {
    const values = withActivities(filled, [first.name])
    expect(values[second.field]).toBe('')
    expect(values[first.field]).toBe('60')
    expect(valuesToDraft(values)[second.field]).toBeUndefined()
  })

  test('another region empties what lay in the old one', () => {
    expect(withRegion(filled, '1')).toMatchObject({ region_id: '1', province_id: '', city_id: '' })
    expect(hasNoProvinces('1')).toBe(true)
    expect(hasNoProvinces('')).toBe(false)
  })
})

describe('the sum while it is typed', () => {
  test.each([
    ['100', '60', '40', '100', true],
    ['100', '60', '30', '90', false],
    ['100', '60', '', '60', null],
    ['', '60', '40', '100', null],
    ['0.3', '0.1', '0.2', '0.3', true],
  ])('%s with %j and %j is %s', (project_area, a, b, sum, equal) => {
    expect(areaSum({ ...filled, project_area, [first.field]: a, [second.field]: b })).toEqual({ sum, equal })
  })
})

test('year choices run down from the current year and from 2050', () => {
  const { year_implemented, project_year_start, project_year_end } = yearChoices(2031)
  expect([year_implemented[0], year_implemented.at(-1)]).toEqual(['2031', '1970'])
  expect([project_year_start[0], project_year_start.at(-1)]).toEqual(['2031', '2000'])
  expect([project_year_end[0], project_year_end.at(-1)]).toEqual(['2050', '1970'])
})

test('[PROFILES-13] an outside map looks for province and municipality, in NCR and in a highly urbanized city for region and city', () => {
  const laguna = { region_id: 6, city_id: 500, region: 'Region IV-A', province: 'Laguna', city: 'Pangil' }
  expect(mapSearch(laguna)).toBe('Pangil, Laguna, Philippines')
  const capital = 'National Capital Region (NCR)'
  const pateros = { region_id: 1, city_id: 1248, region: capital, province: '', city: 'Pateros' }
  expect(mapSearch(pateros)).toBe('Pateros, National Capital Region (NCR), Philippines')
  const lucena = { ...laguna, city_id: 490, province: 'Quezon', city: 'City of Lucena' }
  expect(mapSearch(lucena)).toBe('City of Lucena, Region IV-A, Philippines')
  for (const incomplete of [
    { ...laguna, city: '' },
    { ...laguna, province: '' },
    { ...pateros, city: '' },
  ])
    expect(mapSearch(incomplete)).toBe('Philippines')
})

test('[PROFILES-14] the embedded map has the key, or is the search page where none is stored or none is wanted', () => {
  const service = 'https://www.google.com/maps/embed/v1/place?key=k%26y&q=Pe%C3%B1afrancia'
  const searchPage = 'https://www.google.com/maps?q=Pe%C3%B1afrancia&output=embed'
  expect(embedAddress('k&y', 'Peñafrancia')).toBe(service)
  expect(embedAddress(null, 'Peñafrancia')).toBe(searchPage)
  expect(embedAddress('keyless', 'Peñafrancia')).toBe(searchPage)
  expect(embedAddress('', 'Peñafrancia')).toBe(null)
})
