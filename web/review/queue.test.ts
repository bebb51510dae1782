import { expect, test } from 'vitest'
import { neighboursQuery } from './queue.ts'

test('around a record counts all that waits, narrowed as its list is but for what was passed on', () => {
  const list = { page: 3, length: 20, search: '', record_status: 'Approved', age: '30', order: [] }
  expect(neighboursQuery(list, { id: 7 })).toEqual({ age: '30', order: [], id: 7 })
  expect(neighboursQuery({ search: 'gubat' }, {})).toEqual({ search: 'gubat' })
})
