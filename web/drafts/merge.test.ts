import { expect, test } from 'vitest'
import { mergeValues } from './merge.ts'

type Form = { name: string; province: string; city: string; file: { id: number; scan: string } | null }
const GROUPS = [['name'], ['province', 'city'], ['file']] as const
const began: Form = { name: 'Samahan', province: '34', city: '1', file: { id: 7, scan: 'checking' } }
const merge = (theirs: Partial<Form>, mine: Partial<Form>, known: Form | null = began) =>
  mergeValues<Form>(GROUPS, { began: known, theirs: { ...began, ...theirs }, mine: { ...began, ...mine } })

test('[S-144] what only one of two changed stays changed, and nobody is asked', () => {
  expect(merge({ name: 'Theirs' }, { province: '35', city: '9' })).toEqual({
    values: { ...began, name: 'Theirs', province: '35', city: '9' },
    taken: [['name']],
    open: [],
  })
  expect(merge({}, { name: 'Mine' })).toMatchObject({ values: { name: 'Mine' }, taken: [], open: [] })
  expect(merge({ name: 'Alike' }, { name: 'Alike' })).toMatchObject({ taken: [], open: [] })
})

test('[S-144] what both changed is open, and the own text stays until somebody has chosen', () => {
  const both = merge({ name: 'Theirs', city: '2' }, { name: 'Mine', province: '35', city: '9' })
  expect(both.open).toEqual([['name'], ['province', 'city']])
  expect(both.values).toMatchObject({ name: 'Mine', province: '35', city: '9' })
})

test('[S-144] of a draft that does not say what it began from, everything that differs is open', () => {
  expect(merge({ name: 'Theirs' }, {}, null).open).toEqual([['name']])
})

test('a file is the same file when its virus check has ended', () => {
  expect(merge({ file: { id: 7, scan: 'clean' } }, {})).toMatchObject({ taken: [], open: [] })
  expect(merge({ file: { id: 8, scan: 'clean' } }, {})).toMatchObject({ taken: [['file']] })
})
