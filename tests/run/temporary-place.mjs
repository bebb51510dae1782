import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const MEMORY = '/dev/shm'
/** several times what the databases, browsers and files of a run take up at most */
const ENOUGH_BYTES = 4 * 1024 ** 3

/**
 * Returns where a run makes its folder: TMPDIR if set; else in memory if there is room, because a file system on a disk
 * gets slower while thousands of files are created and deleted.
 */
export function temporaryPlace() {
  if (process.env.TMPDIR) return process.env.TMPDIR
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize < ENOUGH_BYTES || os.freemem() < ENOUGH_BYTES) return os.tmpdir()
    // it may belong to another user
    rmSync(mkdtempSync(path.join(MEMORY, 'safeguards-tests-')), { recursive: true })
    return MEMORY
  } catch {
    return os.tmpdir()
  }
}
