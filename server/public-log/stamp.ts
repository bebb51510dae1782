import { BOOLEAN, type Der, der, FIRST, INTEGER, LIST, NAME, NOTHING, OCTETS, TIME, valuesIn } from './der.ts'

/** A time stamp request: the digest, and a random number that ties the answer to this request. */
export type Question = { digest: Buffer; nonce: Buffer }

const SHA256 = Buffer.from('608648016503040201', 'hex')
/** object identifiers of id-signedData and id-ct-TSTInfo */
const SIGNED = Buffer.from('2a864886f70d010702', 'hex')
const STAMP = Buffer.from('2a864886f70d0109100104', 'hex')

const VERSION = Buffer.from([1])
const TRUE_VALUE = Buffer.from([0xff])

/** Makes a DER integer of eight bytes from random ones: positive and minimal. */
export const nonceOf = (random: Buffer): Buffer =>
  Buffer.concat([Buffer.from([((random[0] ?? 0) & 0x3f) | 0x40]), random.subarray(1)])

/** The request (RFC 3161, 2.4.1); it asks for the certificate with which the answer is verified. */
export const stampQuestion = ({ digest, nonce }: Question): Buffer =>
  der(
    LIST,
    der(INTEGER, VERSION),
    der(LIST, der(LIST, der(NAME, SHA256), der(NOTHING)), der(OCTETS, digest)),
    der(INTEGER, nonce),
    der(BOOLEAN, TRUE_VALUE),
  )

/** Returns the content of the value at a place. Throws unless it has this tag. */
function take(values: readonly Der[], at: number, tag: number): Buffer {
  const found = values[at]
  if (found?.tag !== tag) throw new Error('A time stamp is not made as such.')
  return found.content
}

function requireDer(isSo: boolean): void {
  if (!isSo) throw new Error('A time stamp is not made as such.')
}

const MOMENT = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d+)?Z$/

function momentOf(text: string): string {
  const [, year, month, day, hour, minute, second] = MOMENT.exec(text) ?? []
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  requireDer(!Number.isNaN(at.getTime()))
  return at.toISOString()
}

/** Returns the content of the stamp from the signed message around it. */
function stampIn(token: Buffer): Der[] {
  const message = valuesIn(token)
  requireDer(take(message, 0, NAME).equals(SIGNED))
  const signed = valuesIn(take(valuesIn(take(message, 1, FIRST)), 0, LIST))
  const content = valuesIn(take(signed, 2, LIST))
  requireDer(take(content, 0, NAME).equals(STAMP))
  const text = take(valuesIn(take(content, 1, FIRST)), 0, OCTETS)
  return valuesIn(take(valuesIn(text), 0, LIST))
}

export type Stamped = { at: string } | { why: string }

const GRANTED = [0, 1]
const OTHER_QUESTION = 'Its answer is a stamp of something else.'

/**
 * Reads the answer of a time stamp authority: when it saw the digest, or why this is no stamp for our request. Does not
 * verify its signature: those who rely on the stamp know which authority they trust.
 */
export function readStamp(answer: Buffer, { digest, nonce }: Question): Stamped {
  try {
    const [whole] = valuesIn(answer)
    const parts = valuesIn(take(whole ? [whole] : [], 0, LIST))
    const status = take(valuesIn(take(parts, 0, LIST)), 0, INTEGER)
    if (status.length !== 1 || !GRANTED.includes(status.readUInt8()))
      return { why: `It refused the request (status ${Number(`0x${status.toString('hex') || '0'}`)}).` }
    const said = stampIn(take(parts, 1, LIST))
    const imprint = valuesIn(take(said, 2, LIST))
    const isOurs =
      take(valuesIn(take(imprint, 0, LIST)), 0, NAME).equals(SHA256) &&
      take(imprint, 1, OCTETS).equals(digest) &&
      said.some(({ tag, content }, at) => at > 4 && tag === INTEGER && content.equals(nonce))
    return isOurs ? { at: momentOf(take(said, 4, TIME).toString('latin1')) } : { why: OTHER_QUESTION }
  } catch {
    return { why: 'Its answer is not a time stamp.' }
  }
}
