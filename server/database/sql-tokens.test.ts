import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sqlPieces, sqlTokens } from './sql-tokens.ts'

test.each([
  [
    'comments and blanks go',
    'select 1; -- one\n\n  select\t2; -- two',
    ['select', '1', ';', 'select', '2', ';'],
  ],
  ['a comment holds others', 'a /* b /* c */ -- d\n */ e', ['a', 'e']],
  ['a comment ends with its line', "a -- 'b\r\nc", ['a', 'c']],
  ['a comment that never ends', 'a /* b', ['a']],
  ['no comment in a string', "'a -- b' '/* c' x", ["'a -- b'", "'/* c'", 'x']],
  ['a doubled quote ends no string', "'it''s -- so' x", ["'it''s -- so'", 'x']],
  ['a backslash ends nothing', String.raw`'\' --'`, [String.raw`'\'`]],
  ['but in an escape string', String.raw`e'\' --' x`, [String.raw`e'\' --'`, 'x']],
  ['letters that end in e begin none', "like'\\' x", ['like', "'\\'", 'x']],
  ['strings of other kinds', `x'1f' U&'d!0061' U&"d" n'a'`, ["x'1f'", "U&'d!0061'", 'U&"d"', "n'a'"]],
  ['no comment in a name', '"a -- ""b" c', ['"a -- ""b"', 'c']],
  ['nor between dollars', '$$ a -- b\n/* $$ c', ['$$ a -- b\n/* $$', 'c']],
  ['dollars have names', '$f$ $$ -- $$ $f$ c', ['$f$ $$ -- $$ $f$', 'c']],
  ['dollars in words and numbers begin nothing', 'a$b$ -- c\n$1 d', ['a$b$', '$', '1', 'd']],
  ['a string that never ends', "a 'b -- c", ['a', "'b -- c"]],
  ['operators', 'a->>1 - -1 * /* b */ 2--3', ['a', '->>', '1', '-', '-', '1', '*', '2']],
  [
    'numbers, casts and names of columns',
    'a.b::c(1.50, 2)',
    ['a', '.', 'b', '::', 'c', '(', '1.50', ',', '2', ')'],
  ],
  ['letters of any language', 'ñaño -- ó\nZambales', ['ñaño', 'Zambales']],
])('%s', (_what, text, tokens) => {
  expect(sqlTokens(text)).toEqual(tokens)
  expect([...sqlPieces(text)].map((piece) => piece.text).join('')).toBe(text)
})

const token = fc.oneof(
  fc.constantFrom(
    'select',
    'a1',
    'ñ',
    '42',
    ';',
    '(',
    ')',
    ',',
    '.',
    '::',
    '->>',
    '=',
    '0.25',
    '"a -- b"',
    "x'1'",
  ),
  fc.string().map((text) => `'${text.replaceAll("'", "''")}'`),
  fc.string().map((text) => `"${text.replaceAll('"', '""')}"`),
  fc.string().map((text) => `e'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`),
  fc.string().map((text) => `$body$${text.replaceAll('$', '')}$body$`),
)
const between = fc
  .array(
    fc.oneof(
      fc.constantFrom(' ', '\n', '\t', '\r\n', '/* a /* b */ c */', '/*;*/'),
      fc.string().map((text) => `--${text.replaceAll(/[\r\n]/g, '')}\n`),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((pieces) => `${pieces.join('')} `)

test('whatever stands between tokens, they are read as they were written', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(token, between)), (written) => {
      const text = written.flat().join('')
      const found = [...sqlPieces(text)]
      expect(found.map((piece) => piece.text).join('')).toBe(text)
      expect(sqlTokens(text)).toEqual(written.map(([one]) => one))
    }),
  )
})

test('any text is read to its end', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("'", '"', '$', '$a$', '--', '/*', '*/', '\n', 'e', '\\', ' ')),
      (parts) => {
        const text = parts.join('')
        expect([...sqlPieces(text)].map((piece) => piece.text).join('')).toBe(text)
      },
    ),
  )
})

test('a migration has the same tokens without its comments', () => {
  for (const file of readdirSync('db/migrations')) {
    const text = readFileSync(`db/migrations/${file}`, 'utf8')
    const bare = [...sqlPieces(text)]
      .flatMap(({ kind, text: one }) => (kind === 'comment' ? [] : [one]))
      .join('')
    expect(sqlTokens(bare).join('\0'), file).toBe(sqlTokens(text).join('\0'))
    // no statement of ours begins or ends inside what is taken for a string
    expect(bare, file).not.toMatch(/^-- /m)
  }
})
