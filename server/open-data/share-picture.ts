import { createHash } from 'node:crypto'
import { normalForm } from '../../shared/lib/text-form.ts'
import { cacheFiles } from '../lib/cached-files.ts'
import { createFairQueue, type Turn } from '../lib/fair-queue.ts'
import outlines from './letters.json'

/** the size that most sites show beside a link */
const WIDTH = 1200
const HEIGHT = 630
/** each about 10 KB */
const MAX_CACHED = 200

/** drawn one at a time, so that a burst of readers leaves the machine to others */
const queue = createFairQueue({ at_once: 1, most_waiting: 50 })
const cached = cacheFiles<Buffer>(MAX_CACHED)

/** the part of the drawing that is shown: all of its height, what is on its sides, and below it the words */
const SEEN = { left: -136, width: 632, height: 332 } as const
/** the height of the drawing itself */
const MAP_HEIGHT = 270
const MARGIN = 24
/** letters, and the arrows, dots and scale that they explain */
const INK = '"#1c2b22"'

const isWords = (tag: string): boolean =>
  tag.startsWith('<text') || tag.startsWith('</text') || (tag.includes(INK) && !tag.startsWith('<svg'))

/** What the picture names: the site with its code, and the bureau. */
export type PictureWords = { name: string; code: string; bureau: string }

/** of each letter its width and its outline, in thousandths of its size (scripts/letter-outlines.py) */
const LETTERS = outlines as unknown as Record<string, [width: number, path: string]>

/** Writes a line as outlines, since a server may have no typeface. A letter that is not known loses its marks, or is left out. */
function lineTag(text: string, y: number, size: number): string {
  const most = ((SEEN.width - 2 * MARGIN) * 1000) / size
  const letters = [...normalForm('NFC', text)].flatMap((letter) => {
    const known = LETTERS[letter] ?? LETTERS[normalForm('NFD', letter).charAt(0)]
    return known ? [known] : []
  })
  const widthOf = (some: readonly [number, string][]) => some.reduce((sum, [width]) => sum + width, 0)
  while (widthOf(letters) > most) letters.splice(-2, 2, ...(LETTERS['…'] ? [LETTERS['…']] : []))
  const paths = letters.map(
    ([, path], index) => `<path transform="translate(${widthOf(letters.slice(0, index))})" d="${path}"/>`,
  )
  const place = `translate(${SEEN.left + MARGIN} ${y}) scale(${size / 1000})`
  return `<g fill=${INK} transform="${place}">${paths.join('')}</g>`
}

/** The drawing in the shape of a shared link, without its own words and what they explain; below it what it is of. */
const forLinks = (svg: string, { name, code, bureau }: PictureWords): string =>
  svg
    .split(/(?=<)/)
    .filter((tag) => !isWords(tag))
    .join('')
    .replace(
      'viewBox="0 0 360 270" width="360" height="270"',
      `viewBox="${SEEN.left} 0 ${SEEN.width} ${SEEN.height}"`,
    )
    .replace('<rect width="100%"', `<rect x="${SEEN.left}" width="100%"`)
    .replace(
      '</svg>',
      `<rect x="${SEEN.left}" y="${MAP_HEIGHT}" width="100%" height="100%" fill="#fff"/>${lineTag(name, 297, 20)}${lineTag(
        `${code} · ${bureau}`,
        319,
        13,
      )}</svg>`,
    )

/** Returns the picture of a site, an SVG document of ours, as a PNG for those who show links. */
export const sharePicture = (svg: string, words: PictureWords, turn: Turn): Promise<Buffer> =>
  cached(
    createHash('sha256')
      .update(JSON.stringify([svg, words]))
      .digest('base64url'),
    () =>
      queue(turn, async () => {
        const { default: sharp } = await import('sharp')
        return sharp(Buffer.from(forLinks(svg, words)))
          .resize(WIDTH, HEIGHT)
          .png({ palette: true })
          .toBuffer()
      }),
  )
