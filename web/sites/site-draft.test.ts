import { expect, test } from 'vitest'
import { readSiteDraft } from './site-draft.ts'
import { emptySite } from './site-form-values.ts'

const values = { ...emptySite(6), name_of_partner: 'Samahan', city_id: '' }

test('a kept profile comes back as it was typed', () => {
  expect(readSiteDraft(values)).toEqual(values)
})

test('what an older form did not know is empty, and what is no form is nothing', () => {
  expect(readSiteDraft({ name_of_partner: 'Samahan' })).toEqual({
    ...emptySite(null),
    name_of_partner: 'Samahan',
  })
  for (const none of [null, 7, 'text', [values]]) expect(readSiteDraft(none)).toBe(null)
})
