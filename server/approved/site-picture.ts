import type { Bbox, BoundaryGeometry, NearbyTown, Position } from '../../shared/boundary/boundary.schema.ts'
import { lineBetween } from '../../shared/boundary/distance.ts'
import { distanceWords } from '../../shared/boundary/nearest-towns.ts'
import { bboxOf, middleOf, surrounds } from '../../shared/boundary/shape.ts'
import { thinned } from '../../shared/boundary/thin.ts'
import { formatHectares } from '../../shared/lib/decimals.ts'
import { inXml } from '../sheets/xml.ts'

/* A still map of one site as an SVG document. It has no style sheet, script or link, so that it looks the same as a
picture in a page, opened by itself and printed. Its own ground keeps it legible in forced colours. */

const PICTURE_WIDTH = 360
const PICTURE_HEIGHT = 270
/** the part of the picture that the boundary may fill, so that its surroundings are seen */
const FILLED = 0.42
/** the least width of land in the picture, so that one hectare is not drawn like a thousand */
const LEAST_KM = 1.2
const EDGE = 8
/** a part of the boundary narrower than this gets a ring around it */
const SMALL_PX = 10

const INK = '#1c2b22'
const LEAF = '#1b5e20'
const GRAY = '#6b746e'
const GROUND = '#f6f8f4'
const LAND = '#dfe6dc'

type Point = readonly [x: number, y: number]
type Box = { x: number; y: number; width: number; height: number }

export type SitePicture = {
  boundary: BoundaryGeometry
  area_ha: number
  /** drawn gray and numbered in this order */
  neighbours: readonly BoundaryGeometry[]
  towns: readonly NearbyTown[]
  /** land of public layers, each shape with the look of its layer */
  layers?: readonly { look: LineLook; shape: BoundaryGeometry }[]
  /** the outline of the region for the small map in the corner; null if there is none */
  region: BoundaryGeometry | null
  /** its title where it is opened by itself: the same in every language */
  title: string
}

/** How the lines of a layer look, thin and broken, with the key of the words for it beside the picture. */
export const LINE_LOOKS = [
  { key: 'land.dashes', colour: '#7a4b00', dash: '7 3' },
  { key: 'land.dots', colour: '#1d4e6b', dash: '1.5 3' },
  { key: 'land.dashes_and_dots', colour: '#6a2c70', dash: '9 3 1.5 3' },
] as const
export type LineLook = (typeof LINE_LOOKS)[number]

const tenth = (value: number) => Number(value.toFixed(1))

/** The middle of the picture, its scale, and the land in it. */
function viewOf(bbox: Bbox) {
  const [west, south, east, north] = bbox
  const [lon, lat]: Position = [(west + east) / 2, (south + north) / 2]
  // degrees of longitude and latitude in kilometres, here
  const x_km = lineBetween([lon - 0.05, lat], [lon + 0.05, lat]).km * 10
  const y_km = lineBetween([lon, lat - 0.05], [lon, lat + 0.05]).km * 10
  const scale = Math.min(
    (PICTURE_WIDTH * FILLED) / ((east - west) * x_km || LEAST_KM),
    (PICTURE_HEIGHT * FILLED) / ((north - south) * y_km || LEAST_KM),
    PICTURE_WIDTH / LEAST_KM,
  )
  const [x_px, y_px] = [x_km * scale, y_km * scale]
  const [beside, above] = [PICTURE_WIDTH / 2 / x_px, PICTURE_HEIGHT / 2 / y_px]
  return {
    scale,
    /** a degree of longitude and of latitude in pixels */
    x_px,
    y_px,
    frame: [lon - beside, lat - above, lon + beside, lat + above] as Bbox,
    at: ([at_lon, at_lat]: Position): Point => [
      tenth(PICTURE_WIDTH / 2 + (at_lon - lon) * x_px),
      tenth(PICTURE_HEIGHT / 2 - (at_lat - lat) * y_px),
    ],
  }
}
type View = ReturnType<typeof viewOf>

/** a neighbour that only touches the edge of the picture is not drawn */
const IN_SIGHT = 0.85

/** Returns the land around a boundary whose sites are in its picture. */
export function sightOf(bbox: Bbox): Bbox {
  const [west, south, east, north] = viewOf(bbox).frame
  const [x, y] = [((east - west) * (1 - IN_SIGHT)) / 2, ((north - south) * (1 - IN_SIGHT)) / 2]
  return [west + x, south + y, east - x, north - y]
}

function pathOf({ coordinates }: BoundaryGeometry, at: View['at']): string {
  const ring = (points: Position[]) =>
    `M${points
      .slice(0, -1)
      .map((point) => at(point).join(' '))
      .join('L')}Z`
  return coordinates.flat().map(ring).join('')
}

const inPixels = (shape: BoundaryGeometry, { y_px }: View, most: number) =>
  thinned(shape, { grid: 0.5 / y_px, most })

const shapeTag = (shape: BoundaryGeometry, { at }: View, colour: string, width: number): string =>
  `<path d="${pathOf(shape, at)}" fill="${colour}" fill-opacity=".2" fill-rule="evenodd" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round"/>`

const layerTag = (shape: BoundaryGeometry, { at }: View, { colour, dash }: LineLook): string =>
  `<path d="${pathOf(shape, at)}" fill="none" stroke="${colour}" stroke-width=".9" stroke-dasharray="${dash}"/>`

/** A text with a rim in the colour of the ground, so that it is read over lines. */
const textTag = ([x, y]: Point, words: string, more = ''): string =>
  `<text x="${tenth(x)}" y="${tenth(y)}" stroke="${GROUND}" stroke-width="3" paint-order="stroke"${more}>${inXml(words)}</text>`

/** the widest usual letter, of a text of 13 px */
const LETTER = 7
const LINE = 16
const around = ([x, y]: Point, width: number, height: number): Box => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
})
const meet = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** The longest round distance that fits in a quarter of the picture, as a bar in the corner below. */
function scaleBar({ scale }: View): { svg: string; box: Box } {
  const room = PICTURE_WIDTH / 4 / scale
  const ten = 10 ** Math.floor(Math.log10(room))
  const km = [5, 2, 1].map((step) => step * ten).find((one) => one <= room) ?? ten
  const [left, right, y] = [EDGE + 2, tenth(EDGE + 2 + km * scale), PICTURE_HEIGHT - EDGE - 2]
  const words = km < 1 ? `${Math.round(km * 1000)} m` : `${Math.round(km)} km`
  return {
    svg: `<path d="M${left} ${y - 5}V${y}H${right}V${y - 5}" fill="none" stroke="${INK}" stroke-width="1.5"/>${textTag([(left + right) / 2, y - 7], words)}`,
    box: { x: 0, y: y - 24, width: right + LETTER, height: PICTURE_HEIGHT },
  }
}

/** how far the name of a town outside the picture may move along the edge, the nearest first */
const ASIDE = Array.from({ length: 20 }, (_, step) => [6 * (step + 1), -6 * (step + 1)]).flat()

/** A town in the picture as a dot with its name, another one at the edge in its direction, with its distance. */
function townTag(
  { name, km, point }: NearbyTown,
  boundary: BoundaryGeometry,
  view: View,
  taken: Box[],
): string {
  const [x, y] = view.at(point)
  const isIn = x > 0 && x < PICTURE_WIDTH && y > LINE && y < PICTURE_HEIGHT
  const { bearing } = lineBetween(middleOf(boundary), point)
  const words = isIn ? name : `${name} ${distanceWords(km)}`
  const width = words.length * LETTER
  const radians = (bearing * Math.PI) / 180
  const [dx, dy] = [Math.sin(radians), -Math.cos(radians)]
  // from the middle to the edge, in the direction of the town
  const reach = Math.min(
    PICTURE_WIDTH / 2 / (Math.abs(dx) || 1e-9),
    PICTURE_HEIGHT / 2 / (Math.abs(dy) || 1e-9),
  )
  const edge: Point = [
    within(PICTURE_WIDTH / 2 + dx * reach, EDGE + 4, PICTURE_WIDTH - EDGE - 4),
    within(PICTURE_HEIGHT / 2 + dy * reach, EDGE + 4, PICTURE_HEIGHT - EDGE - 4),
  ]
  const tip: Point = isIn ? [x, y] : edge
  const beside = tip[0] - (isIn ? 0 : dx * (width / 2 + 12))
  // above or below the dot, but inside the arrow or as near to it as nothing else is
  const boxes = (isIn ? [-12, 14, -24, 26] : [-dy * 18, ...ASIDE]).map((down) =>
    around(
      [
        within(beside, width / 2 + EDGE, PICTURE_WIDTH - width / 2 - EDGE),
        within(tip[1] + down, LINE / 2 + EDGE, PICTURE_HEIGHT - LINE / 2 - EDGE),
      ],
      width,
      LINE,
    ),
  )
  const box = boxes.find((one) => !taken.some((other) => meet(one, other))) ?? (boxes[0] as Box)
  taken.push(box)
  const mark = isIn
    ? `<circle cx="${x}" cy="${y}" r="3.5" fill="${INK}" stroke="${GROUND}"/>`
    : `<path d="M0-6L4.5 4H-4.5Z" fill="${INK}" transform="translate(${tenth(edge[0])} ${tenth(edge[1])}) rotate(${Math.round(bearing)})"/>`
  return mark + textTag([box.x + width / 2, box.y + LINE / 2 + 4.5], words)
}

const INSET: { width: number; height: number } = { width: 76, height: 88 }
const CORNERS: readonly Point[] = [
  [PICTURE_WIDTH - INSET.width - EDGE, EDGE],
  [EDGE, EDGE],
  [PICTURE_WIDTH - INSET.width - EDGE, PICTURE_HEIGHT - INSET.height - EDGE],
]

/** The region with a dot where the site is, in the first corner that covers nothing. */
function regionTag(region: BoundaryGeometry, site: Position, taken: readonly Box[]): string {
  const corner = CORNERS.find(([x, y]) => !taken.some((box) => meet(box, { x, y, ...INSET })))
  if (!corner) return ''
  const [left, top] = corner
  const [west, south, east, north] = bboxOf(region)
  const squeeze = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const scale = Math.min((INSET.width - 8) / ((east - west) * squeeze), (INSET.height - 8) / (north - south))
  const at = ([lon, lat]: Position): Point => [
    tenth(left + INSET.width / 2 + (lon - (west + east) / 2) * squeeze * scale),
    tenth(top + INSET.height / 2 - (lat - (south + north) / 2) * scale),
  ]
  const [x, y] = at(site)
  return (
    `<rect x="${left}" y="${top}" width="${INSET.width}" height="${INSET.height}" rx="4" fill="#fff" stroke="#9aa8a0"/>` +
    `<path d="${pathOf(thinned(region, { grid: 0.5 / scale, most: 400 }), at)}" fill="${LAND}" stroke="#7d8b82" stroke-width=".7"/>` +
    `<circle cx="${x}" cy="${y}" r="3.5" fill="${LEAF}" stroke="#fff"/>`
  )
}

/** where the number of a neighbour can be in its part of the picture, or beside a small one, from the middle outwards */
const PLACES = [0, 0.2, -0.2, 0.4, -0.4]
const SPOTS: readonly Point[] = PLACES.flatMap((x) => PLACES.map((y): Point => [x, y])).toSorted(
  (a, b) => Math.hypot(...a) - Math.hypot(...b),
)

/** The number of a neighbour: inside it and on nothing else if there is room, in the middle of what is seen otherwise. */
function numberTag(shape: BoundaryGeometry, number: number, view: View, taken: Box[]): string {
  const box = bboxOf(shape)
  const [west, south] = [Math.max(box[0], view.frame[0]), Math.max(box[1], view.frame[1])]
  const [east, north] = [Math.min(box[2], view.frame[2]), Math.min(box[3], view.frame[3])]
  const [width, height] = [Math.max(east - west, 36 / view.x_px), Math.max(north - south, 36 / view.y_px)]
  const spots = SPOTS.map(
    ([x, y]): Position => [(west + east) / 2 + x * width, (south + north) / 2 + y * height],
  )
  const isFree = (spot: Position) => !taken.some((one) => meet(one, around(view.at(spot), 18, 18)))
  const [x, y] = view.at(
    spots.find((spot) => surrounds(shape, spot) && isFree(spot)) ??
      spots.find(isFree) ??
      (spots[0] as Position),
  )
  taken.push(around([x, y], 18, 18))
  return textTag([x, y + 4.5], String(number), ' fill="#4d5b52"')
}

/** The boxes of the parts of a shape. */
const partBoxes = ({ coordinates }: BoundaryGeometry, { at }: View): Box[] =>
  coordinates.map((part) => {
    const [west, south, east, north] = bboxOf({ type: 'MultiPolygon', coordinates: [part] })
    const [[left, bottom], [right, top]] = [at([west, south]), at([east, north])]
    return { x: left, y: top, width: right - left, height: bottom - top }
  })

/** Rings around the parts of a boundary that are too small to see. */
function smallParts(boxes: readonly Box[]): string {
  const rings = boxes
    .filter(({ width, height }) => Math.max(width, height) <= SMALL_PX)
    .map(
      ({ x, y, width, height }) =>
        `<circle cx="${tenth(x + width / 2)}" cy="${tenth(y + height / 2)}" r="7"/>`,
    )
  return `<g fill="none" stroke="${LEAF}" stroke-width="1.5">${rings.join('')}</g>`
}

/**
 * Draws a site with its hectares, its neighbours gray with their numbers, the land of public layers as broken lines under
 * its boundary, the nearest towns, a scale bar, and its region with the place of the site in a corner.
 */
export function sitePicture({ area_ha, towns, region, title, layers = [], ...shapes }: SitePicture): string {
  const bbox = bboxOf(shapes.boundary)
  const view = viewOf(bbox)
  const boundary = inPixels(shapes.boundary, view, 500)
  const neighbours = shapes.neighbours.map((shape) => inPixels(shape, view, 80))
  const parts = partBoxes(boundary, view)
  const [, bottom] = view.at([bbox[0], bbox[1]])
  const bar = scaleBar(view)
  const hectares = `${formatHectares(area_ha)} ha`
  const label: Point = [PICTURE_WIDTH / 2, bottom + 18]
  const taken = [...parts, around([label[0], label[1] - 4], hectares.length * LETTER, LINE), bar.box]
  const named = towns.map((town) => townTag(town, boundary, view, taken))
  const corner = region ? regionTag(region, middleOf(boundary), taken) : ''
  const numbers = neighbours.map((shape, index) => numberTag(shape, index + 1, view, taken))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PICTURE_WIDTH} ${PICTURE_HEIGHT}" width="${PICTURE_WIDTH}" height="${PICTURE_HEIGHT}" role="img"`,
    ` font-family="system-ui, sans-serif" font-size="13" text-anchor="middle" fill="${INK}">`,
    `<title>${inXml(title)}</title><rect width="100%" height="100%" fill="${GROUND}"/>`,
    ...neighbours.map((shape) => shapeTag(shape, view, GRAY, 1.2)),
    ...layers.map(({ shape, look }) => layerTag(inPixels(shape, view, 200), view, look)),
    shapeTag(boundary, view, LEAF, 2),
    smallParts(parts),
    ...numbers,
    textTag(label, hectares, ` font-weight="600"`),
    ...named,
    bar.svg,
    corner,
    '</svg>',
  ].join('')
}

/** the small picture, and the part of the large one that it shows of the boundary alone */
const SMALL = { width: 48, height: 36, shown: 0.46 } as const

/** Draws the boundary alone, small, for lists. */
export function smallPicture(shape: BoundaryGeometry, words: string): string {
  const view = viewOf(bboxOf(shape))
  const boundary = inPixels(shape, view, 120)
  const { width, height, shown } = SMALL
  const [wide, high] = [tenth(PICTURE_WIDTH * shown), tenth(PICTURE_HEIGHT * shown)]
  const [left, top] = [tenth((PICTURE_WIDTH - wide) / 2), tenth((PICTURE_HEIGHT - high) / 2)]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${wide} ${high}" width="${width}" height="${height}" role="img">`,
    `<title>${inXml(words)}</title><rect width="100%" height="100%" x="${left}" y="${top}" fill="${GROUND}"/>`,
    shapeTag(boundary, view, LEAF, 3),
    smallParts(partBoxes(boundary, view)),
    '</svg>',
  ].join('')
}
