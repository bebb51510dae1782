import type { Readable } from 'node:stream'

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
  /** Absent where others may keep things too, as in a bucket, so that nothing of theirs is ever swept away. */
  upkeep?: StoreUpkeep
}

/**
 * Small files under fixed names below a folder of their own, never bytes that people uploaded. A name is a path of plain
 * words; what stands under it is replaced as a whole.
 */
type NamedFiles = {
  put: (name: string, bytes: Buffer) => Promise<void>
  /** null where there is none */
  get: (name: string) => Promise<Buffer | null>
}

const NAME = /^[a-z0-9]+(\/[a-z0-9]+)*$/

/** Where a named file lies, from the root of the store. */
export function placeOfNamed(name: string): string {
  if (!NAME.test(name)) throw new Error('A named file has a name of plain words only.')
  return `log/${name}`
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
