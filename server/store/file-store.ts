import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/** A folder, or an S3-compatible bucket. Keys are random and never come from the wire. */
export type FileStore = {
  /**
   * Writes the stream under a temporary name and renames it when all of it is safely stored.
   * Leaves no file when the stream fails.
   */
  put: (key: string, stream: Readable) => Promise<void>
  /** Returns the bytes from `start` to `end` inclusive, or all of them. Throws when the key is unknown. */
  get: (key: string, range?: { start: number; end: number }) => Promise<Readable>
  /** Removing an unknown key is not an error. */
  remove: (key: string) => Promise<void>
  /** Rejects when the store cannot be used now (a bucket is only asked for, not written to); used by readiness. */
  isReady: () => Promise<boolean>
  /** The files of the public log. */
  named: NamedFiles
  /** The pieces of unfinished uploads. */
  pieces: TemporaryFiles
  /** Absent for a bucket, which other programs may use too, so that none of their files is ever deleted. */
  upkeep?: StoreUpkeep
}

/** Small files under fixed names in a folder of their own; `put` replaces a file as a whole. */
type NamedFiles = {
  put: (name: string, bytes: Buffer) => Promise<void>
  /** null for an unknown name */
  get: (name: string) => Promise<Buffer | null>
}

/** Temporary files, which may be larger. */
export type TemporaryFiles = Pick<NamedFiles, 'put'> & {
  /** null for an unknown name */
  read: (name: string) => Promise<Readable | null>
  /** Removing an unknown name is not an error. */
  remove: (name: string) => Promise<void>
  /** Returns the names that begin so, and when they were stored. */
  list: (start: string) => Promise<{ name: string; put_at: Date }[]>
}

/** The folders of such files in the root of the store, and the form of their names, which cannot leave the folder. */
const FOLDERS = {
  log: /^[a-z0-9]+(\/[a-z0-9]+)*$/,
  uploads: /^[0-9a-f-]{36}\.[0-9a-f-]{36}$/,
}
export type NamedFolder = keyof typeof FOLDERS

/** Reads small files as a whole. */
export const namedFilesOf = ({ put, read }: TemporaryFiles): NamedFiles => ({
  put,
  async get(name) {
    const stream = await read(name)
    return stream && buffer(stream)
  },
})

/** Returns the path of a named file from the root of the store. */
export function pathOfNamed(folder: NamedFolder, name: string): string {
  if (!FOLDERS[folder].test(name)) throw new Error('A named file has a name of plain words only.')
  return `${folder}/${name}`
}

/** The daily clean-up of a store that only the product uses. */
export type StoreUpkeep = {
  /** Yields the keys of bytes stored before this moment. */
  keysBefore: (moment: Date) => AsyncIterable<string>
  /** Removes the temporary files of killed processes. */
  removeStaleParts: (now: Date) => Promise<void>
}

/** Whether `get` failed because the store does not have the key. */
export const isUnknownKey = (error: unknown): boolean =>
  error instanceof Error && ((error as NodeJS.ErrnoException).code === 'ENOENT' || error.name === 'NoSuchKey')
