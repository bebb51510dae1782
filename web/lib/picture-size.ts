type Size = { width: number; height: number }

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** in the header chunk, which is always the first */
const PNG_SIZE_AT = 16

/** JPEG segments without a length, and those that are not frames although their numbers are among them. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpegSize(view: DataView): Size | null {
  let at = 2
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    // a marker may be preceded by any number of 0xff
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    at += 2 + view.getUint16(at + 2)
  }
  return null
}

/** The pixels of a PNG or JPEG by the first bytes of its file, without decoding it; null where they do not say. */
export function pictureSize(start: Uint8Array<ArrayBuffer>): Size | null {
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength)
  if (PNG_START.every((byte, index) => start[index] === byte) && start.length >= PNG_SIZE_AT + 8)
    return { width: view.getUint32(PNG_SIZE_AT), height: view.getUint32(PNG_SIZE_AT + 4) }
  return start[0] === 0xff && start[1] === 0xd8 ? jpegSize(view) : null
}
