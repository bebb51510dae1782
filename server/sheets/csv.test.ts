import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { type Cell, csvStream } from './csv.ts'

const written = async (rows: Cell[][]) =>
  (await buffer(csvStream({ header: ['A', 'B, C'], rows }))).toString('utf8')

test('a table is lines of RFC 4180 after a byte order mark', async () => {
  expect(
    await written([
      ['ñ', 1],
      [null, ''],
      ['a,b', 'say "yes"'],
      ['two\nlines', 'x\ry'],
      ['a;b', ';'],
    ]),
  ).toBe('\ufeffA,"B, C"\r\nñ,1\r\n,\r\n"a,b","say ""yes"""\r\n"two\nlines","x\ry"\r\n"a;b",";"\r\n')
})

test('what a spreadsheet would calculate is a text (S-82), a number is none of that', async () => {
  const texts = ['=1', '+1', '-1', '@A1', '\t=1']
  expect(await written(texts.map((text) => [text, -1]))).toBe(
    `\ufeffA,"B, C"\r\n${texts.map((text) => `'${text},-1\r\n`).join('')}`,
  )
  expect(await written([['\r=1', '=1,"2"']])).toContain(`"'\r=1","'=1,""2"""`)
})

test('the header leaves before the first row is read, and whoever goes away ends the reading', async () => {
  let isEnded = false
  async function* rows(): AsyncGenerator<Cell[]> {
    try {
      for (let number = 1; ; number += 1) yield [number, 'x'.repeat(100)]
    } finally {
      isEnded = true
    }
  }
  const pieces: string[] = []
  for await (const piece of csvStream({ header: ['A'], rows: rows() }) as AsyncIterable<Buffer>) {
    pieces.push(piece.toString())
    if (pieces.length === 3) break
  }
  expect(pieces[0]).toBe('\ufeffA\r\n')
  await expect.poll(() => isEnded).toBe(true)
})
