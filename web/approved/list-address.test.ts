import { expect, test } from 'vitest'
import { readListAddress } from './approved.calls.ts'
import { listAddress, siteAddress } from './list-address.ts'

test('an untouched list has a bare address', () => {
  expect(listAddress(readListAddress(''))).toBe('/site/approved')
})

test('region, grade, search, rows, page and order survive the way through the address', () => {
  const query = {
    region_id: 13,
    principle_grade: 'Not Applicable',
    search: 'Peñablanca & co',
    length: 20,
    page: 3,
    order: [{ column: 'name_of_partner', dir: 'desc' }],
  } as const
  const address = listAddress({ ...query, order: [...query.order] })
  expect(readListAddress(address.slice(address.indexOf('?')))).toEqual(query)
})

test.each(['?region_id=abc', '?region_id=-1', '?principle_grade=Purple', '?page=0', '?length=x'])(
  'nonsense in %s falls back to the whole list',
  (search) => {
    expect(listAddress(readListAddress(search))).toBe('/site/approved')
  },
)

test('the address of a site keeps the list that the reader came from', () => {
  expect(siteAddress(7, { region_id: 13 })).toBe('/site/approved/7?region_id=13')
  expect(siteAddress(7, readListAddress(''))).toBe('/site/approved/7')
  const query = readListAddress('?region_id=13&principle_grade=Not+Compliant&search=Peña&page=2')
  const [, kept] = siteAddress(7, query).split('?')
  expect(readListAddress(`?${kept}`)).toEqual(query)
})
