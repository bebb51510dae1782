import { expect, test } from 'vitest'
import { EN } from '../texts/en.ts'
import { FIL } from '../texts/fil.ts'
import { translator } from '../texts/translate.ts'
import { approvalAge, monthsBetween } from './approval-age.ts'

test.each([
  ['2031-07-04T01:00:00Z', '2031-07-04', 'today'],
  // 21:00 UTC is the next day in Manila
  ['2031-07-03T21:00:00Z', '2031-07-05', '1 day ago'],
  ['2031-07-04T01:00:00Z', '2031-08-03', '30 days ago'],
  ['2031-07-04T01:00:00Z', '2031-08-04', '1 month ago'],
  ['2030-07-04T01:00:00Z', '2031-08-04', '13 months ago'],
  ['2028-07-04T01:00:00Z', '2031-07-03', '2 years ago'],
])('an approval of %s is on %s: %s', (approved_at, today, age) => {
  expect(approvalAge(translator(EN), approved_at, today)).toMatch(
    new RegExp(`^Approved [A-Z][a-z]{2} \\d\\d, 20\\d\\d, ${age}$`),
  )
})

test('the age of an approval is in the language of the page', () => {
  const said = (today: string) => approvalAge(translator(FIL), '2031-07-04T01:00:00Z', today)
  expect(said('2031-07-04')).toBe('Inaprubahan noong Hul 04, 2031, ngayong araw')
  expect(said('2031-12-04')).toBe('Inaprubahan noong Hul 04, 2031, 5 buwan na ang nakalipas')
})

test('a month is whole when its day has come', () => {
  expect(monthsBetween('2031-01-31', '2031-02-28')).toBe(0)
  expect(monthsBetween('2030-12-15', '2031-02-15')).toBe(2)
})
