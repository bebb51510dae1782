import { expect, test } from 'vitest'
import { FORM_FIELDS } from '../../shared/sites/sites.fields.ts'
import { emptySite } from './site-form-values.ts'
import { SITE_GROUPS, siteSides } from './site-sides.ts'

const names: Record<string, string> = { 'province_id 34': 'Laguna', 'city_id 34': 'Pangil' }
const placeName = (field: string, id: string) => names[`${field} ${id}`]

test('[S-144] every field of the form but the fixed region is compared once', () => {
  expect(SITE_GROUPS.flat().toSorted()).toEqual(
    FORM_FIELDS.filter((field) => field !== 'region_id').toSorted(),
  )
})

test('[S-144] two states stand beside each other in words, fields that need each other together', () => {
  const theirs = {
    ...emptySite(5),
    name_of_partner: 'Theirs',
    province_id: '34',
    city_id: '34',
    redd_eligible_activities_area: ['Conservation of forest-carbon stocks' as const],
    conservation_forest_carbon_stocks_area: '12.5',
    map_kml_id: { id: 7, name: 'boundary.kml' },
  }
  const mine = { ...emptySite(5), name_of_partner: 'Mine', province_id: '35', city_id: '99' }
  const sides = siteSides(SITE_GROUPS, { theirs: theirs as never, mine }, placeName)
  const of = (label: string) => sides.find((side) => side.label === label)
  expect(of('Name of Partner/Implementer')).toMatchObject({ theirs: 'Theirs', mine: 'Mine' })
  expect(of('Province, Municipality')).toMatchObject({ theirs: 'Laguna, Pangil', mine: 'No. 35, No. 99' })
  expect(of('REDD+ Eligible Activities')).toMatchObject({
    theirs: 'Conservation of forest-carbon stocks: 12.5 ha',
    mine: '',
  })
  expect(of('Location Map')).toMatchObject({ theirs: 'boundary.kml', mine: '' })
})
