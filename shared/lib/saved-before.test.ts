import { expect, test } from 'vitest'
import { type SavedBefore, savedBeforeHeadline, savedBeforeWords } from './saved-before.ts'

const saved = (more: Partial<SavedBefore> = {}): SavedBefore => ({
  by: 'Isabel Muñoz',
  at: '2026-11-26T02:42:00.000Z',
  events: ['Updated', 'Updated', 'Submitted'],
  fields: [
    { field: 'project_area', old: '100', new: '120.5' },
    { field: 'implementation_arrangement_others', old: 'x', new: null },
  ],
  ...more,
})

test('[S-144] says who, when and what, and what became of both works', () => {
  expect(savedBeforeWords(saved())).toBe(
    'Isabel Muñoz changed and submitted this on Nov 26, 2026 10:42 AM. Changed: project area (now 120.5) and implementation arrangement (please specify). Your changes were not saved, and theirs were not replaced.',
  )
})

test.each([
  [[], 'changed'],
  [['Approved (PENRO)', 'Returned (Region)'], 'approved and returned'],
  [['MOV Disabled', 'Updated'], 'changed'],
  [['Criteria Saved'], 'changed'],
])('%j is told as "%s"', (events, verb) => {
  expect(savedBeforeHeadline(saved({ events }))).toBe(`Isabel Muñoz ${verb} this on Nov 26, 2026 10:42 AM`)
})

test('a long text and many fields stay one sentence', () => {
  const fields = Array.from({ length: 7 }, (_, index) => ({
    field: `field_${index}`,
    old: null,
    new: 'ñ'.repeat(500),
  }))
  const words = savedBeforeWords(saved({ fields }))
  expect(words).toContain('and 3 more.')
  expect(words.length).toBeLessThan(700)
})
