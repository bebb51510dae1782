import type { KeyObject } from 'node:crypto'
import { plural } from '../../shared/lib/format.ts'
import { keyId } from '../audit/signing-key.ts'
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'
import { isSignedBy, keyNamed, RAW_BYTES, rawPublic } from './note.ts'

/** The public keys whose checkpoints count, 32 bytes each. */
export type LogKeys = readonly Buffer[]

/** Returns the present key, and the key that signed this if an operator has named it as a former one. */
export function knownKeys(
  key: KeyObject | null,
  signed: { public_key: Buffer | null } | null,
  former: readonly string[],
): LogKeys {
  const other = signed?.public_key ?? null
  const isFormer = other !== null && former.includes(keyId(other))
  return [...(key ? [rawPublic(key)] : []), ...(isFormer ? [other.subarray(-RAW_BYTES)] : [])]
}

/** Parses a checkpoint signed by one of these keys under the checkpoint's own name; null otherwise. */
export function readSigned(text: string, keys: LogKeys): Checkpoint | null {
  const read = parseCheckpoint(text)
  if (!read || !keys.some((key) => isSignedBy(read.note, keyNamed(read.origin, key)))) return null
  const { origin, size, root } = read
  return { origin, size, root }
}

const entries = (count: number): string => plural(count, 'entry', 'entries')

/** The reasons for which nothing may be published, each in one sentence. */
export const DISAGREEMENTS = {
  unsigned: (where: 'the database' | 'the file store') =>
    `The checkpoint of the public log in ${where} is not signed with the key of this installation: it was replaced, or AUDIT_SIGNING_KEY is another one.`,
  unknownToDatabase: (stored: number) =>
    `The file store has a checkpoint of ${entries(stored)}, and the database has none: the database was restored from an older copy, or is another one.`,
  unknownToStore: (own: number) =>
    `The database has published ${entries(own)}, and the file store has no checkpoint: the file store was restored from an older copy, or is another one.`,
  differing: (stored: number, own: number) => {
    const both = `The file store has a checkpoint of ${entries(stored)}, the database one of ${entries(own)}`
    if (stored === own) return `${both}, and they differ: one of the two was rewritten.`
    return `${both}: the ${stored > own ? 'database' : 'file store'} was restored from an older copy, or one of the two was rewritten.`
  },
  otherEntries: (size: number) =>
    `The entries in the database are not the ${entries(size)} that were published: they were changed, or the database was restored from an older copy.`,
}
