import { expect, test } from 'vitest'
import { editDistance, nearestNames, newOfficeErrors, officeForm, officeNamed } from './offices.rules.ts'

test('[S-148] an office is called the same whatever the case, accents, blanks, signs and the word PENRO', () => {
  for (const name of [
    'PENRO Laguna',
    'penro laguna',
    ' Laguna ',
    'PENRO  LAGÚNA',
    'PENRO-Laguna',
    'Laguna PENRO',
  ])
    expect([name, officeForm(name)]).toEqual([name, 'laguna'])
  expect(officeForm('PENRO')).toBe('penro')
  expect(officeForm('CENRO Los Baños')).toBe('cenro los banos')
  expect(officeForm('Penroad')).toBe('penroad')
  expect(officeNamed('laguna', [{ name: 'PENRO Quezon' }, { name: 'PENRO Laguna' }])?.name).toBe(
    'PENRO Laguna',
  )
})

test('the distance counts letters added, removed, replaced and swapped', () => {
  expect(editDistance('', 'abc')).toBe(3)
  expect(editDistance('laguna', 'laguna')).toBe(0)
  expect(editDistance('lagunna', 'laguna')).toBe(1)
  expect(editDistance('rizla', 'rizal')).toBe(1)
  expect(editDistance('quezon', 'laguna')).toBe(6)
})

const OFFICES = ['PENRO Batangas', 'PENRO Cavite', 'PENRO Laguna', 'PENRO Quezon', 'PENRO Rizal']

test.each([
  ['PENRO Lagunna', 'PENRO Laguna'],
  ['Lagnua', 'PENRO Laguna'],
  ['PENRO Batanggas', 'PENRO Batangas'],
  ['PENRO Rizla', 'PENRO Rizal'],
  ['PENRO Quezon II', 'PENRO Quezon'],
])('[S-148] %s may be meant for %s, and is no new office without being confirmed', (name, meant) => {
  expect(nearestNames(name, OFFICES)).toEqual([meant])
  const asked = { name, offices: OFFICES, foreign: [] }
  expect(newOfficeErrors({ ...asked, isConfirmed: false })).toEqual({
    penro: [`There is no office ${name} in this region. Did you mean ${meant}?`],
  })
  expect(newOfficeErrors({ ...asked, isConfirmed: true })).toEqual({})
})

test('words in another order are near, and the nearest three come first', () => {
  expect(nearestNames('PENRO Mindoro Oriental', ['PENRO Oriental Mindoro'])).toEqual([
    'PENRO Oriental Mindoro',
  ])
  expect(nearestNames('abcdefghx', ['abcdefgh', 'abcdefgy', 'abcdefgzz', 'abcdefg'])).toHaveLength(3)
  expect(nearestNames('abcdefghx', ['abcdefgyy', 'abcdefgh'])).toEqual(['abcdefgh', 'abcdefgyy'])
})

test('[S-148] a clearly new name is an office at once; the office of another region’s province never', () => {
  const isConfirmed = false
  expect(
    newOfficeErrors({ name: 'CENRO Los Baños', offices: OFFICES, foreign: ['Palawan'], isConfirmed }),
  ).toEqual({})
  for (const confirmed of [false, true])
    expect(
      newOfficeErrors({
        name: 'PENRO Palawan',
        offices: OFFICES,
        foreign: ['Palawan'],
        isConfirmed: confirmed,
      }),
    ).toEqual({ penro: ['Palawan is not a province of this region, so its office cannot be added here.'] })
  // neither does a typing error of it
  expect(
    newOfficeErrors({ name: 'PENRO Palawann', offices: OFFICES, foreign: ['Palawan'], isConfirmed }),
  ).toEqual({ penro: ['There is no office PENRO Palawann in this region. Did you mean Palawan?'] })
})

test('a long name of one letter costs no time', () => {
  const began = Date.now()
  for (let turn = 0; turn < 100; turn += 1) nearestNames('a'.repeat(100), OFFICES)
  expect(Date.now() - began).toBeLessThan(1000)
})
