/** Headers and padding of a tar archive, in the one form we write: any difference is an alteration. */
export const BLOCK = 512
/** Two empty blocks end an archive. */
export const END = Buffer.alloc(2 * BLOCK)

const NAME_BYTES = 100

/** Returns the header of a part. Names and sizes are ours: under 100 bytes, under eight gigabytes. */
export function headerOf(name: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK)
  const put = (text: string, at: number) => block.write(text, at, 'latin1')
  if (Buffer.byteLength(name) >= NAME_BYTES) throw new Error(`The name ${name} is too long for an archive.`)
  put(name, 0)
  put('0000600\0', 100)
  put('0000000\0', 108)
  put('0000000\0', 116)
  put(`${size.toString(8).padStart(11, '0')}\0`, 124)
  put('00000000000\0', 136)
  put(' '.repeat(8), 148)
  put('0', 156)
  put('ustar\x0000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

/** Returns name and size, or null for a block that is not one of our headers. */
export function readHeader(block: Buffer): { name: string; size: number } | null {
  const name = block.toString('latin1', 0, block.indexOf(0))
  const size = Number.parseInt(block.toString('latin1', 124, 135), 8)
  if (name === '' || name.length >= NAME_BYTES || !Number.isSafeInteger(size)) return null
  return headerOf(name, size).equals(block) ? { name, size } : null
}

/** Returns how many zero bytes follow a part of this size. */
export const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK
