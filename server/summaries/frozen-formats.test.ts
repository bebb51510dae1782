import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { AnyDocument } from '../../shared/summaries/first-document.ts'
import { docxBytes } from './docx-bytes.ts'
import { annexCsv, documentText } from './summary-files.ts'

/* Summaries as they were frozen in each format: their files and their SHA-256 are what they were on that day. */

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const FROZEN = [
  {
    name: 'first-format',
    json: '0e01ed3e0384b8a856d1a4cf3aa9ac7b4b2779dcfc889737b348097bee0406f9',
    annex: '3d2cf46251742e13176133441110423cfbf0b11e5aeb4f67804a6e8c158691ae',
    word: '3d2fec3ccdf7b8242e08607c61113793a42f4e6323628a81a4983435babb58f7',
  },
  {
    name: 'second-format',
    json: 'bcd4ca81bf1b12342b52b962ae6a07fe84c70e1ac9d9c28823a1407f8140faaf',
    annex: '2d4f4596eb6c74df946288e2859f2598ffc1eb989ea9f74b7cbbcc0c6ed89111',
    word: 'dcb480a81e69760ba32c0dd84a376a7f717c760878e0a370eed4a95f7f836d7f',
  },
]

test.each(FROZEN)('the files of $name are those of its day, byte for byte', async ({ name, ...sums }) => {
  const stored = readFileSync(`tests/fixtures/summaries/${name}.txt`, 'utf8')
  const document = AnyDocument.parse(JSON.parse(stored))
  // its proof is of these bytes
  expect(documentText(document)).toBe(stored)
  // of the unpacked parts: another version of zlib packs them differently
  const parts = unzipSync(await docxBytes(document, []))
  const word = Object.entries(parts).map(([part, bytes]) => `${part}\n${strFromU8(bytes)}`)
  expect({ json: sha256(stored), annex: sha256(annexCsv(document)), word: sha256(word.join('\n')) }).toEqual(
    sums,
  )
})
