import sharp from 'sharp'
import { MAX_PIXELS } from './picture-limits.ts'

/** Why a picture cannot be shown; `large` where it needs a copy first, null when it can be shown as it is (S-136). */
export type PictureFault = 'unreadable' | 'no_pixels' | 'large' | null

const NO_PIXELS = /is zero in IHDR|Empty JPEG image/
const BROKEN_OFF = /premature end of data segment|Not enough image data/

/** Opens a picture; `said` collects the imaging library's warnings, `isBroken` whether part of it is missing. */
export function openPicture(path: string, failOn: 'truncated' | 'none' = 'truncated') {
  const complaints: string[] = []
  // not on every warning: cameras write surplus markers, which do no harm
  const picture = sharp(path, { limitInputPixels: false, failOn, sequentialRead: true })
  picture.on('warning', (warning: string) => complaints.push(warning))
  return { picture, isBroken: () => complaints.some((warning) => BROKEN_OFF.test(warning)), said: complaints }
}

/** Decodes every pixel of a picture once; of a large one none. */
export async function pictureFault(path: string): Promise<PictureFault> {
  sharp.cache(false)
  sharp.concurrency(1)
  const { picture, isBroken, said } = openPicture(path)
  try {
    const { width, height } = await picture.metadata()
    if (width * height > MAX_PIXELS) return 'large'
    await picture.resize(16, 16, { fit: 'fill' }).raw().toBuffer()
  } catch (error) {
    return NO_PIXELS.test([String(error), ...said].join('\n')) ? 'no_pixels' : 'unreadable'
  }
  return isBroken() ? 'unreadable' : null
}
