import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const MEMORY = '/dev/shm'
/** what the databases, browsers and files of a run fill at most, several times over */
const ENOUGH_BYTES = 4 * 1024 ** 3

/**
 * Where a run makes its folder: in memory where there is enough of it, because a file system on a disk searches for room
 * ever longer while thousands of files come and go; a TMPDIR that is set is kept to.
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
