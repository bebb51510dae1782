import { crc32, deflateRawSync } from 'node:zlib'

/** One file of an archive, with false headers if wanted. */
export type MalformedEntry = {
  name: string | Buffer
  bytes: Buffer | string
  /** already compressed, or with another method than deflate */
  packed?: Buffer
  /** what the central directory declares instead of the truth */
  declared?: Partial<{ size: bigint; packed: bigint; crc: number; at: bigint; flags: number; method: number }>
}

export type MalformedZip = {
  /** every number in ZIP64 form */
  zip64?: boolean
  /** what the end record declares instead of the truth */
  end?: Partial<{ count: bigint; size: bigint; at: bigint; end64_at: bigint }>
  comment?: string
}

const EVERYWHERE = 0xffff_ffff
const record = (...fields: [bytes: 2 | 4 | 8, value: number | bigint][]): Buffer =>
  Buffer.concat(
    fields.map(([length, value]) => {
      const bytes = Buffer.alloc(8)
      bytes.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)))
      return bytes.subarray(0, length)
    }),
  )

/** Writes an archive byte by byte, so that it can be in ZIP64 form or have false headers. */
export function malformedZip(
  entries: readonly MalformedEntry[],
  { zip64 = false, end = {}, comment = '' }: MalformedZip = {},
): Buffer {
  const bodies: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const { name, bytes, packed: input, declared = {} } of entries) {
    const plain = Buffer.from(bytes)
    const packed = input ?? deflateRawSync(plain)
    const label = Buffer.from(name)
    const crc = declared.crc ?? crc32(plain)
    const size = declared.size ?? BigInt(plain.length)
    const packedSize = declared.packed ?? BigInt(packed.length)
    const place = declared.at ?? BigInt(at)
    const flags = declared.flags ?? 0x800
    const method = declared.method ?? 8
    const long = record([2, 1], [2, 24], [8, size], [8, packedSize], [8, place])
    const extra = zip64 ? long : Buffer.alloc(0)
    const four = (value: bigint): bigint => (zip64 ? BigInt(EVERYWHERE) : value)
    const facts: Parameters<typeof record> = [
      [2, 45],
      [2, flags],
      [2, method],
      [4, 0],
      [4, crc],
      [4, four(packedSize)],
      [4, four(size)],
      [2, label.length],
      [2, extra.length],
    ]
    const local = Buffer.concat([record([4, 0x04034b50], ...facts), label, extra, packed])
    bodies.push(local)
    const rest = record([2, 0], [2, 0], [2, 0], [4, 0], [4, four(place)])
    list.push(record([4, 0x02014b50], [2, 45], ...facts), rest, label, extra)
    at += local.length
  }
  const listed = Buffer.concat(list)
  const count = end.count ?? BigInt(entries.length)
  const listSize = end.size ?? BigInt(listed.length)
  const listAt = end.at ?? BigInt(at)
  const end64 = zip64
    ? [
        record([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], [8, count], [8, count]),
        record([8, listSize], [8, listAt]),
        record([4, 0x07064b50], [4, 0], [8, end.end64_at ?? BigInt(at + listed.length)], [4, 1]),
      ]
    : []
  const short = zip64 ? [0xffff, 0xffff, EVERYWHERE, EVERYWHERE] : [count, count, listSize, listAt]
  const [one = 0, all = 0, sum = 0, from = 0] = short
  const last = record(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, one],
    [2, all],
    [4, sum],
    [4, from],
    [2, comment.length],
  )
  return Buffer.concat([...bodies, listed, ...end64, last, Buffer.from(comment, 'latin1')])
}
