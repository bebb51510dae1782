import type { KeyObject } from 'node:crypto'
import { keyId } from '../audit/chain.ts'
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'
import type { Published } from './log.queries.ts'
import { isSignedBy, keyNamed, RAW_BYTES, rawPublic } from './note.ts'

/** The public parts of the keys whose checkpoints count: 32 bytes each. */
export type LogKeys = readonly Buffer[]

/** The present key, and the one that signed last where an operator has named it as a former one. */
export function knownKeys(
  key: KeyObject | null,
  published: Published | null,
  former: readonly string[],
): LogKeys {
  const isFormer = published !== null && former.includes(keyId(published.public_key))
  return [...(key ? [rawPublic(key)] : []), ...(isFormer ? [published.public_key.subarray(-RAW_BYTES)] : [])]
}

/** A checkpoint that one of these keys has signed under the name it says; null where none has. */
export function readSigned(text: string, keys: LogKeys): Checkpoint | null {
  const read = parseCheckpoint(text)
  if (!read || !keys.some((key) => isSignedBy(read.note, keyNamed(read.origin, key)))) return null
  const { origin, size, root } = read
  return { origin, size, root }
}

const entries = (count: number): string => `${count} ${count === 1 ? 'entry' : 'entries'}`
const unsigned = (where: string) =>
  `The checkpoint of the public log in ${where} is not signed with the key of this installation: it was replaced, or AUDIT_SIGNING_KEY is another one.`

/** Both places agree on this checkpoint (null: nothing was published yet), or a sentence says why they do not. */
export type Agreement = { checkpoint: Checkpoint | null; inStore: boolean } | { sentence: string }

/** Compares the two places that say what was published last. The file store may be one checkpoint behind after a kill. */
export function agreementOf(published: Published | null, stored: string | null, keys: LogKeys): Agreement {
  const known = published && readSigned(published.checkpoint, keys)
  if (published && !known) return { sentence: unsigned('the database') }
  const found = stored === null ? null : readSigned(stored, keys)
  if (stored !== null && !found) return { sentence: unsigned('the file store') }
  if (!known && !found) return { checkpoint: null, inStore: true }
  if (!known)
    return {
      sentence: `The file store holds a checkpoint of ${entries(found?.size ?? 0)}, and the database knows of none: the database was set back, or is another one.`,
    }
  if (!found) {
    // the first one, and a kill before it was in the store
    if (published?.checkpoint_before === null) return { checkpoint: known, inStore: false }
    return {
      sentence: `The database has published ${entries(known.size)}, and the file store holds no checkpoint: the file store was set back, or is another one.`,
    }
  }
  if (stored === published?.checkpoint) return { checkpoint: known, inStore: true }
  // never a larger one: a database that was set back may name anything as the one before
  if (stored === published?.checkpoint_before && found.size < known.size)
    return { checkpoint: known, inStore: false }
  const both = `The file store holds a checkpoint of ${entries(found.size)}, the database one of ${entries(known.size)}`
  if (found.size === known.size)
    return { sentence: `${both}, and they differ: one of the two was rewritten.` }
  return {
    sentence: `${both}: the ${found.size > known.size ? 'database' : 'file store'} was set back, or one of the two was rewritten.`,
  }
}

/** The sentence of a database whose entries are not those that were published. */
export const otherEntries = (size: number): string =>
  `The entries in the database are not the ${entries(size)} that were published: they were changed, or the database was set back.`
