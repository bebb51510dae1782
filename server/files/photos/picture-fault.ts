import sharp from 'sharp'
import { MOST_PIXELS } from './picture-limits.ts'

/** Why nobody could see a picture; `large` where a copy has to be made first, null when it is seen as it is (S-136). */
export type PictureFault = 'unreadable' | 'no_pixels' | 'large' | null

const NO_PIXELS = /is zero in IHDR|Empty JPEG image/
const BROKEN_OFF = /premature end of data segment|Not enough image data/

/** What the library that draws pictures says of one, and whether part of it is missing. */
export function drawing(path: string, failOn: 'truncated' | 'none' = 'truncated') {
  const said: string[] = []
  // not on every warning: cameras write marks too many, and nobody sees that
  const picture = sharp(path, { limitInputPixels: false, failOn, sequentialRead: true })
  picture.on('warning', (warning: string) => said.push(warning))
  return { picture, isBroken: () => said.some((warning) => BROKEN_OFF.test(warning)), said }
}

/** Reads every pixel of a picture once; of a large one none. */
export async function pictureFault(path: string): Promise<PictureFault> {
  sharp.cache(false)
  sharp.concurrency(1)
  const { picture, isBroken, said } = drawing(path)
  try {
    const { width, height } = await picture.metadata()
    if (width * height > MOST_PIXELS) return 'large'
    await picture.resize(16, 16, { fit: 'fill' }).raw().toBuffer()
  } catch (error) {
    return NO_PIXELS.test([String(error), ...said].join('\n')) ? 'no_pixels' : 'unreadable'
  }
  return isBroken() ? 'unreadable' : null
}
