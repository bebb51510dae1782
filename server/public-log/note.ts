import { createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto'

/** Signature types (C2SP signed-note): of the text, or of the text with the time when a witness saw it. */
const SIGNED = 0x01
const COSIGNED = 0x04
type Type = typeof SIGNED | typeof COSIGNED

/** A public key under its name, as it is given to those who verify. */
export type NoteKey = { name: string; type: Type; public_key: Buffer }
type Signature = { name: string; id: Buffer; bytes: Buffer }
export type Note = { text: string; signatures: Signature[] }

/** length of an Ed25519 public key */
export const RAW_BYTES = 32
const ID_BYTES = 4
const TIME_BYTES = 8
/** what precedes the 32 bytes of an Ed25519 key in SPKI format */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/** The 32 bytes of an Ed25519 public key. */
export const rawPublic = (key: KeyObject): Buffer =>
  (createPublicKey(key).export({ format: 'der', type: 'spki' }) as Buffer).subarray(-RAW_BYTES)

/** The key for notes of this name, from the 32 bytes of its public part. */
export const keyNamed = (name: string, public_key: Buffer): NoteKey => ({ name, type: SIGNED, public_key })

/** The key for notes of this name, from the key that signs them. */
export const signerKey = (name: string, key: KeyObject): NoteKey => keyNamed(name, rawPublic(key))

const idOf = ({ name, type, public_key }: NoteKey): Buffer =>
  hash(
    'sha256',
    Buffer.concat([Buffer.from(`${name}\n`), Buffer.from([type]), public_key]),
    'buffer',
  ).subarray(0, ID_BYTES)

/** The key as one word that people can pass on: name, id and bytes. */
export const keyText = (key: NoteKey): string =>
  `${key.name}+${idOf(key).toString('hex')}+${Buffer.concat([Buffer.from([key.type]), key.public_key]).toString('base64')}`

const NAME = /^[^\s+\p{Cc}]+$/u

/** Parses such a word; null where it is no key, or its id is wrong. */
export function parseKey(text: string): NoteKey | null {
  const [, name = '', id, base64 = ''] = /^([^+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text.trim()) ?? []
  const bytes = Buffer.from(base64, 'base64')
  const type = bytes[0]
  if (!NAME.test(name) || bytes.length !== 1 + RAW_BYTES || (type !== SIGNED && type !== COSIGNED))
    return null
  const key: NoteKey = { name, type, public_key: bytes.subarray(1) }
  return idOf(key).toString('hex') === id ? key : null
}

/** Whether this is the key of a witness. */
export const isWitnessKey = ({ type }: NoteKey): boolean => type === COSIGNED

/** The text that a witness signs: the note, and when the witness saw it. */
const cosignedText = (text: string, seconds: bigint): Buffer =>
  Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`)

const line = (key: NoteKey, bytes: Buffer): string =>
  `— ${key.name} ${Buffer.concat([idOf(key), bytes]).toString('base64')}\n`

/** Returns the text, which must end with a new line, with its signature. */
export const signNote = (text: string, name: string, key: KeyObject): string =>
  `${text}\n${line(signerKey(name, key), sign(null, Buffer.from(text), key))}`

/** The signature line by which a witness states that it saw this text at this second. */
export function cosignatureLine(text: string, name: string, key: KeyObject, seconds: bigint): string {
  const time = Buffer.alloc(TIME_BYTES)
  time.writeBigUInt64BE(seconds)
  const signature = sign(null, cosignedText(text, seconds), key)
  return line({ ...signerKey(name, key), type: COSIGNED }, Buffer.concat([time, signature]))
}

const SIGNATURE = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/u
const MAX_SIGNATURES = 100

/** Parses a note; null where it is none. Does not verify its signatures. */
export function parseNote(note: string): Note | null {
  const end = note.lastIndexOf('\n\n')
  // a note contains no control characters except new lines
  if (end < 0 || !note.endsWith('\n') || /[^\n\P{Cc}]/u.test(note)) return null
  const lines = note.slice(end + 2, -1).split('\n')
  if (lines.length > MAX_SIGNATURES) return null
  const signatures = lines.map((one) => {
    const [, name = '', base64 = ''] = SIGNATURE.exec(one) ?? []
    const bytes = Buffer.from(base64, 'base64')
    return { name, id: bytes.subarray(0, ID_BYTES), bytes: bytes.subarray(ID_BYTES) }
  })
  if (!signatures.every(({ name, bytes }) => NAME.test(name) && bytes.length > 0)) return null
  return { text: note.slice(0, end + 1), signatures }
}

/** Whether these bytes are the key's signature of the text; those of a witness include the time. */
function isBy({ type, public_key }: NoteKey, text: string, bytes: Buffer): boolean {
  const isCosigned = type === COSIGNED
  if (bytes.length !== 64 + (isCosigned ? TIME_BYTES : 0)) return false
  const key = createPublicKey({ key: Buffer.concat([SPKI, public_key]), format: 'der', type: 'spki' })
  const signed = isCosigned ? cosignedText(text, bytes.readBigUInt64BE()) : Buffer.from(text)
  return verify(null, signed, key, bytes.subarray(isCosigned ? TIME_BYTES : 0))
}

/** Whether the note is signed by this key. An invalid signature under the key's name and id makes this false. */
export function isSignedBy({ text, signatures }: Note, key: NoteKey): boolean {
  const own = signatures.filter(({ name, id }) => name === key.name && id.equals(idOf(key)))
  return own.length > 0 && own.every(({ bytes }) => isBy(key, text, bytes))
}

/** Returns when a witness saw the note, in seconds; null where it has not signed it. */
export function cosignedAt(note: Note, key: NoteKey): bigint | null {
  if (key.type !== COSIGNED || !isSignedBy(note, key)) return null
  const own = note.signatures.find(({ name, id }) => name === key.name && id.equals(idOf(key)))
  return own?.bytes.readBigUInt64BE() ?? null
}
