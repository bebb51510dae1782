import { expect, test } from 'vitest'
import { isoTime } from './iso-time.ts'

test.each([
  '2031-06-01 02:30:00+00',
  '2031-06-01 02:30:00.1+00',
  '2031-06-01 02:30:00.12+00',
  '2031-06-01 02:30:00.123456+00',
  '1999-12-31 23:59:59.999999+00',
  '2031-06-01 10:30:00.5+08',
])('%s is the moment that it is', (text) => {
  expect(isoTime(text)).toBe(new Date(text).toISOString())
})
