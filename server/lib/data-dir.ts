import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { foreseen } from './errors.ts'

/** Why a file or folder cannot be used, by the system's error code. */
const REASONS: Record<string, string> = {
  EACCES: 'the account of the product may not',
  EPERM: 'the account of the product may not',
  EROFS: 'it is read-only',
  ENOTDIR: 'there is a file where a folder is needed',
  EEXIST: 'there is a file where a folder is needed',
  EISDIR: 'there is a folder where a file is needed',
  ENOENT: 'it cannot be made there',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead in a circle',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
}

/** Returns why a path cannot be used, as the end of a sentence; null for an error without a path. */
export function pathErrorReason(error: unknown): { path: string; reason: string } | null {
  const { code, path } = error as NodeJS.ErrnoException
  const reason = REASONS[code ?? '']
  return reason !== undefined && typeof path === 'string' ? { path, reason } : null
}

const isFolder = (at: string): boolean => statSync(at, { throwIfNoEntry: false })?.isDirectory() ?? false

/**
 * Creates a folder and those above it, one by one: where the system refuses a folder as if the one above were missing,
 * as below /proc, Node.js tries for ever to make all at once.
 */
function makeFolder(folder: string, mode: number): void {
  if (isFolder(folder)) return
  const above = path.dirname(folder)
  if (above !== folder) makeFolder(above, mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // another process may have made it meanwhile
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(folder)) throw error
  }
}

/** Creates the folder where it is missing; throws a foreseen error when it cannot be read and written. */
export function requireDataDir(folder: string): void {
  try {
    // root's folder must be passable for the account that the embedded database runs under; its contents are not listed
    makeFolder(folder, process.getuid?.() === 0 ? 0o711 : 0o700)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw unusableDataDir(folder, error)
  }
}

/** The error for something in the folder that could not be read or written; other errors are returned unchanged. */
export function unusableDataDir(folder: string, error: unknown): unknown {
  const why = pathErrorReason(error)
  if (!why) return error
  return foreseen(
    `DATA_DIR is ${folder}, but ${why.path} cannot be read and written (${why.reason}): set it to a folder that the account of the product owns.`,
    { cause: error },
  )
}
