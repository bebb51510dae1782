import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type PictureWords, sharePicture } from './share-picture.ts'

const MAP =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 270" width="360" height="270"><rect width="100%" height="100%" fill="#eef3ec"/></svg>'

/** The box of all dark pixels. */
async function written(words: PictureWords) {
  const picture = sharp(await sharePicture(MAP, words, ['visitors']))
    .greyscale()
    .raw()
  const { data, info } = await picture.toBuffer({ resolveWithObject: true })
  const dark = [...data.keys()].filter((at) => at % info.channels === 0 && (data[at] ?? 255) < 100)
  const places = dark.map((at) => at / info.channels)
  const columns = places.map((at) => at % info.width)
  const reduce = (all: number[], pick: (a: number, b: number) => number) => all.reduce((a, b) => pick(a, b))
  return {
    top: Math.floor(reduce(places, Math.min) / info.width),
    left: reduce(columns, Math.min),
    right: reduce(columns, Math.max),
  }
}

test('the picture of a shared link names the site and the bureau, on a machine without a typeface', async () => {
  const one = await written({ name: 'Kagubatan ng Señor Niño', code: 'SITES-4A-2031-0007', bureau: 'Bureau' })
  expect(one.top, 'below the map').toBeGreaterThan(500)
  expect(one.right - one.left).toBeGreaterThan(300)
  const long = await written({ name: 'Lupa '.repeat(60), code: 'SITES-1', bureau: 'Kawanihan '.repeat(20) })
  expect(long.left).toBeGreaterThan(30)
  expect(long.right, 'cut where the picture ends').toBeLessThan(1170)
  expect(long.right - long.left).toBeGreaterThan(1000)
  // letters that the typeface lacks lose their marks, or are left out
  const plain = await sharePicture(MAP, { name: 'Lam', code: 'S', bureau: 'B' }, ['visitors'])
  expect(await sharePicture(MAP, { name: 'Lảm林', code: 'S', bureau: 'B' }, ['visitors'])).toEqual(plain)
  expect(await sharePicture(MAP, { name: 'Lan', code: 'S', bureau: 'B' }, ['visitors'])).not.toEqual(plain)
})
