import { expect, test } from 'vitest'
import { lastApproverWords, lastRoleApproverWords } from './last-approver-words.ts'

test('[S-120] the last approver of an office goes: how many records wait there', () => {
  const words = (profiles: number, activities: number) =>
    lastApproverWords('Only Ana Cruz', 'PENRO Laguna', { places: 1, profiles, activities })
  expect(words(9, 1)).toBe(
    'Only Ana Cruz can approve for PENRO Laguna. 9 profiles and 1 activity are waiting there; without another approver, records there cannot be decided on.',
  )
  expect(words(0, 1)).toContain('1 activity is waiting there;')
  expect(words(0, 0)).toContain('Nothing is waiting there now;')
})

test('[S-120] a role is switched off: in how many places, and nothing where others can approve', () => {
  expect(lastRoleApproverWords({ places: 3, profiles: 12, activities: 0 })).toBe(
    '3 places would have no other approver. 12 profiles are waiting there; without another approver, records there cannot be decided on.',
  )
  expect(lastRoleApproverWords({ places: 0, profiles: 0, activities: 0 })).toBeNull()
  expect(
    lastApproverWords('Only Ana Cruz', 'PENRO Laguna', { places: 0, profiles: 0, activities: 0 }),
  ).toBeNull()
})
