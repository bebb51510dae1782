import { expect, test } from 'vitest'
import { leftAloneWords, roleLeftAloneWords } from './left-alone.ts'

test('[S-120] the last approver of an office goes: how many records wait there', () => {
  const words = (profiles: number, activities: number) =>
    leftAloneWords('Only Ana Cruz', 'PENRO Laguna', { places: 1, profiles, activities })
  expect(words(9, 1)).toBe(
    'Only Ana Cruz can approve for PENRO Laguna. 9 profiles and 1 activity wait there; without another approver nobody can decide what waits.',
  )
  expect(words(0, 1)).toContain('1 activity waits there;')
  expect(words(0, 0)).toContain('Nothing waits there now;')
})

test('[S-120] a role is switched off: in how many places, and nothing where others can approve', () => {
  expect(roleLeftAloneWords({ places: 3, profiles: 12, activities: 0 })).toBe(
    'In 3 places nobody else can approve. 12 profiles wait there; without another approver nobody can decide what waits.',
  )
  expect(roleLeftAloneWords({ places: 0, profiles: 0, activities: 0 })).toBeNull()
  expect(
    leftAloneWords('Only Ana Cruz', 'PENRO Laguna', { places: 0, profiles: 0, activities: 0 }),
  ).toBeNull()
})
