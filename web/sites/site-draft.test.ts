import { expect, test } from 'vitest'
import { readSiteDraft } from './site-draft.ts'
import { emptySite } from './site-form-values.ts'

const NOW = new Date('2031-06-02T10:00:00Z')
const values = { ...emptySite(6), name_of_partner: 'Samahan', city_id: '' }

test('a kept profile comes back as it was typed', () => {
  expect(readSiteDraft(values, NOW)).toEqual(values)
})

test('what an older form did not know is empty, and what is no form is nothing', () => {
  expect(readSiteDraft({ name_of_partner: 'Samahan' }, NOW)).toEqual({
    ...emptySite(null),
    name_of_partner: 'Samahan',
  })
  for (const none of [null, 7, 'text', [values]]) expect(readSiteDraft(none, NOW)).toBe(null)
})

test('an uploaded file is offered for a day, a file of the record always', () => {
  const file = (created_at?: string) => ({ id: 1, name: 'a.pdf', ...(created_at ? { created_at } : {}) })
  const kept = (created_at?: string) =>
    readSiteDraft({ ...values, agreement_id: file(created_at), map_kml_id: file(created_at) }, NOW)
  expect(kept('2031-06-01T10:00:01Z')).toMatchObject({ agreement_id: { id: 1 }, map_kml_id: { id: 1 } })
  expect(kept('2031-06-01T10:00:00Z')).toMatchObject({ agreement_id: null, map_kml_id: null })
  expect(kept()).toMatchObject({ agreement_id: { id: 1 } })
})
