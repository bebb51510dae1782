import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { SummaryDocument } from '../../shared/summaries/summary-document.ts'
import { docxBytes } from './docx-bytes.ts'
import { annexCsv, documentText } from './summary-files.ts'

/* Summaries as they were frozen in each format: their files and their SHA-256 are what they were on that day. */

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const FROZEN = [
  {
    name: 'format-1',
    json: '818241eccb179d456d7715eeb1075e7d7401cdb2ffb17220d2420331ce735a6f',
    annex: '2d4f4596eb6c74df946288e2859f2598ffc1eb989ea9f74b7cbbcc0c6ed89111',
    word: 'dcb480a81e69760ba32c0dd84a376a7f717c760878e0a370eed4a95f7f836d7f',
  },
]

test.each(FROZEN)('the files of $name are those of its day, byte for byte', async ({ name, ...sums }) => {
  const stored = readFileSync(`tests/fixtures/summaries/${name}.txt`, 'utf8')
  const document = SummaryDocument.parse(JSON.parse(stored))
  // its proof is of these bytes
  expect(documentText(document)).toBe(stored)
  // of the unpacked parts: another version of zlib packs them differently
  const parts = unzipSync(await docxBytes(document, []))
  const word = Object.entries(parts).map(([part, bytes]) => `${part}\n${strFromU8(bytes)}`)
  expect({ json: sha256(stored), annex: sha256(annexCsv(document)), word: sha256(word.join('\n')) }).toEqual(
    sums,
  )
})
