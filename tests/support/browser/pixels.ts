import type { Locator } from 'playwright-core'
import sharp from 'sharp'

type Colour = readonly [red: number, green: number, blue: number]
export type Pixels = { width: number; height: number; at: (x: number, y: number) => Colour }

/** What this part looks like now. */
export async function pixelsOf(part: Locator): Promise<Pixels> {
  const picture = await part.screenshot({ animations: 'disabled', scale: 'css' })
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number): Colour => {
    const place = (Math.floor(y) * info.width + Math.floor(x)) * info.channels
    return [data[place] ?? 0, data[place + 1] ?? 0, data[place + 2] ?? 0]
  }
  return { width: info.width, height: info.height, at }
}

/** What each part inside with this attribute looks like now, by the attribute's value, cut out of one picture. */
export async function partsOf(whole: Locator, attribute: string): Promise<Map<string, Pixels>> {
  const { width, height, at } = await pixelsOf(whole)
  const boxes = await whole.evaluate((element, name) => {
    const from = element.getBoundingClientRect()
    return [...element.querySelectorAll(`[${name}]`)].map((part) => {
      const { left, top, width, height } = part.getBoundingClientRect()
      return { is: part.getAttribute(name) ?? '', left: left - from.left, top: top - from.top, width, height }
    })
  }, attribute)
  return new Map(
    boxes.map(({ is, left, top, ...size }) => [
      is,
      {
        width: Math.min(Math.round(size.width), Math.floor(width - left)),
        height: Math.min(Math.round(size.height), Math.floor(height - top)),
        at: (x, y) => at(left + x, top + y),
      },
    ]),
  )
}

/** a smaller difference of a channel is the smoothing of an edge */
const SEEN = 64

/** Returns the percentage of pixels that differ clearly between two pictures of one size. */
export function differencePercent(one: Pixels, other: Pixels): number {
  const width = Math.min(one.width, other.width)
  const height = Math.min(one.height, other.height)
  let different = 0
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const compared = other.at(x, y)
      if (one.at(x, y).some((channel, place) => Math.abs(channel - (compared[place] ?? 0)) > SEEN))
        different += 1
    }
  return (100 * different) / (width * height)
}

const linear = (channel: number) =>
  channel <= 10.31 ? channel / 3294.6 : ((channel / 255 + 0.055) / 1.055) ** 2.4
const luminance = ([red, green, blue]: Colour) =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** Returns the contrast of two colours as WCAG 2.2 computes it, 1 to 21. */
function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, Math.ceil(to - from)) }, (_, step) => from + step)

/** Returns the greatest contrast between two pixels in the middle half, where the text is. */
export function textContrast({ width, height, at }: Pixels): number {
  const colours = range(height / 4, (3 * height) / 4).flatMap((y) =>
    range(width / 4, (3 * width) / 4).map((x) => at(x, y)),
  )
  const ordered = colours.sort((a, b) => luminance(a) - luminance(b))
  return contrast(ordered[0] ?? [0, 0, 0], ordered.at(-1) ?? [0, 0, 0])
}

/** how far inside the middle of a side its border may be */
const BORDER_DEPTH = 4

/** Returns the least contrast of the four borders, at the middle of each side, with what is behind the part. */
export function borderContrast({ width, height, at }: Pixels, behind: Colour): number {
  const depths = range(0, BORDER_DEPTH)
  const near = 3
  const sides = [
    depths.flatMap((depth) => range(-near, near).map((by) => at(width / 2 + by, depth))),
    depths.flatMap((depth) => range(-near, near).map((by) => at(width / 2 + by, height - 1 - depth))),
    depths.flatMap((depth) => range(-near, near).map((by) => at(depth, height / 2 + by))),
    depths.flatMap((depth) => range(-near, near).map((by) => at(width - 1 - depth, height / 2 + by))),
  ]
  return Math.min(...sides.map((side) => Math.max(...side.map((colour) => contrast(colour, behind)))))
}
