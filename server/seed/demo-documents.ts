import { deflateSync, crc32 as zlibCrc32 } from 'node:zlib'
import type { BoundaryGeometry } from '../../shared/boundary/boundary.schema.ts'
import { normalForm } from '../../shared/lib/text-form.ts'
import { DEMO_PHOTO } from './demo-photo.ts'

/** Small, valid files of every kind the product accepts, generated for the demo bureau. */

const pdfText = (text: string) =>
  normalForm('NFD', text)
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/[\\()]/g, '\\$&')

/** A valid PDF of one A4 page with a heading and lines. */
export function pdfDocument(heading: string, lines: string[]): Buffer {
  const content = [
    'BT /F1 16 Tf 60 780 Td',
    `(${pdfText(heading)}) Tj /F1 11 Tf`,
    ...lines.map((line) => `0 -22 Td (${pdfText(line)}) Tj`),
    'ET',
    // across the page, from the lower left corner
    'BT 0.8 g /F1 58 Tf 0.6 0.8 -0.8 0.6 150 180 Tm (DEMONSTRATION) Tj ET',
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
  const start = text.lastIndexOf('xref')
  return Buffer.from(
    `${text}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
  )
}

/** A CSV file; each list is one row. */
export const csvDocument = (rows: string[][]): Buffer =>
  Buffer.from(
    `${rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')}\r\n`,
  )

const START_OF_IMAGE = 2

/** A photograph; a note in its comment makes it a distinct file. */
export function jpegPhoto(note = ''): Buffer {
  const photo = Buffer.from(DEMO_PHOTO, 'base64')
  if (note === '') return photo
  const comment = Buffer.from(`\xff\xfe\0\0${note}`, 'latin1')
  comment.writeUInt16BE(comment.length - START_OF_IMAGE, START_OF_IMAGE)
  return Buffer.concat([photo.subarray(0, START_OF_IMAGE), comment, photo.subarray(START_OF_IMAGE)])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(zlibCrc32(body))
  return Buffer.concat([length, body, check])
}

/** DEMONSTRATION in five rows of dots, a letter six dots wide. */
const DOTS = [
  '####  ##### #   #  ###  #   #  #### ##### ####   ###  ##### #####  ###  #   # ',
  '#   # #     ## ## #   # ##  # #       #   #   # #   #   #     #   #   # ##  # ',
  '#   # ####  # # # #   # # # #  ###    #   ####  #####   #     #   #   # # # # ',
  '#   # #     #   # #   # #  ##     #   #   #  #  #   #   #     #   #   # #  ## ',
  '####  ##### #   #  ###  #   # ####    #   #   # #   #   #   #####  ###  #   # ',
]
const isDot = (x: number, y: number): boolean => DOTS[y]?.[x] === '#'

/** A map-like picture in two greens that differs by `seed`; a note makes it a distinct file. */
export function pngPicture(seed: number, note = ''): Buffer {
  const [width, height] = [120, 80]
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + 3 * width)
    for (let x = 0; x < width; x += 1) {
      const inside = Math.sin(x / (9 + (seed % 5))) + Math.cos(y / (7 + (seed % 3))) > 0
      const ground = inside ? [47, 131, 64] : [217, 236, 219]
      row.set(isDot(x - 21, y - 38) ? [143, 29, 29] : ground, 1 + 3 * x)
    }
    return row
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    ...(note ? [pngChunk('tEXt', Buffer.from(`Comment\0${note}`, 'latin1'))] : []),
    pngChunk('IDAT', deflateSync(Buffer.concat(rows))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const xml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** A location map as offices draw it: one placemark with the boundary. */
export function kmlDocument(name: string, geometry: BoundaryGeometry): Buffer {
  const ring = (positions: readonly (readonly number[])[]) =>
    `<LinearRing><coordinates>${positions.map(([lon, lat]) => `${lon},${lat},0`).join(' ')}</coordinates></LinearRing>`
  const polygons = geometry.coordinates.map(([outer = [], ...holes]) => {
    const inner = holes.map((hole) => `<innerBoundaryIs>${ring(hole)}</innerBoundaryIs>`).join('')
    return `<Polygon><outerBoundaryIs>${ring(outer)}</outerBoundaryIs>${inner}</Polygon>`
  })
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>${xml(name)}</name><MultiGeometry>${polygons.join('')}</MultiGeometry></Placemark></Document></kml>\n`,
  )
}
