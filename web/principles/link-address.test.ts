import { expect, test } from 'vitest'
import { linkOf } from './link-address.ts'

test.each([
  ['https://example.org/a?b=1#c', 'https://example.org/a?b=1#c'],
  [' http://example.org ', 'http://example.org'],
  ['mailto:fmb@example.org', 'mailto:fmb@example.org'],
  ['example.org', 'https://example.org'],
  ['forestry.example.org/rules?year=2031', 'https://forestry.example.org/rules?year=2031'],
  ['fmb@example.org', 'mailto:fmb@example.org'],
])('%j means %s', (typed, link) => {
  expect(linkOf(typed)).toBe(link)
})

test.each([
  '',
  'annex',
  'javascript:alert(1)',
  'data:text/html,x',
  '//example.org',
  '/sites',
  'two words.org',
  'ftp://example.org',
])('%j is no link', (typed) => {
  expect(linkOf(typed)).toBe(null)
})
