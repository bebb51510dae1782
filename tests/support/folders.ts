import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'

/** Makes empty folders for the tests of one file; they go after its last one. Call it before anything uses them. */
export function foldersFor(name: string): () => string {
  const folders: string[] = []
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))
  return () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), `safeguards-${name}-`))
    folders.push(folder)
    return folder
  }
}
