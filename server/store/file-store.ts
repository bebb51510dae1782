import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/** Where bytes live: a folder, or an S3-compatible bucket. Keys are random and never come from the wire. */
export type FileStore = {
  /**
   * Takes the whole stream under a temporary name and gives it its own only when all of it is safely stored.
   * Nothing is left behind when the stream fails.
   */
  put: (key: string, stream: Readable) => Promise<void>
  /** The bytes from `start` to `end` inclusive, or all of them. Throws when the key is unknown. */
  get: (key: string, range?: { start: number; end: number }) => Promise<Readable>
  /** Removing an unknown key is no error. */
  remove: (key: string) => Promise<void>
  /** Whether the store can be written now; used by readiness. */
  isReady: () => Promise<boolean>
  /** Beside them, what the public log consists of. */
  named: NamedFiles
  /** Beside them, the pieces of uploads that are no file yet. */
  pieces: TemporaryFiles
  /** Absent where others may keep things too, as in a bucket, so that nothing of theirs is ever swept away. */
  upkeep?: StoreUpkeep
}

/** Small files under fixed names below a folder of their own; what is under a name is replaced as a whole. */
type NamedFiles = {
  put: (name: string, bytes: Buffer) => Promise<void>
  /** null where there is none */
  get: (name: string) => Promise<Buffer | null>
}

/** The same for what does not stay, and may be larger. */
export type TemporaryFiles = Pick<NamedFiles, 'put'> & {
  /** null where there is none */
  read: (name: string) => Promise<Readable | null>
  /** Removing an unknown name is no error. */
  remove: (name: string) => Promise<void>
  /** The names that begin so, and when they were put. */
  list: (start: string) => Promise<{ name: string; put_at: Date }[]>
}

/** The folders of such files, from the root of the store, and how they are named: without any way out of the folder. */
const FOLDERS = {
  log: /^[a-z0-9]+(\/[a-z0-9]+)*$/,
  uploads: /^[0-9a-f-]{36}\.[0-9a-f-]{36}$/,
}
export type NamedFolder = keyof typeof FOLDERS

/** What is small, out of what is read. */
export const namedFilesOf = ({ put, read }: TemporaryFiles): NamedFiles => ({
  put,
  async get(name) {
    const stream = await read(name)
    return stream && buffer(stream)
  },
})

/** Where a named file lies, from the root of the store. */
export function pathOfNamed(folder: NamedFolder, name: string): string {
  if (!FOLDERS[folder].test(name)) throw new Error('A named file has a name of plain words only.')
  return `${folder}/${name}`
}

/** What the daily clean-up may ask of a store that is ours alone. */
export type StoreUpkeep = {
  /** Names whose bytes were stored before this moment. */
  keysBefore: (moment: Date) => AsyncIterable<string>
  /** Removes the temporary files that killed processes left behind. */
  removeStaleParts: (now: Date) => Promise<void>
}

/** Whether `get` failed because the store does not have the key. */
export const isUnknownKey = (error: unknown): boolean =>
  error instanceof Error && ((error as NodeJS.ErrnoException).code === 'ENOENT' || error.name === 'NoSuchKey')
