import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { AnyDocument } from '../../shared/summaries/first-document.ts'
import { docxBytes } from './docx-bytes.ts'
import { annexCsv, documentText } from './summary-files.ts'

/* A summary that was frozen in the first format: its files and its SHA-256 are what they were before there was another. */

const stored = readFileSync('tests/fixtures/summaries/first-format.txt', 'utf8')
const document = AnyDocument.parse(JSON.parse(stored))
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('its JSON, and so its SHA-256 and its proof, are the stored bytes', () => {
  expect(document.format).toBe(1)
  expect(documentText(document)).toBe(stored)
  expect(sha256(stored)).toBe('0e01ed3e0384b8a856d1a4cf3aa9ac7b4b2779dcfc889737b348097bee0406f9')
})

test('its annex and its Word document are those of its day, byte for byte', async () => {
  expect(sha256(annexCsv(document))).toBe('3d2cf46251742e13176133441110423cfbf0b11e5aeb4f67804a6e8c158691ae')
  // of the unpacked parts: another version of zlib packs them differently
  const parts = unzipSync(await docxBytes(document, []))
  const words = Object.entries(parts).map(([name, bytes]) => `${name}\n${strFromU8(bytes)}`)
  expect(sha256(words.join('\n'))).toBe('3d2fec3ccdf7b8242e08607c61113793a42f4e6323628a81a4983435babb58f7')
})
