import { createHash } from 'node:crypto'
import { cacheFiles } from '../lib/cached-files.ts'
import { createFairQueue, type Turn } from '../lib/fair-queue.ts'

/** the size that most sites show beside a link */
const WIDTH = 1200
const HEIGHT = 630
/** each about 10 KB */
const MAX_CACHED = 200

/** drawn one at a time, so that a burst of readers leaves the machine to others */
const queue = createFairQueue({ at_once: 1, most_waiting: 50 })
const cached = cacheFiles<Buffer>(MAX_CACHED)

/** the part of the drawing that is shown: all of its height, and beside it what is on its sides */
const SEEN = 'viewBox="-77 0 514 270"'
/** letters, and the arrows, dots and scale that they explain */
const INK = '"#1c2b22"'

const isWords = (tag: string): boolean =>
  tag.startsWith('<text') || tag.startsWith('</text') || (tag.includes(INK) && !tag.startsWith('<svg'))

/** The drawing in the shape of a shared link. A server may have no typeface, so it has no words and nothing they explain. */
const forLinks = (svg: string): string =>
  svg
    .split(/(?=<)/)
    .filter((tag) => !isWords(tag))
    .join('')
    .replace('viewBox="0 0 360 270" width="360" height="270"', SEEN)
    .replace('<rect width="100%"', '<rect x="-77" width="100%"')

/** Returns the picture of a site, an SVG document of ours, as a PNG for those who show links. */
export const sharePicture = (svg: string, turn: Turn): Promise<Buffer> =>
  cached(createHash('sha256').update(svg).digest('base64url'), () =>
    queue(turn, async () => {
      const { default: sharp } = await import('sharp')
      return sharp(Buffer.from(forLinks(svg)))
        .resize(WIDTH, HEIGHT)
        .png({ palette: true })
        .toBuffer()
    }),
  )
