import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { bytesOf, streamOf, trustedParts } from './archive-reader.ts'
import { PARTS_PER_LIST, writeArchive } from './archive-writer.ts'
import { keyId, publicPart } from '../audit/signing-key.ts'
import { MIGRATIONS, migrationSum, RELEASE } from '../database/migrations.ts'
import { ABOUT, asJson, filePart, type Manifest, MANIFEST, SIGNATURE, tablePart } from './manifest.ts'
import { signManifest } from './signature.ts'
import { verifyBackup } from './verify.ts'
import { full, FULL } from '../../tests/support/full.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'safeguards-archive-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const small = path.join(folder, 'small.tar')
const other = path.join(folder, 'other.tar')

/** A full run flips every bit, a short one a sample of them. */
const STEP = FULL ? 1 : 61

const FORMAT = 'safeguards backup 1' as const
const about = (names: string[], version = RELEASE) =>
  asJson({
    format: FORMAT,
    made_at: '2026-11-22T00:00:00.000Z',
    version,
    schema: names.map((name) => ({ name, sha256: migrationSum(MIGRATIONS[name] ?? '') })),
  })
const NOTHING = { tables: [], sequences: [], files: { count: 2, bytes: 5 }, missing: [] }
const promiseOf = (bytes: Buffer) => ({
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

/** Reads every part of a file; throws when the file is rejected. */
async function read(file: string): Promise<Map<string, Buffer>> {
  const handle = await open(file)
  try {
    const parts = new Map<string, Buffer>()
    for await (const part of trustedParts(handle)) parts.set(part.name, await bytesOf(handle, part))
    return parts
  } finally {
    await handle.close()
  }
}

async function verify(bytes: Buffer, ...trusted: string[]) {
  writeFileSync(other, bytes)
  const handle = await open(other)
  try {
    return await verifyBackup(handle, { trusted: new Set(trusted) })
  } finally {
    await handle.close()
  }
}

beforeAll(() =>
  writeArchive(small, async (archive) => {
    await archive.add(ABOUT, about(['0001_texts']))
    await archive.list()
    for (const text of ['', 'bytes']) {
      const bytes = Buffer.from(text)
      const name = filePart(`ab0${text.length}0000`)
      expect(await archive.addStream(name, promiseOf(bytes), Readable.from([bytes]))).toBe(true)
    }
    await archive.add(MANIFEST, asJson({ ...NOTHING, parts: archive.sumOfParts() }))
  }),
)

describe('an archive', () => {
  test('goes beside others, and takes away what a killed one left there long ago', async () => {
    const place = mkdtempSync(path.join(os.tmpdir(), 'safeguards-parts-'))
    onTestFinished(() => rmSync(place, { recursive: true, force: true }))
    const put = (name: string, bytes: Buffer | string, minutes: number) => {
      const touched = new Date(Date.now() - minutes * 60_000)
      writeFileSync(path.join(place, name), bytes)
      utimesSync(path.join(place, name), touched, touched)
    }
    const begun = readFileSync(small).subarray(0, 700)
    put('monday.tar.part', begun, 61)
    put('running.tar.part', begun, 59)
    put('film.part', 'of somebody else '.repeat(100), 600)
    put('sunday.tar', begun, 600)
    await writeArchive(path.join(place, 'tuesday.tar'), (archive) => archive.add(ABOUT, about([])))
    expect(readdirSync(place).sort()).toEqual(['film.part', 'running.tar.part', 'sunday.tar', 'tuesday.tar'])
  })

  test('is a tar file for its owner alone, with lists that sha256sum would write', async () => {
    expect(statSync(small).mode & 0o777).toBe(0o600)
    const listed = execFileSync('tar', ['-tf', small]).toString().trim().split('\n')
    expect(listed).toEqual([
      'about.json',
      'sums/000001',
      'files/ab/ab000000',
      'files/ab/ab050000',
      'manifest.json',
      'sums/000002',
    ])
    const list = execFileSync('tar', ['-xOf', small, 'sums/000002']).toString()
    expect(list).toContain(`${promiseOf(Buffer.from('bytes')).sha256}  files/ab/ab050000\n`)
    expect(readdirSync(folder)).toEqual(['small.tar'])
  })

  test('with any one bit turned over is refused, wherever the bit is', async () => {
    const whole = readFileSync(small)
    expect(await verify(whole)).toMatchObject({ made_at: '2026-11-22T00:00:00.000Z' })
    for (let at = 0; at < whole.length; at += STEP) {
      const turned = Buffer.from(whole)
      turned.writeUInt8(whole.readUInt8(at) ^ (1 << (at % 8)), at)
      await expect(verify(turned), `bit ${at % 8} of byte ${at}`).rejects.toMatchObject({ code: 'foreseen' })
    }
  })

  test('that was cut anywhere, or goes on after its end, is refused', async () => {
    const whole = readFileSync(small)
    for (let size = 0; size < whole.length; size += 64)
      await expect(verify(whole.subarray(0, size)), `${size} bytes`).rejects.toThrow(/cut off/)
    await expect(verify(Buffer.concat([whole, Buffer.alloc(1)]))).rejects.toMatchObject({ code: 'foreseen' })
  })

  test('names the part that was changed', async () => {
    const changed = readFileSync(small)
    changed.write('butes', changed.indexOf('bytes', changed.indexOf('ab050000')))
    await expect(verify(changed)).rejects.toThrow(
      'The backup is damaged at "files/ab/ab050000": its bytes are not those that were written.',
    )
  })

  test('of a newer version, of another build, of one before the first, or of another program, is refused in a sentence', async () => {
    const refusalOf = async (first: Buffer): Promise<unknown> => {
      await writeArchive(other, async (archive) => archive.add(ABOUT, first))
      return verify(readFileSync(other)).catch((error: Error) => error.message)
    }
    expect(await refusalOf(about(['0001_texts', '9999_later'], '99.1.0'))).toBe(
      `Version 99.1.0 made this backup, and this is version ${RELEASE}, which is older: restore it with version 99.1.0 or newer.`,
    )
    expect(await refusalOf(about(['0001_texts', '0002_otherwise'], '0.9.0'))).toBe(
      `Version 0.9.0 made this backup, and this is version ${RELEASE}, which makes its tables in another way (0002_otherwise): restore it with what made it.`,
    )
    const early = { format: FORMAT, made_at: '2026-11-22T00:00:00.000Z', schema: ['0001_texts'] }
    expect(await refusalOf(Buffer.from(JSON.stringify(early)))).toBe(
      `Version ${RELEASE} does not read the form of this backup, which a version in development before 2.0.0 or a newer one made: restore it with the version that made it.`,
    )
    await writeArchive(other, async (archive) => archive.add('readme.txt', Buffer.from('hello')))
    await expect(verify(readFileSync(other))).rejects.toThrow('This file is not a backup of the product.')
    await expect(verify(randomBytes(4096))).rejects.toThrow('This file is not a backup of the product.')
  })

  test('takes a part back whose bytes are not those that were promised', async () => {
    const good = randomBytes(100_000)
    const promised = promiseOf(good)
    const tries: Buffer[] = [good.subarray(1), Buffer.concat([good, good]), randomBytes(100_000)]
    await writeArchive(other, async (archive) => {
      for (const [index, bytes] of tries.entries())
        expect(await archive.addStream(`wrong/${index}`, promised, Readable.from([bytes]))).toBe(false)
      expect(await archive.addStream('right', promised, Readable.from([good]))).toBe(true)
    })
    expect(await read(other)).toEqual(new Map([['right', good]]))
  })

  full.test('keeps the bytes of more parts than one list holds, and streams them again', async () => {
    const names = Array.from({ length: PARTS_PER_LIST + 3 }, (_, index) => `parts/${index}`)
    await writeArchive(other, async (archive) => {
      for (const name of names) await archive.add(name, Buffer.from(name))
    })
    expect([...(await read(other)).values()].map(String)).toEqual(names)
    const handle = await open(other)
    for await (const part of trustedParts(handle)) {
      const chunks = await streamOf(handle, part).toArray()
      expect(Buffer.concat(chunks as Buffer[]).toString()).toBe(part.name)
    }
    await handle.close()
  })

  test('that fails on the way leaves nothing, not even the part before its name', async () => {
    const file = path.join(folder, 'failed.tar')
    const failing = writeArchive(file, async (archive) => {
      await archive.add('one', Buffer.from('one'))
      throw new Error('the store is gone')
    })
    await expect(failing).rejects.toThrow('the store is gone')
    expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([])
  })
})

describe('a signature', () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const ours = keyId(publicPart(privateKey))

  /** Writes a signed archive of one file, altered as a test asks. */
  async function signed(
    change: { text?: string; manifest?: (made: Manifest) => object; after?: string } = {},
  ) {
    await writeArchive(other, async (archive) => {
      await archive.add(ABOUT, about(['0001_texts']))
      await archive.list()
      await archive.add(filePart('ab000000'), Buffer.from(change.text ?? 'bytes'))
      const honest = { ...NOTHING, files: { count: 1, bytes: 5 }, parts: archive.sumOfParts() }
      const manifest = asJson(honest)
      await archive.add(MANIFEST, change.manifest ? asJson(change.manifest(honest) as Manifest) : manifest)
      await archive.add(SIGNATURE, asJson(signManifest(manifest, privateKey)))
      if (change.after) await archive.add(change.after, Buffer.from('more'))
    })
    return readFileSync(other)
  }

  test('says whose a backup is', async () => {
    const whole = await signed()
    expect((await verify(whole, ours)).signer).toEqual({ as: 'known', key_id: ours })
    expect((await verify(whole)).signer).toEqual({ as: 'unknown', key_id: ours })
    expect((await verify(readFileSync(small), ours)).signer).toEqual({ as: 'none' })
  })

  test('is wrong on a manifest that says anything else; one that names no parts is refused', async () => {
    const changed = await signed({ manifest: (made) => ({ ...made, sequences: [{ name: 'x', value: 1 }] }) })
    expect((await verify(changed, ours)).signer).toEqual({ as: 'wrong' })
    const { parts: _parts, ...without } = { ...NOTHING, files: { count: 1, bytes: 5 }, parts: '' }
    const nameless = await signed({ manifest: () => without })
    await expect(verify(nameless, ours)).rejects.toThrow('parts of it are missing')
  })

  test('is on every part: one whose bytes were changed with its sums, or that came later, is refused', async () => {
    const honest = await signed()
    const parts = await read(other)
    await writeArchive(other, async (archive) => {
      for (const [name, bytes] of parts)
        await archive.add(name, name.startsWith('files/') ? Buffer.from('butes') : bytes)
    })
    const refusal = 'The backup contains other parts than it declares, so it is not restored.'
    await expect(verify(readFileSync(other), ours)).rejects.toThrow(refusal)
    for (const after of [filePart('ab000001'), tablePart('users', 1), MANIFEST, SIGNATURE])
      await expect(verify(await signed({ after }), ours), after).rejects.toThrow(refusal)
    await expect(verify(await signed({ text: 'longer bytes' }), ours)).rejects.toThrow(refusal)
    expect((await verify(honest, ours)).signer.as).toBe('known')
  })
})

full.test('a part that grows beyond what is declared is refused before it has grown', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  const table = (bytes: number) => ({ name: 'roles', columns: ['id'], rows: 1, bytes })
  const made = async (tables: Manifest['tables'], part: Buffer) => {
    await writeArchive(other, async (archive) => {
      await archive.add(ABOUT, about(['0001_texts']))
      await archive.list()
      for (const number of [1, 2]) await archive.add(tablePart('roles', number), part)
      const files = { count: 0, bytes: 0 }
      await archive.add(MANIFEST, asJson({ ...NOTHING, files, tables, parts: archive.sumOfParts() }))
    })
    return readFileSync(other)
  }
  const sentence = (number: number) =>
    `The backup contains more in "tables/roles/00000${number}.jsonl.gz" than it declares, so it is not restored.`
  await expect(verify(await made([table(1000)], bomb))).rejects.toThrow(sentence(1))
  await expect(verify(await made([table(50_000_001)], bomb))).rejects.toThrow(sentence(2))
  await expect(verify(await made([], bomb))).rejects.toThrow(sentence(1))
  await expect(verify(await made([table(1000)], Buffer.from('no gzip')))).rejects.toThrow(
    'The backup is damaged at "tables/roles/000001.jsonl.gz": its bytes are not those that were written.',
  )
})
