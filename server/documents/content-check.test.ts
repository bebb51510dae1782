import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import type { FileKind } from '../../shared/files/files.schema.ts'
import { byteRange } from '../http/byte-range.ts'
import { contentCheck } from './content-check.ts'
import { contentDisposition } from '../http/content-disposition.ts'

/** The verdict on these bytes, arriving in pieces of this size. */
function typeOf(kind: FileKind, bytes: Buffer, piece: number): string | null {
  const check = contentCheck(kind)
  for (let at = 0; at < bytes.length; at += piece) {
    if (!check.write(bytes.subarray(at, at + piece))) return null
  }
  return check.end()
}

/** The verdict, which must be the same whether the bytes arrive one by one, in odd pieces or at once. */
function verdict(kind: FileKind, content: Buffer | string): string | null {
  const bytes = Buffer.from(content as string)
  const verdicts = [1, 7, bytes.length || 1].map((piece) => typeOf(kind, bytes, piece))
  expect(new Set(verdicts).size).toBe(1)
  return verdicts[0] ?? null
}

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const PNG = hex(
  `89504e470d0a1a0a 0000000d49484452 0000000100000001 08060000001f15c489
   0000000d49444154 789c6360000002000001 e5 27de fc 0000000049454e44ae426082`.replace(/\s/g, ''),
)
const SEGMENT_WITH_THUMBNAIL = hex('ffe1 000c ffd8 ffda 0002 01 ffd9 00'.replaceAll(' ', ''))
const JPEG_START = Buffer.concat([
  hex('ffd8'),
  SEGMENT_WITH_THUMBNAIL,
  hex('ffdb 0004 0101 ffda 0004 0101 12ff00 34ffd0 56'),
])
const JPEG = Buffer.concat([JPEG_START, hex('ffc4 0004 ffd9 77 88'), hex('ffd9')])

describe('[S-44] the content must be what the name promises', () => {
  test('[S-136] PDF: its mark in the first 1,024 bytes, and an end mark', () => {
    expect(verdict('pdf', '%PDF-1.7\n1 0 obj\n%%EOF\n')).toBe('application/pdf')
    expect(verdict('pdf', '\ufeff\r\n%PDF-1.4\n%%EOF')).toBe('application/pdf')
    expect(verdict('pdf', Buffer.concat([Buffer.from('%PDF-1.4 %%EOF'), Buffer.alloc(4000)]))).not.toBeNull()
    expect(verdict('pdf', '%PDF-1.7\n1 0 obj\n')).toBeNull()
    expect(verdict('pdf', `${'\r\n'.repeat(500)}%PDF-1.7 %%EOF${'x'.repeat(9000)}`)).toBe('application/pdf')
    expect(verdict('pdf', `${'x'.repeat(1023)}%PDF-1.7 %%EOF`)).toBe('application/pdf')
    expect(verdict('pdf', `${'x'.repeat(1024)}%PDF-1.7 %%EOF`)).toBeNull()
    expect(verdict('pdf', '')).toBeNull()
  })

  test('PNG and JPEG by what they are, whole', () => {
    expect(verdict('image', PNG)).toBe('image/png')
    expect(verdict('image', JPEG)).toBe('image/jpeg')
    expect(verdict('image', PNG.subarray(0, -1))).toBeNull()
    expect(verdict('image', 'GIF89a................')).toBeNull()
    expect(verdict('image', hex('ffd8ff'))).toBeNull()
    expect(verdict('image', '')).toBeNull()
  })

  test('JPEG: the end of its thumbnail or of a table is not its end; a video behind it does no harm', () => {
    expect(verdict('image', JPEG.subarray(0, -2))).toBeNull()
    expect(verdict('image', JPEG_START)).toBeNull()
    expect(verdict('image', Buffer.concat([JPEG, Buffer.from('0000ftypmp42'.repeat(50))]))).toBe('image/jpeg')
  })

  test('CSV: text in UTF-8 or as Excel for Windows writes it, nothing else', () => {
    expect(verdict('csv', 'name,place\r\nAna,Biñan\r\n')).toBe('text/csv')
    expect(verdict('csv', '\ufeffname\n')).toBe('text/csv')
    expect(verdict('csv', Buffer.from('Para\u00f1aque,1\n', 'latin1'))).toBe('text/csv')
    expect(verdict('csv', 'Ávila 🌳')).toBe('text/csv')
    expect(verdict('csv', 'a\u0000b')).toBeNull()
    expect(verdict('csv', Buffer.from('name\n', 'utf16le'))).toBeNull()
    expect(verdict('csv', PNG)).toBeNull()
    // from Excel's "Unicode Text", databases and old programs
    const wide = Buffer.from('\ufeffname\tBiñan 🌳\r\n', 'utf16le')
    expect(verdict('csv', wide)).toBe('text/csv')
    expect(verdict('csv', Buffer.from(wide).swap16())).toBe('text/csv')
    expect(verdict('csv', Buffer.from('\ufeffa\u0000b', 'utf16le'))).toBeNull()
    expect(verdict('csv', wide.subarray(0, -1))).toBeNull()
    expect(verdict('csv', 'name\u000bplace\r\n\u001a')).toBe('text/csv')
    expect(verdict('csv', hex('61818d'))).toBeNull()
    expect(verdict('csv', '')).toBeNull()
  })

  test('KML: a kml root; what it holds is for the reader', () => {
    const kml = 'application/vnd.google-earth.kml+xml'
    expect(verdict('kml', '<?xml version="1.0"?>\n<!-- x > y -->\n<kml xmlns="x"/>')).toBe(kml)
    expect(verdict('kml', '\ufeff<k:kml>')).toBe(kml)
    expect(verdict('kml', '<?xml version="1.0"?><!DOCTYPE kml [')).toBe(kml)
    expect(verdict('kml', `<!-- ${'long '.repeat(2000)} --><kml/>`)).toBe(kml)
    expect(verdict('kml', '<gpx version="1.1"></gpx>')).toBeNull()
    expect(verdict('kml', '<html><kml></html>')).toBeNull()
    expect(verdict('kml', 'PK\u0003\u0004doc.kml')).toBe('application/vnd.google-earth.kmz')
    expect(verdict('kml', '')).toBeNull()
  })

  test('SHP: code, version and its own length', () => {
    const shp = Buffer.alloc(120)
    shp.writeInt32BE(9994, 0)
    shp.writeInt32BE(60, 24)
    shp.writeInt32LE(1000, 28)
    expect(verdict('shp', shp)).toBe('application/octet-stream')
    expect(verdict('shp', shp.subarray(0, 118))).toBeNull()
    expect(verdict('shp', Buffer.alloc(120))).toBeNull()
    expect(verdict('shp', shp.subarray(0, 50))).toBeNull()
  })

  test('a boundary or a layer: by how it begins, an archive also by its end', () => {
    const zip = (name: string) => Buffer.from(zipSync({ [name]: new Uint8Array(9) }))
    const sqlite = Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(84)])
    const gpx = '<?xml version="1.0"?>\n<gpx version="1.1"></gpx>'
    for (const kind of ['boundary', 'layer'] as const) {
      expect(verdict(kind, '\ufeff \n{"type":"Polygon"}')).toBe('application/geo+json')
      expect(verdict(kind, sqlite)).toBe('application/geopackage+sqlite3')
      expect(verdict(kind, zip('land.shp'))).toBe('application/zip')
      expect(verdict(kind, zip('land.shp').subarray(0, -40))).toBeNull()
      for (const other of [
        '',
        '[1]',
        'hello',
        '<html><body/></html>',
        '%PDF-1.7 %%EOF',
        'PK',
        'PK\u0003\u0004',
      ])
        expect(verdict(kind, other), other).toBeNull()
    }
    expect(verdict('boundary', gpx)).toBe('application/gpx+xml')
    expect(verdict('layer', gpx)).toBeNull()
    expect(verdict('layer', '<!-- made -->\n<k:kml xmlns:k="x"/>')).toBe(
      'application/vnd.google-earth.kml+xml',
    )
    expect(verdict('boundary', '<kml/>')).toBeNull()
    expect(verdict('layer', zip('doc.kml'))).toBe('application/vnd.google-earth.kmz')
    expect(verdict('boundary', zip('doc.kml'))).toBe('application/zip')
  })
})

test('a Range header names one part, or is ignored', () => {
  expect(byteRange(undefined, 100)).toBeNull()
  expect(byteRange('bytes=0-9', 100)).toEqual({ start: 0, end: 9 })
  expect(byteRange('bytes=90-500', 100)).toEqual({ start: 90, end: 99 })
  expect(byteRange('bytes=40-', 100)).toEqual({ start: 40, end: 99 })
  expect(byteRange('bytes=-10', 100)).toEqual({ start: 90, end: 99 })
  expect(byteRange('bytes=-500', 100)).toEqual({ start: 0, end: 99 })
  expect(byteRange('bytes=100-', 100)).toBe('unsatisfiable')
  expect(byteRange('bytes=-0', 100)).toBe('unsatisfiable')
  for (const nonsense of ['bytes=9-3', 'bytes=-', 'bytes=0-1,4-5', 'lines=1-2', ''])
    expect(byteRange(nonsense, 100)).toBeNull()
})

test('a file keeps its name on the way to any browser', () => {
  expect(contentDisposition('attachment', 'Los Baños "1" (a).csv')).toBe(
    `attachment; filename="Los Banos _1_ (a).csv"; filename*=UTF-8''Los%20Ba%C3%B1os%20%221%22%20%28a%29.csv`,
  )
})
