import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/** One row of the log with every field that was written, as the database holds it; times to the microsecond. */
export type LoggedRow = {
  id: number
  created_at: string
  user_id: number | null
  user_name: string | null
  user_email: string | null
  role_name: string | null
  access_level: string | null
  region_id: number | null
  office_id: number | null
  auditable_type: string
  auditable_id: number | null
  auditable_code: string | null
  event: string
  field_change: unknown
  network_address: string | null
  request_id: string | null
}

/** The seal of one row: its place in the chain, what it said, and what ties it to everything before it. */
export type Seal = { position: number; day: string; audit_log_id: number; row_hash: Buffer; hash: Buffer }

/** The signed end of one day. */
export type Head = {
  day: string
  first_position: number
  last_position: number
  rows: number
  head: Buffer
  previous_signature: Buffer | null
  signature: Buffer
  public_key: Buffer
}

/** What the very first seal is tied to. */
export const GENESIS = Buffer.alloc(32)

const sha256 = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Objects with their names in order, so that equal values always become equal texts. */
export const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, item]) => [name, inOrder(item)]))
}

/**
 * The one text a row is hashed as: a JSON list of its fields, always these and in this order. Columns that come later
 * need a new number in front and leave old rows alone.
 */
export const canonicalRow = (row: LoggedRow): string =>
  JSON.stringify([
    1,
    row.id,
    row.created_at,
    row.user_id,
    row.user_name,
    row.user_email,
    row.role_name,
    row.access_level,
    row.region_id,
    row.office_id,
    row.auditable_type,
    row.auditable_id,
    row.auditable_code,
    row.event,
    inOrder(row.field_change),
    row.network_address,
    row.request_id,
  ])

/** The hash of a row; a row that is gone before its seal has one of its own. */
export const rowHash = (row: LoggedRow | null): Buffer => sha256(row === null ? 'gone' : canonicalRow(row))

/** The hash of a seal: of the hash before it, its place, and the row. */
export const sealHash = (previous: Buffer, seal: Omit<Seal, 'hash'>): Buffer =>
  sha256(previous, `${seal.position} ${seal.day} ${seal.audit_log_id} `, seal.row_hash)

/** What the next seal is tied to. */
export type Tip = { position: number; link: Buffer }

/** The seals of these rows in their order, going on from the tip. */
export function sealRows(
  tip: Tip,
  day: string,
  rows: readonly { audit_log_id: number; row: LoggedRow | null }[],
): Seal[] {
  let { position, link } = tip
  return rows.map(({ audit_log_id, row }) => {
    position += 1
    const seal = { position, day, audit_log_id, row_hash: rowHash(row) }
    link = sealHash(link, seal)
    return { ...seal, hash: link }
  })
}

/** The text that is signed at the end of a day. */
const headText = (head: Omit<Head, 'signature'>): Buffer =>
  Buffer.from(
    [
      'audit head 1',
      head.day,
      head.first_position,
      head.last_position,
      head.rows,
      head.head.toString('hex'),
      head.previous_signature?.toString('hex') ?? 'first',
      head.public_key.toString('hex'),
    ].join('\n'),
  )

/** The public part of a key, as it is kept with every head. */
export const publicPart = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }) as Buffer

/** A short name for a key. */
export const keyId = (publicKey: Buffer): string => sha256(publicKey).toString('hex').slice(0, 16)

/** The head with its signature; the signature is what the first seal of the next day is tied to. */
export function signHead(head: Omit<Head, 'signature' | 'public_key'>, key: KeyObject): Head {
  const whole = { ...head, public_key: publicPart(key) }
  return { ...whole, signature: sign(null, headText(whole), key) }
}

/** Whether the head says what was signed with the key that it names. */
export function isSigned(head: Head): boolean {
  try {
    const key = createPublicKey({ key: head.public_key, format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' && verify(null, headText(head), key, head.signature)
  } catch {
    return false
  }
}
