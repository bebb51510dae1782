import sharp from 'sharp'
import { serveJobs } from '../../worker-processes/worker-process.ts'
import { openPicture } from './picture-fault.ts'
import { COPY_SIDE, MAX_PIXELS, PICTURE_MB } from './picture-limits.ts'

/** A picture on the disk, and where its cleaned copy goes; a whole one must be there to its last pixel. */
export type PhotoJob = { from: string; to: string; mustBeComplete: boolean }
export type PhotoResult = { ok: true } | { ok: false; reason: string }

/** Between what a camera writes and this no one sees a difference. */
const QUALITY = 92

/**
 * Writes the pixels anew, upright and with their colour profile, and fewer of them where there are more than anyone sees. Nothing
 * else of the file goes over: neither segments, nor what hides behind the end of the picture, nor a second picture inside.
 */
async function clean({ from, to, mustBeComplete }: PhotoJob): Promise<PhotoResult> {
  sharp.cache(false)
  sharp.concurrency(1)
  // a picture that broke off, and was taken before that was told, is shown as far as it goes
  const { picture, isBroken } = openPicture(from, mustBeComplete ? 'truncated' : 'none')
  try {
    const { format, width, height } = await picture.metadata()
    const upright = picture.autoOrient().keepIccProfile()
    const side = width * height > MAX_PIXELS ? COPY_SIDE : undefined
    const resized = side ? upright.resize(side, side, { fit: 'inside', withoutEnlargement: true }) : upright
    // the best coding of a JPEG would hold all of it in memory
    const copy = format === 'png' ? resized.png() : resized.jpeg({ quality: QUALITY, optimiseCoding: false })
    await copy.toFile(to)
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) }
  }
  if (mustBeComplete && isBroken()) return { ok: false, reason: 'Part of it is missing.' }
  const { exif, xmp, iptc, comments } = await sharp(to).metadata()
  if (exif ?? xmp ?? iptc ?? comments) throw new Error('The cleaned picture contains more than its pixels.')
  return { ok: true }
}

serveJobs(clean, PICTURE_MB)
