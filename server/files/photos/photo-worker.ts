import sharp from 'sharp'
import { answerAside } from '../../lib/answer-aside.ts'

/** A picture on the disk, and where its cleaned copy goes. */
export type PhotoJob = { from: string; to: string; most_pixels: number }
export type PhotoResult = { ok: true } | { ok: false; reason: string }

/** Between what a camera writes and this nobody sees a difference. */
const QUALITY = 92

/**
 * Writes the pixels anew, upright and with their colour profile. Nothing else of the file goes over: neither
 * segments, nor what hides behind the end of the picture, nor a second picture inside.
 */
async function clean({ from, to, most_pixels }: PhotoJob): Promise<PhotoResult> {
  sharp.cache(false)
  sharp.concurrency(1)
  try {
    // a picture that broke off is shown as far as it goes
    const picture = sharp(from, { limitInputPixels: most_pixels, failOn: 'none', sequentialRead: true })
    const { format } = await picture.metadata()
    const upright = picture.autoOrient().keepIccProfile()
    // the best coding of a JPEG would hold all of it in memory
    const copy = format === 'png' ? upright.png() : upright.jpeg({ quality: QUALITY, optimiseCoding: false })
    await copy.toFile(to)
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) }
  }
  const { exif, xmp, iptc, comments } = await sharp(to).metadata()
  if (exif ?? xmp ?? iptc ?? comments) throw new Error('The cleaned picture tells more than its pixels.')
  return { ok: true }
}

answerAside(clean)
