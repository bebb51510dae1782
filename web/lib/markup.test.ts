import { describe, expect, test } from 'vitest'
import { withoutMarkup } from './markup.ts'

describe('a string that becomes part of a page', () => {
  test.each(['5 km', 'Samahan ng Kagubatan, Inc.', ':root { --ink: #1c2b22; } a > b { }', ''])(
    'stays as it is when it is text: %s',
    (text) => {
      expect(withoutMarkup(text)).toBe(text)
    },
  )

  test('of the map library stays as it is', () => {
    for (const known of ['<svg/>', '<span aria-hidden="true">+</span>'])
      expect(withoutMarkup(known)).toBe(known)
  })

  test.each([
    '<meta http-equiv="refresh" content="0;url=/login">',
    '<span aria-hidden="true">+</span><img src="x" onerror="alert(1)">',
    '&lt;b&gt;',
    '<SVG/>',
  ])('is refused with markup: %s', (text) => {
    expect(() => withoutMarkup(text)).toThrow(TypeError)
  })
})
