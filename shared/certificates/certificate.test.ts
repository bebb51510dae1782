import { expect, test } from 'vitest'
import { EN } from '../texts/en.ts'
import { translator } from '../texts/translate.ts'
import { changesOf, type CertifiedSite, matchesPrinted } from './certificate.ts'

const SITE: CertifiedSite = {
  code: 'SITES-R04A-2031-0001',
  name_of_partner: 'Samahan ng Peñaranda',
  region: 'Region IV-A (CALABARZON)',
  province: null,
  city: 'Alaminos',
  project_area: '100.5',
  year_implemented: 2021,
  project_year_start: 2021,
  project_year_end: 2030,
  redd_eligible_activities_area: [{ name: 'Conservation of forest-carbon stocks', hectares: '100.5' }],
  grades: {
    principle_number_1: 'Very Compliant',
    principle_number_2: 'Very Compliant',
    principle_number_3: 'Not Compliant',
    principle_number_4: 'Not Applicable',
    principle_number_5: 'Very Compliant',
    principle_number_6: 'Very Compliant',
    principle_number_7: 'Somewhat Compliant',
    principle_number_8: 'Very Compliant',
  },
  approved_at: '2031-07-04T01:00:00.000Z',
}

test.each<[string, Partial<CertifiedSite>]>([
  ['a name', { name_of_partner: 'Samahan' }],
  ['a province that there was none of', { province: 'Laguna' }],
  ['the moment of the approval', { approved_at: '2031-07-04T01:00:01.000Z' }],
  ['one grade', { grades: { ...SITE.grades, principle_number_8: 'Somewhat Compliant' } }],
  [
    'hectares of an activity',
    { redd_eligible_activities_area: [{ name: 'Conservation of forest-carbon stocks', hectares: '100.6' }] },
  ],
])('%s is told from what was printed', (_what, change) => {
  expect(matchesPrinted(SITE, { ...SITE, ...change })).toBe(false)
})

test('what a later version prints as well is not missed in an older certificate, what is gone is', () => {
  const { city: _gone, ...older } = SITE
  expect(matchesPrinted(SITE, { ...SITE })).toBe(true)
  expect(matchesPrinted(older as CertifiedSite, SITE)).toBe(true)
  expect(matchesPrinted(SITE, older as CertifiedSite)).toBe(false)
})

test('all grades are told beside each other, of the rest what differs', () => {
  const today = { ...SITE, city: 'Cavinti', grades: { ...SITE.grades, principle_number_3: 'Very Compliant' } }
  const { grades, facts } = changesOf(translator(EN), SITE, today as CertifiedSite)
  expect(grades).toHaveLength(8)
  expect(grades.filter(({ differs }) => differs)).toEqual([
    {
      name: '3. Indigenous and local community rights',
      printed: 'Not Compliant',
      today: 'Very Compliant',
      differs: true,
    },
  ])
  expect(facts).toEqual([
    { name: 'City or municipality', printed: 'Alaminos', today: 'Cavinti', differs: true },
  ])
})
