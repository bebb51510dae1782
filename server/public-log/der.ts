/** A DER value: its tag and content. */
export type Der = { tag: number; content: Buffer }

export const [BOOLEAN, INTEGER, OCTETS, NOTHING, NAME, TIME, LIST] = [1, 2, 4, 5, 6, 0x18, 0x30]
/** context-specific tag 0, constructed */
export const FIRST = 0xa0

const LONG = 0x80

function lengthOf(size: number): Buffer {
  if (size >= LONG) throw new Error('A value is longer than anything that is asked.')
  return Buffer.from([size])
}

/** Encodes a value in DER. */
export const der = (tag: number, ...content: Buffer[]): Buffer => {
  const whole = Buffer.concat(content)
  return Buffer.concat([Buffer.from([tag]), lengthOf(whole.length), whole])
}

/** Decodes the values that follow each other in these bytes. Throws where they are not DER. */
export function valuesIn(bytes: Buffer): Der[] {
  const values: Der[] = []
  for (let at = 0; at < bytes.length; ) {
    const first = bytes.readUInt8(at + 1)
    const more = first < LONG ? 0 : first - LONG
    if (more > 4 || first === LONG) throw new Error('A value has no length that DER knows.')
    const size = more === 0 ? first : bytes.readUIntBE(at + 2, more)
    const begin = at + 2 + more
    if (begin + size > bytes.length) throw new Error('A value ends after its bytes.')
    values.push({ tag: bytes.readUInt8(at), content: bytes.subarray(begin, begin + size) })
    at = begin + size
  }
  return values
}
