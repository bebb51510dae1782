import sharp from 'sharp'
import { serveJobs } from '../../worker-processes/worker-process.ts'
import { openPicture } from './picture-fault.ts'
import { COPY_SIDE, MAX_PIXELS, PICTURE_MB } from './picture-limits.ts'

/** A picture on disk, and where its cleaned copy goes. With `mustBeComplete` a truncated picture is rejected. */
export type PhotoJob = { from: string; to: string; mustBeComplete: boolean }
export type PhotoResult = { ok: true } | { ok: false; reason: string }

/** JPEG quality: no visible difference from what a camera writes */
const QUALITY = 92

/**
 * Encodes the pixels again, upright, with their colour profile, and scaled down if there are too many. Nothing else of
 * the file is copied: no segments, nothing after the end of the picture, no second picture inside.
 */
async function clean({ from, to, mustBeComplete }: PhotoJob): Promise<PhotoResult> {
  sharp.cache(false)
  sharp.concurrency(1)
  // a truncated picture that was accepted before uploads were checked for it is shown as far as it goes
  const { picture, isBroken } = openPicture(from, mustBeComplete ? 'truncated' : 'none')
  try {
    const { format, width, height } = await picture.metadata()
    const upright = picture.autoOrient().keepIccProfile()
    const side = width * height > MAX_PIXELS ? COPY_SIDE : undefined
    const resized = side ? upright.resize(side, side, { fit: 'inside', withoutEnlargement: true }) : upright
    // optimised coding would keep the whole JPEG in memory
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
