const at = (start: number, text: string) => (head: Buffer) =>
  head.subarray(start, start + text.length).equals(Buffer.from(text, 'latin1'))

/** Returns the brands that a container of the MP4 family lists at its beginning. */
function brandsOf(head: Buffer): string[] {
  if (!at(4, 'ftyp')(head)) return []
  const length = Math.min(head.readUInt32BE(0), head.length)
  const brands = [head.toString('latin1', 8, 12)]
  for (let next = 16; next + 4 <= length; next += 4) brands.push(head.toString('latin1', next, next + 4))
  return brands
}

const hasBrand = (pattern: RegExp) => (head: Buffer) => brandsOf(head).some((brand) => pattern.test(brand))

/** Formats that are not accepted, by their first bytes; AVIF before HEIC, which use the same container. */
const FORMATS: readonly (readonly [isIt: (head: Buffer) => boolean, name: string])[] = [
  [hasBrand(/^avi[fs]$/), 'an AVIF picture'],
  [hasBrand(/^(?:he[iv][cxms]|mif1|msf1)$/), 'a HEIC photo'],
  [hasBrand(/^crx $/), 'a raw photo of a camera'],
  [hasBrand(/./), 'a video'],
  [(head) => at(0, 'RIFF')(head) && at(8, 'WEBP')(head), 'a WEBP picture'],
  [at(0, 'II*\0'), 'a TIFF picture'],
  [at(0, 'MM\0*'), 'a TIFF picture'],
  [at(0, 'GIF8'), 'a GIF picture'],
  [(head) => at(0, 'BM')(head) && at(6, '\0\0\0\0')(head), 'a BMP picture'],
  [at(0, '\xff\x0a'), 'a JPEG XL picture'],
  [at(4, 'JXL '), 'a JPEG XL picture'],
  [at(4, 'jP  '), 'a JPEG 2000 picture'],
  [at(0, '8BPS'), 'a Photoshop file'],
]

/** bytes that are enough to recognise a format */
export const FORMAT_HEAD_BYTES = 64

/** Names the format of a picture or video that is not accepted here; null for anything else (S-136). */
export function foreignFormat(head: Buffer): string | null {
  if (head.length < 12) return null
  return FORMATS.find(([isIt]) => isIt(head))?.[1] ?? null
}
