import { expect, test } from 'vitest'
import { AppError } from '../lib/errors.ts'
import { toStorageRefusal } from './storage-faults.ts'

const errno = (code: string) => Object.assign(new Error(code), { code })
const fromStore = (httpStatusCode?: number) =>
  Object.assign(new Error('store'), { $metadata: { httpStatusCode } })
const refusal = (error: unknown) => {
  const known = toStorageRefusal(error)
  return known instanceof AppError ? [known.status, known.why] : null
}

test('no room, whoever says it', () => {
  for (const code of ['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])
    expect(refusal(errno(code)), code).toEqual([507, 'no_room'])
  expect(refusal(fromStore(507))).toEqual([507, 'no_room'])
})

test('a disk that fails and a store that does not answer, or only complains', () => {
  for (const error of [errno('EIO'), errno('EROFS'), fromStore(), fromStore(500), fromStore(503)])
    expect(toStorageRefusal(error)).toMatchObject({ why: 'unavailable', code: 'store_gone' })
})

test('everything else stays what it is: bytes that are missing, a database that is gone, our own refusals', () => {
  for (const error of [
    errno('ENOENT'),
    errno('ECONNREFUSED'),
    fromStore(404),
    fromStore(403),
    new Error('x'),
    'x',
  ])
    expect(toStorageRefusal(error)).toBe(error)
  const own = new AppError('state')
  expect(toStorageRefusal(own)).toBe(own)
})
