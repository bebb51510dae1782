import { readdirSync, readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { pdfFault } from './pdf-check.ts'

const FOLDER = new URL('../../tests/fixtures/pdf/', import.meta.url)
const EXPECTED: readonly (readonly [RegExp, ReturnType<typeof pdfFault>])[] = [
  [/^locked-attachment/, null],
  [/^locked-/, 'locked'],
  [/^no-pages/, 'no_pages'],
  [/^please-wait/, 'please_wait'],
  [/^(owner|pages|static)/, null],
]

test.each(readdirSync(FOLDER))('[S-136] %s, as another program has written it', (name) => {
  const [, expected] = EXPECTED.find(([pattern]) => pattern.test(name)) ?? []
  expect(pdfFault(readFileSync(new URL(name, FOLDER)))).toBe(expected)
})

const pdf = (...parts: string[]) => Buffer.from(`%PDF-1.7\n${parts.join('\n')}\n%%EOF\n`, 'latin1')
const CATALOG = '1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj'
const TREE = '2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj'
const PAGE = '3 0 obj <</Type/Page/Parent 2 0 R>> endobj'
const TRAILER = 'trailer <</Root 1 0 R>>'

describe('[S-136] a page is found', () => {
  test.each([
    ['in any order', pdf(PAGE, TREE, CATALOG, TRAILER)],
    ['without a trailer', pdf(CATALOG, TREE, PAGE)],
    ['without the end of its objects', pdf(CATALOG, TREE, PAGE, TRAILER).toString().replaceAll('endobj', '')],
    [
      'where the table of objects is wrong',
      pdf(CATALOG, TREE, PAGE, 'xref\n0 9\n9999999999 00000 n', TRAILER),
    ],
    [
      'where the tree goes in circles',
      pdf(CATALOG, '2 0 obj <</Kids[2 0 R 2 0 R 3 0 R]>> endobj', PAGE, TRAILER),
    ],
    [
      'where an empty branch comes first',
      pdf(CATALOG, '2 0 obj <</Kids[9 0 R <</Type/Pages/Kids[]>> 3 0 R]>> endobj', PAGE, TRAILER),
    ],
    [
      'in what was saved last',
      pdf(CATALOG, '2 0 obj <</Kids[]>> endobj', TRAILER, '%%EOF', TREE, PAGE, TRAILER),
    ],
    [
      'behind a stream that holds half a PDF',
      pdf(
        '9 0 obj <</Length 60>> stream\n1 0 obj <</Type/Catalog/Pages 8 0 R>> endobj trailer <<>>    \nendstream endobj',
        CATALOG,
        TREE,
        PAGE,
        TRAILER,
      ),
    ],
    [
      'with names in other letters',
      pdf('1 0 obj <</T#79pe/Catalog/P#61ges 2 0 R>> endobj', TREE, PAGE, TRAILER),
    ],
  ])('%s', (_, bytes) => {
    expect(pdfFault(Buffer.from(bytes))).toBeNull()
  })
})

describe('[S-136] what is no document is told, and ends soon', () => {
  const packed = (bytes: Buffer, more = '') =>
    Buffer.concat([
      pdf('').subarray(0, 9),
      Buffer.from(
        `4 0 obj <</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${bytes.length}${more}>> stream\n`,
      ),
      bytes,
      Buffer.from(`\nendstream endobj\n${TRAILER}\n%%EOF`),
    ])
  test.each([
    ['nothing but a head', pdf(), 'no_pages'],
    ['objects that are none', pdf('1 0 obj', '<<>>', 'endobj'), 'no_pages'],
    ['an empty tree', pdf(CATALOG, '2 0 obj <</Type/Pages/Kids[]/Count 0>> endobj', TRAILER), 'no_pages'],
    ['a count that lies', pdf(CATALOG, '2 0 obj <</Type/Pages/Kids[]/Count 9>> endobj', TRAILER), 'no_pages'],
    [
      'a tree that is only a circle',
      pdf(CATALOG, '2 0 obj <</Type/Pages/Kids[2 0 R]>> endobj', TRAILER),
      'no_pages',
    ],
    ['a reference to itself', pdf('1 0 obj 1 0 R endobj', TRAILER), 'no_pages'],
    [
      'the first half of one that was saved twice',
      pdf(CATALOG, TREE, PAGE, TRAILER, '%%EOF', '9 0 obj <<').subarray(0, -7),
      'cut_off',
    ],
    ['lists in lists without end', pdf(`1 0 obj ${'['.repeat(100_000)}`, TRAILER), 'too_much'],
    ['dictionaries in dictionaries', pdf(`1 0 obj ${'<</A'.repeat(100_000)}`, TRAILER), 'too_much'],
    ['gigabytes in a stream of objects', packed(deflateSync(Buffer.alloc(60_000_000))), 'too_much'],
    [
      'an encryption that is none',
      pdf(CATALOG, TREE, PAGE, 'trailer <</Root 1 0 R/Encrypt<</Filter/Standard/V 2/R 3>>>>'),
      'locked',
    ],
    [
      'a certificate',
      pdf(CATALOG, TREE, PAGE, 'trailer <</Root 1 0 R/Encrypt<</Filter/Adobe.PubSec/V 2>>>>'),
      'locked',
    ],
  ] as const)('%s', (_, bytes, expected) => {
    const started = performance.now()
    expect(pdfFault(bytes)).toBe(expected)
    expect(performance.now() - started).toBeLessThan(3_000)
  })

  test('what is packed in a way that is not read here is not called empty', () => {
    expect(pdfFault(packed(Buffer.from('not deflated at all')))).toBeNull()
  })

  test('only an attachment that is locked asks for nothing', () => {
    const encrypt =
      '/Encrypt<</Filter/Standard/V 4/R 4/StmF/Identity/StrF/Identity/EFF/StdCF/CF<</StdCF<</CFM/AESV2>>>>>>'
    expect(pdfFault(pdf(CATALOG, TREE, PAGE, `trailer <</Root 1 0 R${encrypt}>>`))).toBeNull()
  })
})
