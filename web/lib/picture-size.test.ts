import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pictureSize } from './picture-size.ts'

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1b5e20' } })
const sizeOf = async (made: Promise<Buffer>) => pictureSize(new Uint8Array(await made))

test('the size of a picture, from its first bytes', async () => {
  expect(await sizeOf(drawn(1200, 70).png().toBuffer())).toEqual({ width: 1200, height: 70 })
  expect(await sizeOf(drawn(1200, 70).jpeg().toBuffer())).toEqual({ width: 1200, height: 70 })
  expect(await sizeOf(drawn(71, 300).jpeg({ progressive: true }).toBuffer())).toEqual({
    width: 71,
    height: 300,
  })
  // camera data and a colour profile come before the size
  const camera = drawn(640, 480)
    .withExif({ IFD0: { Make: 'x'.repeat(20_000) } })
    .withIccProfile('p3')
  expect(await sizeOf(camera.jpeg().toBuffer())).toEqual({ width: 640, height: 480 })
})

test('what is no picture, or broken off, has no size', async () => {
  const jpeg = await drawn(64, 64).jpeg().toBuffer()
  expect(pictureSize(new Uint8Array(jpeg.subarray(0, 30)))).toBe(null)
  expect(pictureSize(new TextEncoder().encode('%PDF-1.7'))).toBe(null)
  expect(pictureSize(new Uint8Array())).toBe(null)
})
