import { expect, test } from 'vitest'
import type { CopyPlace } from '../../shared/files/files.schema.ts'
import { copyWords } from './copy-words.ts'

const place = (more: Partial<CopyPlace>): CopyPlace => ({
  as: 'evidence',
  site_profile_id: 1,
  code: 'SITES-R04A-2031-0007',
  site_activity_id: 1,
  indicator: '2.1.3',
  same_record: false,
  ...more,
})
const words = (places: CopyPlace[], elsewhere = false) => copyWords({ file_id: 1, places, elsewhere })

test('says where the same file is attached too', () => {
  expect(words([place({ same_record: true })])).toBe('The same file is also attached under 2.1.3 here.')
  expect(words([place({}), place({})])).toBe(
    'The same file is also attached under 2.1.3 of SITES-R04A-2031-0007.',
  )
  expect(words([place({ as: 'agreement', indicator: null })])).toBe(
    'The same file is also attached as the agreement of SITES-R04A-2031-0007.',
  )
  expect(words([place({ same_record: true })], true)).toBe(
    'The same file is also attached under 2.1.3 here and to a site of another office.',
  )
  expect(words([], true)).toBe('The same file is also attached to a site of another office.')
})

test('names a few and counts the rest', () => {
  const many = ['0001', '0002', '0003', '0004', '0005', '0006'].map((code) => place({ code }))
  expect(words(many)).toBe(
    'The same file is also attached under 2.1.3 of 0001, under 2.1.3 of 0002, under 2.1.3 of 0003, ' +
      'under 2.1.3 of 0004 and in 2 more places.',
  )
})
