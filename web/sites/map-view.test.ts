import { expect, test } from 'vitest'
import { viewOfPlace } from './map-view.ts'

const QUEZON = { name: 'Quezon', point: [122.325, 13.763] as [number, number] }
const LUCENA = { name: 'City of Lucena', point: [121.576, 13.924] as [number, number] }
const PAGBILAO = { name: 'Pagbilao', point: null }

test('[S-124] the map goes to the municipality, else to its province, and says what it does not know', () => {
  expect(viewOfPlace(QUEZON, LUCENA)).toEqual({ view: { ...LUCENA, zoom: 11 }, missing: null })
  expect(viewOfPlace(QUEZON, undefined)).toEqual({ view: { ...QUEZON, zoom: 9 }, missing: null })
  expect(viewOfPlace(QUEZON, PAGBILAO)).toEqual({ view: { ...QUEZON, zoom: 9 }, missing: 'Pagbilao' })
  expect(viewOfPlace(undefined, PAGBILAO)).toEqual({ view: null, missing: 'Pagbilao' })
  const waiting = { ...LUCENA, point: undefined }
  expect(viewOfPlace(QUEZON, waiting)).toEqual({ view: { ...QUEZON, zoom: 9 }, missing: null })
  expect(viewOfPlace(undefined, undefined)).toEqual({ view: null, missing: null })
})
