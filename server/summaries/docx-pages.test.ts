import { expect, test } from 'vitest'
import { pagesOf } from './docx-pages.ts'
import { bookmarks, paragraph, run, TABLE_END, tableRow, tableStart } from './docx-xml.ts'

const line = paragraph('BodyText', run('A line.'))
const lines = (count: number) => Array.from({ length: count }, () => line)
const heading = (name: string) => paragraph('Heading1', bookmarks()(name, run('A chapter')))

/** The page of a heading behind these blocks, with one line after it. */
const pageBehind = (...blocks: string[]) => pagesOf([...blocks, heading('Here'), line]).get('Here')

test('a page has 45 lines of text that are paragraphs of their own', () => {
  expect(pageBehind()).toBe(1)
  expect(pageBehind(...lines(40))).toBe(1)
  expect(pageBehind(...lines(45))).toBe(2)
  expect(pageBehind(...lines(87))).toBe(2)
  expect(pageBehind(...lines(91))).toBe(3)
})

test('a heading that fits at the end of a page goes with its first line to the next one', () => {
  // 43 lines leave room for a heading alone
  expect(pageBehind(...lines(43))).toBe(2)
})

test('a long text takes as many lines as its letters need', () => {
  const words = 'forest '.repeat(14)
  // 98 letters of 9.5 points are about 430 points wide, on a line of 482
  expect(pageBehind(...Array.from({ length: 40 }, () => paragraph('BodyText', run(words))))).toBe(1)
  expect(pageBehind(...Array.from({ length: 40 }, () => paragraph('BodyText', run(words + words))))).toBe(2)
  expect(pageBehind(...Array.from({ length: 40 }, () => paragraph('BodyText', run('W'.repeat(98)))))).toBe(2)
})

test('rows of a table count by their highest cell', () => {
  const table = (words: string, count: number) => [
    tableStart(['Region', 'Sites'], [1000, 1000]),
    ...Array.from({ length: count }, () =>
      tableRow([{ inside: run(words) }, { inside: run('1') }], [1000, 1000]),
    ),
    TABLE_END,
  ]
  expect(pageBehind(...table('NCR', 50))).toBe(1)
  expect(pageBehind(...table('Bangsamoro Autonomous Region', 50))).toBe(3)
})

test('rows that are kept together begin on the next page when they do not fit', () => {
  const table = (isKeptTogether: boolean) => [
    tableStart(['Region', 'Sites'], [1000, 1000], { isKeptTogether }),
    ...Array.from({ length: 7 }, (_, at) =>
      tableRow([{ inside: run('NCR') }, { inside: run('1') }], [1000, 1000], {
        isKeptTogether: isKeptTogether && at < 6,
      }),
    ),
    TABLE_END,
  ]
  // 42 lines leave room for some of its rows
  const behind = (isKeptTogether: boolean) => pageBehind(...lines(42), ...table(isKeptTogether), ...lines(38))
  expect([behind(false), behind(true)]).toEqual([2, 3])
})
