import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const SWEEPER = path.resolve('tests/run/sweep.mjs')

let folder: string | null = null

/**
 * Returns the temporary folder of this worker, which is TMPDIR from the first call on. However the worker ends, even by
 * SIGKILL, the pipe to the sweeper is closed then: it ends every process of the folder and removes the folder.
 */
export function folderOfWorker(): string {
  if (folder !== null) return folder
  folder = mkdtempSync(path.join(os.tmpdir(), 'worker-'))
  // as root, the tests run their database servers under an account without rights
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  spawn(process.execPath, [SWEEPER, folder], { detached: true, stdio: ['pipe', 'ignore', 'inherit'] }).unref()
  return folder
}
