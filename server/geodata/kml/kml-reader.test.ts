import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../lib/errors.ts'
import { kmlReader } from './kml-reader.ts'
import { kmlEncoding } from './kml-text.ts'
import { KML_LIMITS, type KmlLimits, type KmlResult } from './kml-result.ts'

const fixture = (name: string) =>
  readFileSync(new URL(`../../../tests/fixtures/kml/${name}.kml`, import.meta.url))

function read(content: Uint8Array | string, limits: Partial<KmlLimits> = {}): KmlResult {
  const reader = kmlReader({ ...KML_LIMITS, ...limits })
  reader.write(content)
  return reader.end()
}

const reasonOf = (result: KmlResult) => (result.ok ? null : result.reason)

const SQUARE = '121.2,14.1 121.21,14.1 121.21,14.11 121.2,14.1'
const polygon = (coordinates: string) =>
  `<Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon>`
const kml = (body: string) => `<kml xmlns="http://www.opengis.net/kml/2.2">${body}</kml>`
const placemark = (coordinates: string) => kml(`<Placemark>${polygon(coordinates)}</Placemark>`)

describe('a boundary', () => {
  test('is read with its corners and its name', () => {
    expect(read(fixture('valid-laguna'))).toMatchObject({
      ok: true,
      polygon_count: 1,
      vertex_count: 9,
      names: ['Mount Makiling test site'],
    })
  })

  test('keeps its holes, and its parts', () => {
    const holed = read(fixture('one-hole'))
    const parts = read(fixture('two-parts'))

    expect(holed.ok && holed.geometry.coordinates.map((rings) => rings.length)).toEqual([2])
    expect(parts.ok && parts.geometry.coordinates.map((rings) => rings.length)).toEqual([1, 1])
    expect(parts).toMatchObject({ polygon_count: 2, vertex_count: 14, names: ['Site in two parts'] })
  })

  test('is read the same in any version, prefix, folder and with a byte order mark', () => {
    const body = `<Document><Folder><Folder><Placemark>${polygon(SQUARE)}</Placemark></Folder></Folder></Document>`
    const prefixed = kml(body)
      .replaceAll(/<(\/?)(?=\w)/g, '<$1k:')
      .replace('xmlns=', 'xmlns:k=')
    const expected = read(placemark(SQUARE))

    expect(expected.ok).toBe(true)
    for (const version of [
      kml(body),
      kml(body).replace('www.opengis.net/kml/2.2', 'earth.google.com/kml/2.0'),
      kml(body).replace(/ xmlns="[^"]*"/, ''),
      prefixed,
      `\ufeff<?xml version="1.0" encoding="utf-8"?>\r\n${kml(body)}`,
      kml(body).replace(SQUARE, `<![CDATA[${SQUARE}]]>`),
    ]) {
      expect(read(version)).toEqual(expected)
    }
  })

  test('is read the same however the bytes arrive', () => {
    const bytes = Buffer.from(placemark(SQUARE).replace('<Polygon>', '<name>Los Baños</name><Polygon>'))
    const reader = kmlReader()
    for (const byte of bytes) reader.write(Uint8Array.of(byte))

    expect(reader.end()).toEqual(read(bytes))
    expect(read(bytes)).toMatchObject({ ok: true, names: ['Los Baños'] })
  })

  test('takes nothing from descriptions, tracks, links, overlays, update orders or unknown elements', () => {
    const elsewhere = polygon('121.5,14.1 121.51,14.1 121.51,14.11 121.5,14.1')
    const noise = [
      `<NetworkLink><Region>${elsewhere}</Region><Link><href>http://127.0.0.1:9/</href></Link></NetworkLink>`,
      `<NetworkLinkControl><Update><Create><Placemark>${elsewhere}</Placemark></Create></Update></NetworkLinkControl>`,
      `<Lot_12>${elsewhere}</Lot_12>`,
      `<Placemark><Track><when>2026</when><coord>121 14 0</coord></Track><description><![CDATA[<script>x</script>]]></description></Placemark>`,
      `<GroundOverlay><LatLonBox>${elsewhere}</LatLonBox></GroundOverlay>`,
      '<Placemark><Point><coordinates>0,0</coordinates></Point></Placemark>',
    ].join('')

    expect(read(kml(`${noise}<Placemark>${polygon(SQUARE)}</Placemark>${noise}`))).toEqual(
      read(placemark(SQUARE)),
    )
  })

  test('whose ends miss each other by less than a metre is closed', () => {
    const result = read(placemark(SQUARE.replace(/121.2,14.1$/, '121.2000001,14.1000001')))
    expect(result.ok && result.geometry.coordinates[0]?.[0]?.at(-1)).toEqual([121.2, 14.1])
  })
})

test.each([
  ['ring-root', 'damaged', 'The file is not a KML document: it does not begin with a kml element.'],
  ['truncated', 'damaged', 'The file ends too early: part of it is missing; export the boundary again.'],
  [
    'doctype',
    'not_kml',
    /^The file contains a DOCTYPE, which KML does not use and which is refused for safety/,
  ],
  ['latin-1', 'not_kml', 'The file is not encoded in UTF-8; save it again as UTF-8.'],
  [
    'path-only',
    'no_boundary',
    /^No polygon was found in the file: it contains only a path; draw the boundary as a polygon/,
  ],
  ['points-only', 'no_boundary', /^No polygon was found in the file: it contains only points/],
  [
    'network-link-only',
    'no_boundary',
    /^No polygon was found in the file: it contains only a network link to another file/,
  ],
  [
    'old-schema',
    'no_boundary',
    'No polygon was found in the file; draw the boundary as a polygon and export it again.',
  ],
  ['swapped', 'no_boundary', /^Longitude and latitude are swapped \(14\.1402, 121\.1912\)/],
  ['utm-metres', 'no_boundary', /^The coordinates \(304700\.2, 1563901\.4\) look like metres, as in UTM/],
  [
    'outside-philippines',
    'no_boundary',
    /^The boundary lies outside the Philippines \(a point is at longitude 103\.2, latitude 18\.1\)/,
  ],
  [
    'unclosed-ring',
    'no_boundary',
    /^The boundary is not closed: it starts at 121\.1912, 14\.1402 and ends at 121\.1898, 14\.1356/,
  ],
  [
    'non-numeric',
    'no_boundary',
    'The point "north,14.15" in the boundary is not longitude,latitude in decimal degrees.',
  ],
  [
    'one-number',
    'no_boundary',
    'The point "121.20," in the boundary is not longitude,latitude in decimal degrees.',
  ],
  [
    'two-corners',
    'no_boundary',
    'A polygon in the file has fewer than three corners, so it encloses no land.',
  ],
  ['no-points', 'no_boundary', 'A polygon in the file has no points.'],
])('%s.kml is refused with one sentence', (name, kind, reason) => {
  const result = read(fixture(name))

  expect(result).toMatchObject({ ok: false, kind })
  if (typeof reason === 'string') expect(reasonOf(result)).toBe(reason)
  else expect(reasonOf(result)).toMatch(reason)
})

test.each([
  ['nothing', '', 'The file is empty.'],
  ['a zip', 'PK\u0003\u0004 then much more', 'The file is not a KML document.'],
  ['JSON', '{"type":"FeatureCollection"}', 'The file is not a KML document.'],
  ['a few spaces', '   ', 'The file is not a KML document.'],
  [
    'a web page',
    '<html><body><p>Sign in</p></body></html>',
    'The file is not a KML document: it does not begin with a kml element.',
  ],
  [
    'UTF-16',
    Buffer.from(`\ufeff${placemark(SQUARE)}`, 'utf16le'),
    'The file is not encoded in UTF-8; save it again as UTF-8.',
  ],
  [
    'crossed tags',
    kml('\n<Document>\n</Folder>'),
    'Line 3 of the map is not XML; correct it, or export the boundary again.',
  ],
  [
    'an unknown entity',
    kml('<Placemark><name>&who;</name></Placemark>'),
    'Line 1 of the map has an "&" that is not valid in XML; write it as "&amp;", or export the boundary again.',
  ],
  [
    'text after the end',
    `${placemark(SQUARE)} and more`,
    'Line 1 of the map is not XML; correct it, or export the boundary again.',
  ],
  [
    'degrees with decimal commas',
    placemark('121,2 14,1 121,21 121,2'),
    /^The boundary lies outside the Philippines/,
  ],
  [
    'no place on earth',
    placemark('121.2,214.1 121.3,14.1 121.3,14.2 121.2,214.1'),
    /^The point 121\.2, 214\.1 is not a place on earth/,
  ],
  [
    'only an image',
    kml('<GroundOverlay><name>Scan</name></GroundOverlay>'),
    /only an image laid over the map/,
  ],
  [
    'only a track',
    kml('<Placemark><gx:Track><gx:coord>121 14 0</gx:coord></gx:Track></Placemark>'),
    /only a GPS track/,
  ],
  [
    'a polygon without a ring',
    kml('<Placemark><Polygon><extrude>1</extrude></Polygon></Placemark>'),
    'A polygon in the file has no outer boundary.',
  ],
  [
    'two outer rings',
    kml(`<Placemark>${polygon(SQUARE).replace(/<outer.*Is>/, '$&$&')}</Placemark>`),
    /two outer boundaries/,
  ],
])('%s is refused with one sentence', (_, content, reason) => {
  if (typeof reason === 'string') expect(reasonOf(read(content))).toBe(reason)
  else expect(reasonOf(read(content))).toMatch(reason)
})

describe('limits', () => {
  test('of size: the last byte is taken, one more is not', () => {
    const content = Buffer.from(placemark(SQUARE))
    expect(read(content, { bytes: content.length }).ok).toBe(true)
    expect(read(content, { bytes: content.length - 1 })).toEqual({
      ok: false,
      kind: 'too_much',
      reason: 'File size exceeds the maximum limit of 50MB.',
    })
  })

  test('of placemarks', () => {
    const many = (count: number) => kml(`<Placemark>${polygon(SQUARE)}</Placemark>`.repeat(count))
    expect(read(many(5_000))).toMatchObject({ ok: true, polygon_count: 5_000 })
    expect(reasonOf(read(many(5_001)))).toBe(
      'The file contains more than 5,000 placemarks; export only the boundary of this site.',
    )
    expect(reasonOf(read(many(60_000)))).toMatch(/more than 5,000 placemarks/)
  })

  test('of vertices, counted over all rings', () => {
    const two = kml(`<Placemark>${polygon(SQUARE)}</Placemark>`.repeat(2))
    expect(read(two, { vertices: 8 })).toMatchObject({ ok: true, vertex_count: 8 })
    expect(reasonOf(read(two, { vertices: 7 }))).toBe(
      'The boundary has more than 7 points; simplify it and export it again.',
    )
  })

  test('of depth', () => {
    const nested = (depth: number) => kml('<Folder>'.repeat(depth - 1) + '</Folder>'.repeat(depth - 1))
    expect(reasonOf(read(nested(64)))).toMatch(/^No polygon/)
    expect(reasonOf(read(nested(65)))).toBe('The file nests its elements more than 64 levels deep.')
    expect(reasonOf(read(`${kml('').slice(0, -6)}${'<x>'.repeat(20_000)}`))).toMatch(/more than 64 levels/)
  })

  test('of time', () => {
    expect(reasonOf(read(placemark(SQUARE), { deadline_ms: -1 }))).toBe(
      'The file takes too long to read; simplify the boundary and export it again.',
    )
  })
})

test('bytes changed at random never break the reader: it answers, with a boundary in the country or a sentence', () => {
  const sources = ['valid-laguna', 'two-parts', 'doctype', 'network-link-only'].map(fixture)
  const change = fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }), cut: fc.boolean() })

  fc.assert(
    fc.property(
      fc.constantFrom(...sources),
      fc.array(change, { minLength: 1, maxLength: 6 }),
      (source, changes) => {
        let bytes = Buffer.from(source)
        for (const { at, byte, cut } of changes) {
          bytes[at % bytes.length] = byte
          if (cut && at % 7 === 0) bytes = bytes.subarray(0, 1 + (at % bytes.length))
        }
        const result = read(bytes)
        if (!result.ok) {
          expect(result.reason).toMatch(/^[A-Z][^\n]*\.$/)
          return
        }
        for (const [lon, lat] of result.geometry.coordinates.flat(2)) {
          expect(lon).toBeGreaterThanOrEqual(116)
          expect(lon).toBeLessThanOrEqual(127.5)
          expect(lat).toBeGreaterThanOrEqual(4.5)
          expect(lat).toBeLessThanOrEqual(21.5)
        }
      },
    ),
    { numRuns: 2_000 },
  )
})

describe('[S-137] what tools write that is not quite right', () => {
  const of = (coordinates: string) => read(placemark(coordinates))
  const expected = of(SQUARE)

  test.each([
    ['leading commas', SQUARE.replaceAll(/(^| )/g, '$1,')],
    ['trailing commas', SQUARE.replaceAll(/( |$)/g, ',$1')],
    ['two commas in a row', SQUARE.replaceAll(/(\d),/g, '$1,,')],
    ['commas that stand alone', SQUARE.replaceAll(' ', ' , ')],
    ['a blank behind each comma', SQUARE.replaceAll(',', ', ')],
    ['altitudes that are no numbers', SQUARE.replaceAll(/( |$)/g, ',nan$1')],
    ['altitudes beyond all numbers', SQUARE.replaceAll(/( |$)/g, ',-1.#IND00$1')],
    ['altitudes that are empty', SQUARE.replaceAll(/( |$)/g, ',,$1')],
  ])('%s are read as if they were not there', (_, coordinates) => {
    expect(expected.ok).toBe(true)
    expect(of(coordinates)).toEqual(expected)
  })

  test.each([
    [
      'commas alone between all numbers',
      SQUARE.replaceAll(' ', ',0,'),
      /has more than longitude, latitude and/,
    ],
    ['nothing but commas', ',,, ,,', /^A polygon in the file has no points\.$/],
    [
      'a longitude that is no number',
      SQUARE.replace('121.2', 'nan'),
      /^The point "nan,14\.1" in the boundary/,
    ],
    [
      'degrees, minutes and seconds',
      `121°12′30″E,14°6'0"N 121,14 121,15`,
      /^The point "121°12′30″E,14°6'0"N" in the boundary is not longitude,latitude in decimal degrees\.$/,
    ],
  ])('%s are one sentence', (_, coordinates, reason) => {
    expect(reasonOf(of(coordinates))).toMatch(reason)
  })

  test.each([
    [
      'a control character',
      kml('\n<name>\u0001</name>'),
      /^Line 2 of the map has an invisible control character/,
    ],
    [
      'one in an attribute',
      kml('\n\n<name id="\u000b"/>'),
      /^Line 3 of the map has an invisible control character/,
    ],
    ['a bare &', kml('\n<name>Coco & Sons</name>\n\n'), /^Line 2 of the map has an "&"/],
    ['one at the end of its line', kml('\n<name>Coco &\n;Sons</name>'), /^Line 2 of the map has an "&"/],
    ['one before the end of the file', kml('\n<a>&</a>'), /^Line 2 of the map has an "&"/],
    ['one in an address', kml('\n\n<href>a?b=1&c=2;</href>'), /^Line 3 of the map has an "&"/],
    ['a line of text before it', `Exported by a tool\n${kml('')}`, /^Line 1 of the map is not XML/],
    [
      'one behind empty lines',
      `\n\n<?xml version="1.0"?>\n${kml('<a></b>')}`,
      /^Line 4 of the map is not XML/,
    ],
    ['one behind its end', `${kml('')}\n\nexit`, /^Line 3 of the map is not XML/],
  ])('%s is named with its line', (_, content, reason) => {
    expect(reasonOf(read(content))).toMatch(reason)
  })

  test('an & in what is passed over as it stands is none', () => {
    const noise = '<description><![CDATA[A & B<br>]]></description><!-- C & D --><Style id="A&amp;B"/>'
    expect(read(kml(`${noise}<Placemark>${polygon(SQUARE)}</Placemark>`))).toEqual(expected)
  })

  test('empty lines before the declaration are no fault', () => {
    expect(read(`\r\n \n<?xml version="1.0" encoding="UTF-8"?>\n${placemark(SQUARE)}`)).toEqual(expected)
  })
})

describe('[S-137] the letters of a file', () => {
  const named = (declared: string) =>
    `<?xml version="1.0"${declared && ` encoding="${declared}"`}?>${placemark(SQUARE).replace('<Polygon>', '<name>Sitio Doña Aurora</name><Polygon>')}`
  const encodingOf = (bytes: Uint8Array) => {
    const letters = kmlEncoding()
    for (const byte of bytes) letters.write(Uint8Array.of(byte))
    return letters.end()
  }
  const big = (text: string) => Buffer.from(text, 'utf16le').swap16()

  test.each([
    ['UTF-8, whatever it declares', Buffer.from(named('utf-16')), 'utf-8'],
    ['UTF-8 that calls itself ISO-8859-1', Buffer.from(named('ISO-8859-1')), 'utf-8'],
    ['UTF-8 that calls itself nonsense', Buffer.from(named('x-klingon')), 'utf-8'],
    ['ISO-8859-1', Buffer.from(named('ISO-8859-1'), 'latin1'), 'windows-1252'],
    ['windows-1252', Buffer.from(named('windows-1252'), 'latin1'), 'windows-1252'],
    ['UTF-16 with its mark', Buffer.from(`\ufeff${named('UTF-16')}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 of the other order', big(`\ufeff${named('UTF-16')}`), 'utf-16be'],
    ['UTF-16 without a mark', Buffer.from(named('UTF-16'), 'utf16le'), 'utf-16le'],
    ['UTF-16 of the other order without a mark', big(named('')), 'utf-16be'],
    ['UTF-16 that says it is UTF-8', Buffer.from(`\ufeff${named('UTF-8')}`, 'utf16le'), 'utf-16le'],
  ])('%s', (_, bytes, encoding) => {
    expect(encodingOf(bytes)).toBe(encoding)
    const reader = kmlReader(KML_LIMITS, encoding)
    for (let at = 0; at < bytes.length; at += 7) reader.write(bytes.subarray(at, at + 7))
    expect(reader.end()).toMatchObject({ ok: true, names: ['Sitio Doña Aurora'] })
  })

  test('windows-1252 has quotes and dashes where Latin-1 has nothing', () => {
    const bytes = Buffer.from(
      named('windows-1252').replace('Doña Aurora', '\x93Doña\x94 \x96 \x80'),
      'latin1',
    )
    const reader = kmlReader(KML_LIMITS, encodingOf(bytes))
    reader.write(bytes)
    expect(reader.end()).toMatchObject({ ok: true, names: ['Sitio “Doña” – €'] })
  })

  test('that are not those it declares, nor UTF-8, are not guessed', () => {
    for (const declared of ['', 'UTF-8', 'utf-16', 'x-klingon'])
      expect(() => encodingOf(Buffer.from(named(declared), 'latin1')), declared).toThrow(AppError)
  })
})
