import sharp from 'sharp'
import { answerAside } from '../../lib/answer-aside.ts'
import { drawing } from './picture-fault.ts'
import { COPY_SIDE, MOST_PIXELS, PICTURE_MB } from './picture-limits.ts'

/** A picture on the disk, and where its cleaned copy goes; a whole one must be there to its last pixel. */
export type PhotoJob = { from: string; to: string; whole: boolean }
export type PhotoResult = { ok: true } | { ok: false; reason: string }

/** Between what a camera writes and this nobody sees a difference. */
const QUALITY = 92

/**
 * Writes the pixels anew, upright and with their colour profile, and fewer of them where there are more than anybody
 * sees. Nothing else of the file goes over: neither segments, nor what hides behind the end of the picture, nor a second
 * picture inside.
 */
async function clean({ from, to, whole }: PhotoJob): Promise<PhotoResult> {
  sharp.cache(false)
  sharp.concurrency(1)
  // a picture that broke off, and was taken before that was told, is shown as far as it goes
  const { picture, isBroken } = drawing(from, whole ? 'truncated' : 'none')
  try {
    const { format, width, height } = await picture.metadata()
    const upright = picture.autoOrient().keepIccProfile()
    const side = width * height > MOST_PIXELS ? COPY_SIDE : undefined
    const shown = side ? upright.resize(side, side, { fit: 'inside', withoutEnlargement: true }) : upright
    // the best coding of a JPEG would hold all of it in memory
    const copy = format === 'png' ? shown.png() : shown.jpeg({ quality: QUALITY, optimiseCoding: false })
    await copy.toFile(to)
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) }
  }
  if (whole && isBroken()) return { ok: false, reason: 'Part of it is missing.' }
  const { exif, xmp, iptc, comments } = await sharp(to).metadata()
  if (exif ?? xmp ?? iptc ?? comments) throw new Error('The cleaned picture contains more than its pixels.')
  return { ok: true }
}

answerAside(clean, PICTURE_MB)
