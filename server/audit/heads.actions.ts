import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { KeptHeads } from '../../shared/audit/integrity.schema.ts'
import type { Services } from '../lib/context.ts'
import { type Head, keyId, publicPart } from './chain.ts'
import { findEnds, listHeads } from './chain.queries.ts'
import type { Kept, TrustedKeys } from './check.ts'

const hex = (bytes: Buffer): string => bytes.toString('hex')
const bytes = (text: string): Buffer => Buffer.from(text, 'hex')

type Tip = { day: string; position: number; hash: string }

const tipText = (exported_at: string, { day, position, hash }: Tip): Buffer =>
  Buffer.from(['audit tip 1', exported_at, day, position, hash].join('\n'))

/** Every head, and the signed last entry of this moment, as the file that is kept elsewhere. */
export async function exportHeads(
  { db, now }: Pick<Services, 'db' | 'now'>,
  key: KeyObject,
): Promise<KeptHeads> {
  const exported_at = now().toISOString()
  const { last } = await findEnds(db)
  const tip = last && { day: last.day, position: last.position, hash: hex(last.hash) }
  const heads = await listHeads(db)
  return {
    format: 'audit heads 1',
    exported_at,
    heads: heads.map((head) => ({
      ...head,
      head: hex(head.head),
      previous_signature: head.previous_signature && hex(head.previous_signature),
      signature: hex(head.signature),
      public_key: hex(head.public_key),
    })),
    tip: tip && {
      ...tip,
      signature: hex(sign(null, tipText(exported_at, tip), key)),
      public_key: hex(publicPart(key)),
    },
  }
}

/** A kept file that is none, or was altered after it was exported. */
class KeptFileError extends Error {}

function isSignedTip({ exported_at, tip }: KeptHeads, trusted: TrustedKeys): boolean {
  if (!tip) return true
  try {
    const key = createPublicKey({ key: bytes(tip.public_key), format: 'der', type: 'spki' })
    const isOurs = trusted.has(keyId(bytes(tip.public_key)))
    return isOurs && verify(null, tipText(exported_at, tip), key, bytes(tip.signature))
  } catch {
    return false
  }
}

/** Reads a kept file; throws a KeptFileError with one sentence when it cannot be relied on. */
export function readKeptHeads(text: string, trusted: TrustedKeys): Kept {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    json = null
  }
  const parsed = KeptHeads.safeParse(json)
  if (!parsed.success)
    throw new KeptFileError('This is no file of heads that was exported from an audit log.')
  if (!isSignedTip(parsed.data, trusted))
    throw new KeptFileError(
      'The end of this file is not signed by this installation: the file was altered or belongs elsewhere.',
    )
  const heads = parsed.data.heads.map(
    (head): Head => ({
      ...head,
      head: bytes(head.head),
      previous_signature: head.previous_signature === null ? null : bytes(head.previous_signature),
      signature: bytes(head.signature),
      public_key: bytes(head.public_key),
    }),
  )
  const { tip } = parsed.data
  return { heads, tip: tip && { day: tip.day, position: tip.position, hash: bytes(tip.hash) } }
}
