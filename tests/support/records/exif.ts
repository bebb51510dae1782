import { crc32 } from 'node:zlib'

/** Writes Exif data from the specification (TIFF 6.0, Exif 2.3), apart from the library that the product reads it with. */

export type Entry = { tag: number; type: number; count: number; value: Buffer }
type Order = 'MM' | 'II'

const bytesOf = (order: Order, size: 2 | 4, number: number): Buffer => {
  const bytes = Buffer.alloc(size)
  if (order === 'MM') bytes.writeUIntBE(number, 0, size)
  else bytes.writeUIntLE(number, 0, size)
  return bytes
}

export function writer(order: Order) {
  const short = (number: number) => bytesOf(order, 2, number)
  const long = (number: number) => bytesOf(order, 4, number)
  const ascii = (tag: number, text: string): Entry => {
    const value = Buffer.from(`${text}\0`, 'latin1')
    return { tag, type: 2, count: value.length, value }
  }
  const rationals = (tag: number, ...parts: [number, number][]): Entry => ({
    tag,
    type: 5,
    count: parts.length,
    value: Buffer.concat(parts.flatMap(([above, below]) => [long(above), long(below)])),
  })
  const pointer = (tag: number, offset: number): Entry => ({ tag, type: 4, count: 1, value: long(offset) })

  /** A directory at an offset of the block, with what does not fit into its entries behind it. */
  function directory(entries: readonly Entry[], at: number): Buffer {
    const sorted = entries.toSorted((a, b) => a.tag - b.tag)
    let next = at + 2 + sorted.length * 12 + 4
    const behind: Buffer[] = []
    const rows = sorted.map(({ tag, type, count, value }) => {
      const head = [short(tag), short(type), long(count)]
      if (value.length <= 4) return Buffer.concat([...head, value, Buffer.alloc(4 - value.length)])
      const row = Buffer.concat([...head, long(next)])
      behind.push(value)
      next += value.length
      return row
    })
    return Buffer.concat([short(sorted.length), ...rows, long(0), ...behind])
  }

  /** A whole block: the first directory, and those of the picture and of the place where they are given. */
  function block(
    first: readonly Entry[],
    photo: readonly Entry[] = [],
    place: readonly Entry[] = [],
  ): Buffer {
    const pointers = Number(photo.length > 0) + Number(place.length > 0)
    const sizeOf = (entries: readonly Entry[]) => directory(entries, 0).length
    const photoAt = 8 + sizeOf(first) + pointers * 12
    const placeAt = photoAt + (photo.length > 0 ? sizeOf(photo) : 0)
    const all = [
      ...first,
      ...(photo.length > 0 ? [pointer(0x8769, photoAt)] : []),
      ...(place.length > 0 ? [pointer(0x8825, placeAt)] : []),
    ]
    return Buffer.concat([
      Buffer.from(order),
      short(42),
      long(8),
      directory(all, 8),
      ...(photo.length > 0 ? [directory(photo, photoAt)] : []),
      ...(place.length > 0 ? [directory(place, placeAt)] : []),
    ])
  }
  return { short, long, ascii, rationals, pointer, directory, block }
}

type Claims = {
  order?: Order
  /** degrees, minutes and seconds as parts, each with its hemisphere */
  latitude?: [[number, number][], string]
  longitude?: [[number, number][], string]
  taken?: string
  written?: string
  gps?: { day: string; time: [number, number][] }
  make?: string
  model?: string
  more?: Entry[]
}

/** A block that claims these things, with a serial number and the name of an owner besides. */
export function exifBlock({
  order = 'MM',
  latitude,
  longitude,
  taken,
  written,
  gps,
  make,
  model,
  more = [],
}: Claims): Buffer {
  const { ascii, rationals, block } = writer(order)
  return block(
    [
      ...(make === undefined ? [] : [ascii(0x010f, make)]),
      ...(model === undefined ? [] : [ascii(0x0110, model)]),
      ...(written === undefined ? [] : [ascii(0x0132, written)]),
      ascii(0x013b, 'Isabel Owner'),
      ...more,
    ],
    [
      ...(taken === undefined ? [] : [ascii(0x9003, taken)]),
      ascii(0xa431, 'SERIAL-4711'),
      ascii(0xa430, 'Isabel Owner'),
    ],
    [
      ...(latitude ? [ascii(1, latitude[1]), rationals(2, ...latitude[0])] : []),
      ...(longitude ? [ascii(3, longitude[1]), rationals(4, ...longitude[0])] : []),
      ...(gps ? [rationals(7, ...gps.time), ascii(0x1d, gps.day)] : []),
    ],
  )
}

/** Degrees, minutes and hundredths of seconds, as phones write them. */
function dms(degrees: number): [number, number][] {
  const hundredths = Math.round(Math.abs(degrees) * 360_000)
  return [
    [Math.floor(hundredths / 360_000), 1],
    [Math.floor(hundredths / 6000) % 60, 1],
    [hundredths % 6000, 100],
  ]
}

export const at = (lon: number, lat: number) => ({
  latitude: [dms(lat), lat < 0 ? 'S' : 'N'] as [[number, number][], string],
  longitude: [dms(lon), lon < 0 ? 'W' : 'E'] as [[number, number][], string],
})

/** A JPEG with this block in its second segment. */
export function inJpeg(jpeg: Buffer, block: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), block])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
}

/** A PNG with this block in a chunk eXIf behind its header. */
export function inPng(png: Buffer, block: Buffer): Buffer {
  const behindHeader = 8 + 25
  const named = Buffer.concat([Buffer.from('eXIf'), block])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(block.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([png.subarray(0, behindHeader), length, named, sum, png.subarray(behindHeader)])
}
