import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import { jpegPhoto, pngPicture } from '../../../server/seed/demo-documents.ts'
import type { FileKind } from '../../../shared/files/files.schema.ts'
import { geopackage, rectangle, shapefile } from './land-writers.ts'
import { malformedZip } from './malformed-zip.ts'

/** Malicious files with the reply to each; null where the file is only odd and is accepted. */
export type HostileFile = {
  kind: FileKind
  name: string
  bytes: () => Buffer | Promise<Buffer>
  expected: RegExp | null
}

const KML_REFUSALS = {
  doctype: /^The file contains a DOCTYPE/,
  points: /^The boundary has more than 500,000 points|^The file takes too long|^File size exceeds/,
  damaged: /^site\.km[lz] is damaged or is not a KM[LZ] file\. /,
  large: /^(?:The map inside the KMZ file is larger than 50 MB|File size exceeds the maximum limit of 50MB)/,
} as const
const PDF_REFUSALS = {
  damaged: /^moa\.pdf is damaged or is not a PDF file\. /,
  locked: /^moa\.pdf asks for a password before it opens\. /,
  pages: /^moa\.pdf has no pages\. /,
  much: /^moa\.pdf takes too much time or memory to open\. Please print it to a new PDF and upload that\.$/,
} as const
const PICTURE_REFUSALS = {
  damaged: /^photo\.(?:png|jpg) is damaged or is not a (?:PNG|JPEG) file\. /,
  pixels: /^photo\.(?:png|jpg) has no pixels\. /,
  much: /^photo\.(?:png|jpg) takes too much time or memory to open\. Please save it with fewer pixels and upload that\.$/,
} as const

// ---- maps

const polygon = (coordinates: string) =>
  `<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`
const kml = (body: string, head = '') => `${head}<kml xmlns="http://www.opengis.net/kml/2.2">${body}</kml>`
const SQUARE = '121.2,14.1 121.21,14.1 121.21,14.11 121.2,14.1'
const MAP = kml(polygon(SQUARE))

const map = (text: () => string, expected: RegExp | null): HostileFile => ({
  kind: 'kml',
  name: 'site.kml',
  expected,
  bytes: () => Buffer.from(text()),
})
const zipped = (bytes: () => Buffer, expected: RegExp | null): HostileFile => ({
  kind: 'kml',
  name: 'site.kmz',
  bytes,
  expected,
})
const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join(
  '',
)
/** compresses best of all */
const blanks = (megabytes: number) => Buffer.alloc(megabytes * 1_048_576, 0x20)

function patched(bytes: Uint8Array, offset: number, value: number): Buffer {
  const changed = Buffer.from(bytes)
  changed.writeUInt32LE(value, changed.lastIndexOf('PK\u0001\u0002', undefined, 'latin1') + offset)
  return changed
}

const MAPS: HostileFile[] = [
  map(() => kml(`<name>&e9;</name>`, `<!DOCTYPE kml [<!ENTITY e0 "x">${entities}]>`), KML_REFUSALS.doctype),
  map(() => kml('', '<!DOCTYPE kml SYSTEM "file:///etc/passwd">'), KML_REFUSALS.doctype),
  map(() => kml(polygon('121,14 '.repeat(6_000_000))), KML_REFUSALS.points),
  map(() => kml(polygon(SQUARE.replaceAll('14.1', 'NaN'))), /^The point "121\.2,NaN"/),
  map(() => kml(polygon(SQUARE.replaceAll('14.1', '1e999'))), /^The point "121\.2,1e999"/),
  map(() => kml(polygon(`${'9'.repeat(5_000_000)},14`)), /^The point "9{40}…" in the boundary/),
  map(() => kml(polygon(','.repeat(20_000_000))), /^A polygon in the file has no points\.$/),
  map(() => `<kml ${Array.from({ length: 900_000 }, (_, at) => `a${at}="1"`).join(' ')}/>`, /./),
  map(() => `<${'k'.repeat(20_000_000)}>`, KML_REFUSALS.damaged),
  map(() => `<kml><${'k'.repeat(20_000_000)}`, KML_REFUSALS.damaged),
  map(() => kml('<Folder>'.repeat(1_000_000)), /^The file nests its elements more than 64 levels deep\.$/),
  map(() => kml(`<!--${'-'.repeat(1)} ${'x'.repeat(30_000_000)}`), KML_REFUSALS.damaged),
  map(() => kml(`<name>&${'a'.repeat(30_000_000)}</name>`), /^Line 1 of the map has an "&"/),
  map(
    () => kml(`<name>${'\n'.repeat(3_000_000)}\u0001</name>`),
    /^Line 3000001 of the map has an invisible control/,
  ),
  map(() => `${' '.repeat(30_000_000)}${MAP}`, null),
  zipped(() => Buffer.from(zipSync({ 'doc.kml': blanks(200) }, { level: 9 })), KML_REFUSALS.large),
  zipped(() => patched(zipSync({ 'doc.kml': blanks(200) }, { level: 9 }), 24, 10), KML_REFUSALS.large),
  zipped(() => patched(zipSync({ 'doc.kml': Buffer.from(MAP) }), 42, 0xffff_fff0), KML_REFUSALS.damaged),
  zipped(() => Buffer.from(zipSync({ 'doc.kml': zipSync({ 'doc.kml': Buffer.from(MAP) }) })), /./),
]

// ---- pictures

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A PNG of this size with these packed rows, valid or not. */
function png(
  [width, height]: readonly [number, number],
  rows: Buffer,
  { depth = 8, colour = 2, woven = 0 } = {},
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colour, 0, 0, woven], 8)
  const parts = [
    chunk('IHDR', header),
    ...(rows.length > 0 ? [chunk('IDAT', rows)] : []),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

/** A JPEG that declares this size. */
function jpegOfDeclaredSize([width, height]: readonly [number, number]): Buffer {
  const bytes = Buffer.from(jpegPhoto())
  const frame = bytes.indexOf(Buffer.from('ffc0', 'hex'))
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return bytes
}

const picture = (name: string, bytes: HostileFile['bytes'], expected: RegExp | null): HostileFile => ({
  kind: 'image',
  name,
  bytes,
  expected: expected,
})
const changed = (bytes: Buffer, from: number, to: number) => Buffer.from(bytes).fill(0xa5, from, to)
const HUGE = [60_000, 60_000] as const
const WOVEN = [40_000, 40_000] as const

const PICTURES: HostileFile[] = [
  picture('photo.png', () => png(HUGE, deflateSync(Buffer.alloc(1_000))), PICTURE_REFUSALS.damaged),
  picture('photo.jpg', () => jpegOfDeclaredSize(HUGE), PICTURE_REFUSALS.damaged),
  picture(
    'photo.png',
    () => png(WOVEN, deflateSync(Buffer.alloc(200_000_000), { level: 9 }), { woven: 1 }),
    /./,
  ),
  picture('photo.png', () => changed(pngPicture(1), 60, 120), PICTURE_REFUSALS.damaged),
  picture('photo.png', () => png([100, 100], Buffer.alloc(0)), PICTURE_REFUSALS.damaged),
  picture('photo.png', () => png([0, 100], deflateSync(Buffer.alloc(10))), PICTURE_REFUSALS.pixels),
  picture('photo.jpg', () => jpegOfDeclaredSize([0, 100]), PICTURE_REFUSALS.pixels),
  picture('photo.png', () => png([10, 10], deflateSync(Buffer.alloc(200_000_000), { level: 9 })), null),
  picture(
    'photo.jpg',
    () => {
      const segment = Buffer.concat([Buffer.from('ffe1ffff', 'hex'), Buffer.alloc(65_533)])
      const [start, rest] = [jpegPhoto().subarray(0, 2), jpegPhoto().subarray(2)]
      return Buffer.concat([start, ...Array<Buffer>(600).fill(segment), rest])
    },
    null,
  ),
  picture(
    'photo.jpg',
    () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(30_000_000, 0xff)]),
    PICTURE_REFUSALS.damaged,
  ),
  picture(
    'photo.jpg',
    () => Buffer.concat([jpegPhoto().subarray(0, 620), Buffer.from('ffd9', 'hex')]),
    PICTURE_REFUSALS.damaged,
  ),
  picture(
    'photo.jpg',
    () =>
      sharp({ create: { width: 16_320, height: 15_000, channels: 3, background: '#345' } })
        .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
        .toBuffer(),
    PICTURE_REFUSALS.much,
  ),
]

// ---- PDFs

const pdf = (...parts: string[]) => Buffer.from(`%PDF-1.7\n${parts.join('\n')}\n%%EOF\n`, 'latin1')
const CATALOG = '1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj'
const TRAILER = 'trailer <</Root 1 0 R>>'
const paper = (bytes: () => Buffer, expected: RegExp | null): HostileFile => ({
  kind: 'pdf',
  name: 'moa.pdf',
  bytes,
  expected: expected,
})
const fixture = (name: string) => readFileSync(new URL(`../../fixtures/pdf/${name}.pdf`, import.meta.url))
const objectsIn = (packed: Buffer, count = 1) =>
  Array.from({ length: count }, (_, at) =>
    Buffer.concat([
      Buffer.from(
        `\n${at + 9} 0 obj <</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>> stream\n`,
      ),
      packed,
      Buffer.from('\nendstream endobj'),
    ]),
  )

const PDFS: HostileFile[] = [
  paper(() => pdf(CATALOG, '2 0 obj <</Type/Pages/Kids[2 0 R 2 0 R]>> endobj', TRAILER), PDF_REFUSALS.pages),
  paper(
    () =>
      pdf(
        CATALOG,
        ...Array.from(
          { length: 100_000 },
          (_, at) => `${at + 2} 0 obj <</Kids[${at + 3} 0 R 2 0 R]>> endobj`,
        ),
        TRAILER,
      ),
    PDF_REFUSALS.pages,
  ),
  paper(
    () => pdf(CATALOG, 'xref\n0 2000000', '9999999999 65535 f\r\n'.repeat(2_000_000), TRAILER),
    PDF_REFUSALS.pages,
  ),
  paper(() => pdf('1 0 obj <<>> '.repeat(2_500_000)), PDF_REFUSALS.pages),
  paper(
    () => pdf(Array.from({ length: 1_500_000 }, (_, at) => `${at} 0 obj <<>>`).join('\n')),
    /^moa\.pdf (?:has no pages|takes too much)/,
  ),
  paper(
    () =>
      Buffer.concat([
        pdf(),
        ...objectsIn(deflateSync(blanks(64), { level: 9 })),
        Buffer.from(`${TRAILER}\n%%EOF`),
      ]),
    PDF_REFUSALS.much,
  ),
  paper(
    () =>
      Buffer.concat([
        pdf(),
        ...objectsIn(deflateSync(blanks(40), { level: 9 }), 100),
        Buffer.from(`${TRAILER}\n%%EOF`),
      ]),
    PDF_REFUSALS.much,
  ),
  paper(() => pdf(`1 0 obj ${'['.repeat(5_000_000)}`, TRAILER), PDF_REFUSALS.much),
  paper(() => pdf(`1 0 obj (${'\\'.repeat(20_000_000)}`, TRAILER), PDF_REFUSALS.pages),
  paper(() => pdf(`1 0 obj <${'a'.repeat(20_000_000)}`, TRAILER), PDF_REFUSALS.pages),
  paper(() => pdf(`${'stream '.repeat(3_000_000)}`, TRAILER), PDF_REFUSALS.pages),
  paper(() => pdf(`${'trailer '.repeat(3_000_000)}`), PDF_REFUSALS.pages),
  paper(() => fixture('locked-aes-256'), PDF_REFUSALS.locked),
  paper(() => fixture('locked-rc4-40-packed'), PDF_REFUSALS.locked),
  paper(() => Buffer.alloc(30_000_000, 0x20), PDF_REFUSALS.damaged),
  paper(() => Buffer.from('%PDF-1.7\n1 0 obj'), PDF_REFUSALS.damaged),
]

// ---- boundaries in other formats

const land = (name: string, bytes: HostileFile['bytes'], expected: RegExp): HostileFile => ({
  kind: 'boundary',
  name,
  bytes,
  expected,
})
const SITE = [{ polygons: [[rectangle(121.2, 14.1, 121.22, 14.12)]] }]
const FOREVER = `drop table land; create view land as
  with recursive n(i) as (select 1 union all select i + 1 from n) select i as fid, x'00' as geom from n`
const LAUGHS = `<!DOCTYPE gpx [${entities}]><gpx version="1.1"><name>&e9;</name></gpx>`
const LANDS: HostileFile[] = [
  land(
    'site.zip',
    () =>
      Buffer.from(
        malformedZip([
          { name: 'land.shp', bytes: blanks(135) },
          { name: 'land.shx', bytes: 'x' },
          { name: 'land.dbf', bytes: 'x' },
        ]),
      ),
    /too large/,
  ),
  land(
    'site.zip',
    () => Buffer.from(malformedZip([{ name: 'land.dbf', bytes: 'x', declared: { size: 2n ** 32n - 2n } }])),
    /too large|no shapefile/,
  ),
  land('site.zip', () => Buffer.from(zipSync({ 'inner.zip': shapefile(SITE) })), /no shapefile/),
  land(
    'site.gpkg',
    async () => Buffer.from(await geopackage(SITE, { sql: FOREVER })),
    /no table of features/,
  ),
  land(
    'site.geojson',
    () => Buffer.from(`{"type":"Polygon","coordinates":${'['.repeat(30_000_000)}`),
    /more than 64 levels deep/,
  ),
  land(
    'site.geojson',
    () => Buffer.from(`{"type":"Polygon","coordinates":[[${'[1,1],'.repeat(8_000_000)}[1,1]]]}`),
    /more than 500,000 points/,
  ),
  land('site.gpx', () => Buffer.from(LAUGHS), /^The file contains a DOCTYPE/),
  land('site.gpx', () => Buffer.from(`<gpx>${'<trk>'.repeat(9_000_000)}`), /more than 64 levels/),
]

/** Sent by the short run: one of each kind of harm. */
const FIRST = [PDFS[5], PDFS[7], PICTURES[1], PICTURES[0], MAPS[7]].filter((one) => one !== undefined)
export const HOSTILE_FILES: readonly HostileFile[] = [
  ...FIRST,
  ...[...MAPS, ...PICTURES, ...PDFS, ...LANDS].filter((one) => !FIRST.includes(one)),
]
