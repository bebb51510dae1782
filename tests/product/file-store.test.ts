import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AppError, foreseen } from '../../server/lib/errors.ts'
import type { FileStore } from '../../server/store/file-store.ts'
import { bucketOf } from '../../server/lib/bucket-address.ts'
import { createFileStore, requireUsableStore } from '../../server/store/create-file-store.ts'
import { type S3Server, startS3Server } from '../support/doubles/s3-server.ts'

const MB = 1_048_576
const folders: string[] = []
let s3: S3Server

const newFolder = () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'safeguards files '))
  folders.push(folder)
  return folder
}
const localStore = (data_dir = newFolder()): FileStore => createFileStore({ files_url: null, data_dir })

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)

/** Yields `bytes` and then fails, as a broken connection does. */
async function* cutAfter(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
  throw new Error('cut')
}

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test-id')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test-secret')
  s3 = await startS3Server('evidence')
})
afterAll(async () => {
  await s3.close()
  vi.unstubAllEnvs()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const STORES: [string, () => FileStore][] = [
  ['folder', () => localStore()],
  ['bucket', () => createFileStore({ files_url: s3.url, data_dir: newFolder() })],
]

describe.each(STORES)('a store in a %s', (_kind, makeStore) => {
  test('gives back what it took, whole and in parts', async () => {
    const store = makeStore()
    for (const size of [1, 100_000, 5 * MB, 11 * MB + 3]) {
      const key = randomUUID()
      const bytes = randomBytes(size)
      await store.put(key, Readable.from([bytes]))
      expect((await buffer(await store.get(key))).equals(bytes)).toBe(true)

      const [start, end] = [Math.floor(size / 3), Math.floor(size / 2)]
      const part = await buffer(await store.get(key, { start, end }))
      expect(part.equals(bytes.subarray(start, end + 1))).toBe(true)
    }
  })

  test('knows nothing of a file whose stream failed', async () => {
    const store = makeStore()
    for (const size of [10, 12 * MB]) {
      const key = randomUUID()
      await expect(store.put(key, Readable.from(cutAfter(randomBytes(size))))).rejects.toThrow('cut')
      await expect(store.get(key)).rejects.toThrow()
    }
  })

  test('keeps named files beside the others, each replaced as a whole, and takes no other names', async () => {
    const { named, upkeep } = makeStore()
    expect(await named.get('tile/0/000')).toBeNull()
    await named.put('tile/0/x001/000', Buffer.from('one'))
    await named.put('tile/0/000', Buffer.from('first'))
    await named.put('tile/0/000', Buffer.from('first and more'))
    expect((await named.get('tile/0/000'))?.toString()).toBe('first and more')
    expect((await named.get('tile/0/x001/000'))?.toString()).toBe('one')
    for (const name of ['../files', '/etc/passwd', 'tile//0', 'Tile', '', 'tile/0/000.p/1'])
      await expect(named.put(name, Buffer.from('x'))).rejects.toThrow('plain words')
    // the clean-up of uploads ignores them
    const swept: string[] = []
    for await (const key of upkeep?.keysBefore(new Date(Date.now() + 60_000)) ?? []) swept.push(key)
    expect(swept).toEqual([])
  })

  test('keeps pieces of uploads beside the others until they are removed, and takes no other names', async () => {
    const { pieces, upkeep } = makeStore()
    const [upload, other] = [randomUUID(), randomUUID()]
    const names = [upload, upload, other].map((id) => `${id}.${randomUUID()}`).sort()
    expect(await pieces.list('')).toEqual([])
    for (const name of names) await pieces.put(name, Buffer.from(name))
    const found = await pieces.list('')
    expect(found.map(({ name }) => name).sort()).toEqual(names)
    for (const { put_at } of found) expect(Math.abs(put_at.getTime() - Date.now())).toBeLessThan(60_000)
    expect(await pieces.list(`${upload}.`)).toHaveLength(2)
    const [first = ''] = names
    expect((await buffer((await pieces.read(first)) ?? Readable.from([]))).toString()).toBe(first)
    for (const name of [`../${first}`, upload, `${first}/x`, ''])
      await expect(pieces.put(name, Buffer.from('x'))).rejects.toThrow('plain words')
    // the clean-up of files ignores them
    const swept: string[] = []
    for await (const key of upkeep?.keysBefore(new Date(Date.now() + 60_000)) ?? []) swept.push(key)
    expect(swept).toEqual([])
    for (const name of [...names, first]) await pieces.remove(name)
    expect([await pieces.list(''), await pieces.read(first)]).toEqual([[], null])
  })

  test('forgets what is removed, and does not mind being told twice', async () => {
    const store = makeStore()
    const key = randomUUID()
    await store.put(key, Readable.from([Buffer.from('x')]))
    await store.remove(key)
    await store.remove(key)
    await expect(store.get(key)).rejects.toThrow()
  })

  test('is ready', async () => {
    expect(await makeStore().isReady()).toBe(true)
  })
})

describe('the folder', () => {
  test('keeps files to itself, under random names, outside any part folder', async () => {
    const data = newFolder()
    const key = randomUUID()
    await localStore(data).put(key, Readable.from([Buffer.from('x')]))

    const file = path.join(data, 'files', key.slice(0, 2), key)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700)
    expect(filesIn(data)).toEqual([key])
  })

  test('has nothing left of a failed upload, not even a part', async () => {
    const data = newFolder()
    const store = localStore(data)
    await expect(store.put(randomUUID(), Readable.from(cutAfter(randomBytes(MB))))).rejects.toThrow()
    expect(filesIn(data)).toEqual([])
  })

  test('shows a file only when it is whole', async () => {
    const data = newFolder()
    const store = localStore(data)
    const key = randomUUID()
    let open: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    async function* slow() {
      yield Buffer.from('first ')
      await gate
      yield Buffer.from('second')
    }
    const done = store.put(key, Readable.from(slow()))
    await vi.waitFor(() => expect(filesIn(data)).toHaveLength(1))
    expect(filesIn(data)[0]).toMatch(/\.part$/)
    await expect(store.get(key)).rejects.toThrow()
    open()
    await done
    expect(filesIn(data)).toEqual([key])
  })

  test('takes no name that is a path', async () => {
    const store = localStore()
    for (const key of ['../../etc/passwd', '..', 'ab/../../cd', ''])
      await expect(store.put(key, Readable.from([Buffer.from('x')]))).rejects.toThrow('random key')
  })

  test('is not ready when nothing can be written', async () => {
    const data = newFolder()
    const store = localStore(data)
    rmSync(path.join(data, 'files'), { recursive: true })
    await expect(store.isReady()).rejects.toThrow()
  })

  test('removes old parts at the start and when asked, and leaves running ones', async () => {
    const data = newFolder()
    localStore(data)
    const parts = path.join(data, 'files', 'parts')
    const leave = (name: string, age_ms: number) => {
      const then = new Date(Date.now() - age_ms)
      writeFileSync(path.join(parts, name), 'x')
      utimesSync(path.join(parts, name), then, then)
    }
    leave('old.part', 2 * 3_600_000)
    leave('running.part', 60_000)
    const store = localStore(data)
    expect(filesIn(parts)).toEqual(['running.part'])
    await store.upkeep?.removeStaleParts(new Date(Date.now() + 3_600_000))
    expect(filesIn(parts)).toEqual([])
  })

  test('lists what was stored before a moment', async () => {
    const store = localStore()
    const key = randomUUID()
    await store.put(key, Readable.from([Buffer.from('x')]))
    const keysBefore = async (moment: number) => {
      const keys: string[] = []
      for await (const found of store.upkeep?.keysBefore(new Date(moment)) ?? []) keys.push(found)
      return keys
    }
    expect(await keysBefore(Date.now() - 60_000)).toEqual([])
    expect(await keysBefore(Date.now() + 60_000)).toEqual([key])
  })
})

describe('the bucket', () => {
  test('gets a large file in parts, and a failed one is aborted there', async () => {
    const store = createFileStore({ files_url: s3.url, data_dir: newFolder() })
    const key = randomUUID()
    await expect(store.put(key, Readable.from(cutAfter(randomBytes(12 * MB))))).rejects.toThrow('cut')
    expect(s3.requests.filter((line) => line.includes(key) && line.includes('partNumber=')).length).toBe(2)
    expect(s3.requests.some((line) => line.startsWith('DELETE') && line.includes(key))).toBe(true)
    expect(s3.unfinished.size).toBe(0)
    expect(s3.objects.has(key)).toBe(false)
  })

  test('keeps to its prefix', async () => {
    const address = s3.url.replace('s3://evidence', 's3://evidence/bureau/files')
    const store = createFileStore({ files_url: address, data_dir: newFolder() })
    const key = randomUUID()
    await store.put(key, Readable.from([Buffer.from('x')]))
    expect(s3.objects.has(`bureau/files/${key}`)).toBe(true)
  })

  test('may hiccup once', async () => {
    const store = createFileStore({ files_url: s3.url, data_dir: newFolder() })
    const key = randomUUID()
    s3.failOnce(/^PUT .*partNumber=2/, 503)
    await store.put(key, Readable.from(randomBytes(12 * MB)))
    expect(s3.objects.get(key)?.length).toBe(12 * MB)
  })

  test('is not ready when it is not there', async () => {
    const address = s3.url.replace('s3://evidence', 's3://elsewhere')
    await expect(createFileStore({ files_url: address, data_dir: newFolder() }).isReady()).rejects.toThrow()
  })

  test('that refuses us stops the start in a sentence that says what to correct; one that is away does not', async () => {
    const tried = (files_url: string) => {
      const settings = { files_url, data_dir: newFolder() }
      return requireUsableStore(createFileStore(settings), settings)
    }
    await tried(s3.url)
    await expect(tried(s3.url.replace('s3://evidence', 's3://elsewhere'))).rejects.toThrow(
      foreseen('The file store has no bucket "elsewhere": make it, or correct its name in FILES_URL.'),
    )
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'another-id')
    await expect(tried(s3.url)).rejects.toThrow(
      foreseen(
        'The file store refuses access to the bucket "evidence" of FILES_URL: correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give that account the bucket.',
      ),
    )
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'test-id')
    await tried(s3.url.replace(/127\.0\.0\.1%3A\d+/, '127.0.0.1%3A1'))
  })

  test('is named in one setting', () => {
    expect(bucketOf('s3://evidence/a/b/?endpoint=http://store:9000&region=x')).toEqual({
      bucket: 'evidence',
      prefix: 'a/b/',
      region: 'x',
      endpoint: 'http://store:9000',
    })
    expect(() => bucketOf('s3://?region=x')).toThrow(AppError)
    expect(() => bucketOf('s3://evidence?endpoint=store')).toThrow(AppError)
  })
})
