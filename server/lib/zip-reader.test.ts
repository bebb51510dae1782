import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  type MalformedEntry,
  type MalformedZip,
  malformedZip,
} from '../../tests/support/records/malformed-zip.ts'
import { isRefusal } from './errors.ts'
import { unzip, zipEntries } from './zip-reader.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'zip-reading-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The files of an archive with their content, or the fault for which the archive is rejected. */
async function contentOf(bytes: Buffer, most = 100): Promise<Record<string, string> | string> {
  const name = path.join(folder, 'archive.zip')
  writeFileSync(name, bytes)
  const file = openSync(name, 'r')
  try {
    const found: Record<string, string> = {}
    for await (const entry of zipEntries(file, most)) {
      const pieces: Buffer[] = []
      for await (const piece of unzip(file, entry, 1_000_000)) pieces.push(piece)
      found[entry.name] = Buffer.concat(pieces).toString()
    }
    return found
  } catch (error) {
    return isRefusal(error, 'no_archive') ? String(error.params.fault) : String(error)
  } finally {
    closeSync(file)
  }
}

const two: MalformedEntry[] = [
  { name: 'a.txt', bytes: 'first' },
  { name: 'Doña.txt', bytes: 'second '.repeat(1000) },
]
const content = { 'a.txt': 'first', 'Doña.txt': 'second '.repeat(1000) }

const FAR = 1n << 50n

test('[S-137] the ZIP64 form is read as the plain one, also behind a comment, whatever it says of its list', async () => {
  const forms = [{}, { zip64: true }, { comment: 'PK\u0005' }, { zip64: true, comment: 'by hand' }]
  for (const form of [...forms, { zip64: true, end: { size: FAR } }])
    expect(await contentOf(malformedZip(two, form))).toEqual(content)
  const followed = Buffer.concat([
    malformedZip(two, { zip64: true, comment: 'by hand' }),
    Buffer.from('\r\n\0'),
  ])
  expect(await contentOf(followed)).toEqual(content)
})

describe('an archive that is not what it says', () => {
  const only = (declared: NonNullable<MalformedEntry['declared']>): MalformedEntry[] => [
    { name: 'a', bytes: 'bytes', declared },
  ]
  test.each<[string, readonly MalformedEntry[], MalformedZip, string]>([
    ['names more files than there are', two, { end: { count: 3n } }, 'damaged'],
    ['names absurdly many in ZIP64 form', two, { zip64: true, end: { count: FAR } }, 'too_many'],
    ['has a number beyond any in ZIP64 form', two, { zip64: true, end: { count: -1n } }, 'damaged'],
    ['has its list beyond its end', two, { zip64: true, end: { at: FAR } }, 'damaged'],
    ['has its list before its beginning', two, { zip64: true, end: { at: -1n } }, 'damaged'],
    ['has the ZIP64 end elsewhere', two, { zip64: true, end: { end64_at: 3n } }, 'damaged'],
    ['has the ZIP64 end beyond its own', two, { zip64: true, end: { end64_at: FAR } }, 'damaged'],
    ['has the ZIP64 end before its beginning', two, { zip64: true, end: { end64_at: -1n } }, 'damaged'],
    ['has another sum', only({ crc: 1 }), {}, 'damaged'],
    ['claims less than it holds', only({ size: 2n }), {}, 'damaged'],
    ['claims more than it holds', only({ size: 6n }), {}, 'damaged'],
    ['claims far more than is taken', only({ size: FAR }), { zip64: true }, 'too_large'],
    ['has a file beyond its end', only({ at: FAR }), { zip64: true }, 'damaged'],
    ['has a file before its beginning', only({ at: -1n }), { zip64: true }, 'damaged'],
    ['has a packed size beyond its end', only({ packed: 4000n }), {}, 'damaged'],
    ['leaves out the ZIP64 numbers', only({ size: 0xffff_ffffn }), {}, 'too_large'],
    ['is locked', only({ flags: 0x801 }), {}, 'locked'],
    ['is packed in another way', only({ method: 99 }), {}, 'damaged'],
  ])('and %s is refused', async (_what, entries, form, fault) => {
    expect(await contentOf(malformedZip(entries, form))).toBe(fault)
  })
})
