import path from 'node:path'
import { analyse } from 'scslre'
import { expect, test } from 'vitest'
import { eachNode, sourcesOf, treeOf } from './support/sources.ts'

/**
 * Files that build regular expressions from pieces, which cannot be analysed: each has pieces of fixed length, or
 * matches only an operator's texts. A new one may be added only if that is true of it.
 */
const MADE_OF_PIECES = [
  'shared/certificates/code.ts',
  'shared/factors/codes.ts',
  'shared/principles/principles.schema.ts',
  'server/public-log/entry.ts',
  'server/public-log/proof-file.ts',
  'server/embedded-postgres/account.ts',
  'web/public/english-texts.ts',
]

type Pattern = { file: string; source: string; flags: string }

/** The regular expressions of a program, and whether it builds others from pieces. */
function patternsOf(file: string): { patterns: Pattern[]; madeOfPieces: boolean } {
  const patterns: Pattern[] = []
  let madeOfPieces = false
  eachNode(treeOf(file), ({ type, regex, callee }) => {
    if (type === 'Literal' && regex) {
      const { pattern, flags } = regex as { pattern: string; flags: string }
      patterns.push({ file, source: pattern, flags })
    }
    const isCall = type === 'NewExpression' || type === 'CallExpression'
    if (isCall && (callee as { name?: string }).name === 'RegExp') madeOfPieces = true
  })
  return { patterns, madeOfPieces }
}

/** The kind of slow part of a pattern whose time grows faster than the text; else null. */
const slowPartOf = ({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string | null =>
  analyse({ source, flags }).reports[0]?.type ?? null

test('the check finds what is slow', () => {
  expect(
    ['\\s+$', '(a+)+$', '^\\s*(.*?)\\s*$', '[ \\t]+\\n', 'a.*a.*b', '"[^"]*"x|(?:\\d+,?)+$'].map((source) =>
      slowPartOf({ source, flags: 'u' }),
    ),
  ).not.toContain(null)
  expect(
    ['^\\s+', '[^()]+', '\\d{1,3}$', '^\\d+$'].map((source) => slowPartOf({ source, flags: 'u' })),
  ).toEqual([null, null, null, null])
})

test('[S-128] no regular expression of the product takes more time than grows with the length of a text', () => {
  const read = ['shared', 'server', 'web', 'scripts']
    .flatMap(sourcesOf)
    .map((file) => ({ file, ...patternsOf(file) }))
  const patterns = read.flatMap((one) => one.patterns)
  expect(patterns.length).toBeGreaterThan(150)
  expect(
    patterns.flatMap(({ file, source, flags }) => {
      const part = slowPartOf({ source, flags })
      return part === null ? [] : [`${file}: /${source}/${flags} (${part})`]
    }),
  ).toEqual([])
  expect(
    read
      .filter((one) => one.madeOfPieces)
      .map((one) => one.file.replaceAll(path.sep, '/'))
      .sort(),
  ).toEqual([...MADE_OF_PIECES].sort())
})
