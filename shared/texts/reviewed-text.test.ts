import { expect, test } from 'vitest'
import { textNow } from './reviewed-text.ts'

const SHIPPED = { english: 'Close', text: 'Isara' }
const reviewed = { ...SHIPPED, is_corrected: false, reviewed_at: '2026-11-28T01:00:00Z' }
const corrected = { ...SHIPPED, text: 'Sara', is_corrected: true, reviewed_at: null }

test('a text is reviewed as long as it and its English are those that were reviewed', () => {
  expect(textNow(SHIPPED, undefined)).toEqual({ text: 'Isara', state: 'not reviewed' })
  expect(textNow(SHIPPED, reviewed)).toEqual({ text: 'Isara', state: 'reviewed' })
  expect(textNow({ ...SHIPPED, english: 'Close it' }, reviewed)).toEqual({ text: 'Isara', state: 'changed' })
  expect(textNow({ ...SHIPPED, text: 'Isara ito' }, reviewed)).toEqual({
    text: 'Isara ito',
    state: 'changed',
  })
  expect(textNow(SHIPPED, { ...reviewed, reviewed_at: null })).toEqual({
    text: 'Isara',
    state: 'not reviewed',
  })
})

test('a corrected text replaces the one of the product, reviewed or not, while its English is the same', () => {
  expect(textNow(SHIPPED, corrected)).toEqual({ text: 'Sara', state: 'not reviewed' })
  const both = { ...corrected, reviewed_at: '2026-11-28T01:00:00Z' }
  expect(textNow(SHIPPED, both)).toEqual({ text: 'Sara', state: 'reviewed' })
  expect(textNow({ ...SHIPPED, text: 'Isara na' }, both)).toEqual({ text: 'Sara', state: 'reviewed' })
  expect(textNow({ english: 'Shut', text: 'Isara na' }, both)).toEqual({ text: 'Isara na', state: 'changed' })
})
