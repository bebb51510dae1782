import sharp from 'sharp'
import { serveJobs } from '../worker-processes/worker-process.ts'
import { openPicture } from './picture-fault.ts'
import { COPY_SIDE, MAX_PIXELS, PICTURE_MB } from './picture-limits.ts'

/** With `mustBeComplete` a truncated picture is rejected; with `side` the copy is a JPEG of at most that side. */
export type CopyOptions = { mustBeComplete?: boolean; side?: number }
/** A picture on disk, and where its cleaned copy goes. */
export type PhotoJob = CopyOptions & { from: string; to: string }
export type PhotoResult = { ok: true } | { ok: false; reason: string }

/** JPEG quality: no visible difference from what a camera writes */
const QUALITY = 92

/**
 * Encodes the pixels again, upright, with their colour profile, and scaled down if there are too many. Nothing else of
 * the file is copied: no segments, nothing after the end of the picture, no second picture inside.
 */
async function clean({ from, to, mustBeComplete, side: small }: PhotoJob): Promise<PhotoResult> {
  sharp.cache(false)
  sharp.concurrency(1)
  // a truncated picture that was accepted before uploads were checked for it is shown as far as it goes
  const { picture, isBroken } = openPicture(from, mustBeComplete ? 'truncated' : 'none')
  try {
    const { format, width, height } = await picture.metadata()
    const turned = picture.autoOrient()
    // a profile may be larger than a thumbnail, which is in the colours of the web instead
    const upright = small ? turned.flatten({ background: '#ffffff' }) : turned.keepIccProfile()
    const side = small ?? (width * height > MAX_PIXELS ? COPY_SIDE : undefined)
    const resized = side ? upright.resize(side, side, { fit: 'inside', withoutEnlargement: true }) : upright
    // optimised coding would keep the whole JPEG in memory
    const copy =
      format === 'png' && !small ? resized.png() : resized.jpeg({ quality: QUALITY, optimiseCoding: false })
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
