import { expect, test } from 'vitest'
import { FIXED_PERMISSIONS, PERMISSION_GROUPS, PERMISSION_KEYS } from '../../shared/access/permissions.ts'
import { PERMISSION_GRID } from '../../tests/support/oracles/permission-grid.ts'
import { shareOf, withKeys } from './permission-choice.ts'
import { FIXED_WORDS, PERMISSION_WORDS } from '../../shared/roles/permission-words.ts'

const AUDIT = PERMISSION_GROUPS[2].keys

test('a box that stands for several keys shows none, some or all', () => {
  expect(shareOf(AUDIT, [])).toBe('none')
  expect(shareOf(AUDIT, ['audit_export', 'user_show'])).toBe('some')
  expect(shareOf(AUDIT, ['audit_export', 'audit_access'])).toBe('all')
  expect(shareOf([], ['audit_access'])).toBe('none')
})

test('[ROLES-06] everything selected is every key of the specification, without the five fixed ones', () => {
  const all = withKeys([], PERMISSION_KEYS, true)
  expect(all).toEqual(Object.values(PERMISSION_GRID).flat())
  expect(withKeys(all, PERMISSION_KEYS, false)).toEqual([])
  expect(Object.keys(FIXED_WORDS)).toEqual([...FIXED_PERMISSIONS])
})

test('keys go on and off without touching others, in the order of the grid', () => {
  expect(withKeys(['audit_export'], ['user_show'], true)).toEqual(['user_show', 'audit_export'])
  expect(withKeys(['user_show', 'audit_export'], AUDIT, false)).toEqual(['user_show'])
})

test('every key has words of its own within its group', () => {
  for (const { keys } of PERMISSION_GROUPS)
    expect(new Set(keys.map((key) => PERMISSION_WORDS[key])).size).toBe(keys.length)
})
