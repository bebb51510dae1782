import {
  closeSync,
  constants,
  copyFileSync,
  fchownSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

export type ServerLog = { path: string; descriptor: number; close: () => void }

const LARGEST_BYTES = 5 * 1024 * 1024
const LOOK_MS = 10 * 60 * 1000

/**
 * Opens DATA_DIR/db.log, which the server appends to. Past 5 MB the text moves to db.log.1 and the file starts again,
 * at a start and every ten minutes, so that the two never fill a disk. The file is beside the database folder, not in
 * it, because that one belongs to another account, which could place links where root writes.
 */
export function openServerLog(dataDir: string): ServerLog {
  const path = join(dataDir, 'db.log')
  const flags = constants.O_CREAT | constants.O_APPEND | constants.O_RDWR | (constants.O_NOFOLLOW ?? 0)
  const descriptor = openSync(path, flags, 0o600)
  if (process.getuid?.() === 0) {
    const owner = statSync(dirname(path))
    fchownSync(descriptor, owner.uid, owner.gid)
  }
  // Copied and truncated, not renamed: a server left running by a killed product still writes to this file.
  const turnOver = () => {
    if (fstatSync(descriptor).size <= LARGEST_BYTES) return
    rmSync(`${path}.1`, { force: true })
    copyFileSync(path, `${path}.1`, constants.COPYFILE_EXCL)
    ftruncateSync(descriptor)
  }
  turnOver()
  const look = setInterval(turnOver, LOOK_MS)
  look.unref()
  return {
    path,
    descriptor,
    close: () => {
      clearInterval(look)
      closeSync(descriptor)
    },
  }
}

/** Returns the last complaint that the server logged after this position, without the time stamp. */
export function lastComplaint(path: string, from: number): string {
  const lines = readFileSync(path).subarray(from).toString('utf8').trimEnd().split('\n')
  const line = lines.findLast((text) => /FATAL|PANIC|ERROR/.test(text)) ?? lines.at(-1) ?? ''
  return line.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '').trim() || 'it gave no reason'
}
