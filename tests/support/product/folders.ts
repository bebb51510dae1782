import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'

/** Makes empty folders for the tests of one file, removed after its last test. Call it before anything uses them. */
export function foldersFor(name: string): () => string {
  const folders: string[] = []
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))
  return () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), `safeguards-${name}-`))
    folders.push(folder)
    return folder
  }
}
