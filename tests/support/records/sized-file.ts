import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** A sparse file of this size, to be chosen in a browser; removed when the test ends. */
export function sizedFile(name: string, bytes: number): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'safeguards-sized-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, name)
  writeFileSync(file, '')
  truncateSync(file, bytes)
  return file
}
