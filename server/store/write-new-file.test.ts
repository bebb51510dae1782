import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { writeNewFile } from './write-new-file.ts'

let folder = ''
const at = (name: string) => path.join(folder, name)

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'safeguards-new-file-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

/** Delays the creation of files from now on, as on a busy disk. */
function slowDisk(milliseconds: number): void {
  const { open } = fs
  const later = (...call: unknown[]) => setTimeout(() => Reflect.apply(open, fs, call), milliseconds)
  vi.spyOn(fs, 'open').mockImplementation(later as unknown as typeof open)
}

async function* failingAfter(chunks: number) {
  for (let sent = 0; sent < chunks; sent += 1) yield Buffer.alloc(100_000)
  throw new Error('refused')
}

test('all of a stream becomes a file that only the owner can read', async () => {
  await writeNewFile(at('whole'), Readable.from([Buffer.from('one '), Buffer.from('two')]), { flush: true })
  expect(readFileSync(at('whole'), 'utf8')).toBe('one two')
  expect(statSync(at('whole')).mode & 0o777).toBe(0o600)
})

test('a stream that fails leaves no file, also where it fails before a slow disk has made one', async () => {
  slowDisk(50)
  for (const chunks of [0, 1, 20])
    await expect(writeNewFile(at(`${chunks}`), Readable.from(failingAfter(chunks)))).rejects.toThrow(
      'refused',
    )
  await expect(
    writeNewFile(at('stopped'), Readable.from(failingAfter(20)), { signal: AbortSignal.abort() }),
  ).rejects.toThrow('aborted')
  // no file appears late either
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(readdirSync(folder)).toEqual([])
})

test('a file that has the name stays as it is', async () => {
  writeFileSync(at('taken'), 'mine')
  await expect(writeNewFile(at('taken'), Readable.from(['yours']))).rejects.toThrow('EEXIST')
  expect(readFileSync(at('taken'), 'utf8')).toBe('mine')
})
