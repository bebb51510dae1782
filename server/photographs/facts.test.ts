import { describe, expect, test } from 'vitest'
import { at, exifBlock, writer } from '../../tests/support/records/exif.ts'
import { factsOf, NO_FACTS } from './facts.ts'

const withHead = (block: Buffer) => Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), block])

describe.each(['MM', 'II'] as const)('in the byte order %s', (order) => {
  test.each([
    [121.5083, 14.2083],
    [-70.2, -33.45],
    [151.2093, -33.8688],
    [-122.4194, 37.7749],
  ])('the place %f, %f is read in its hemispheres', (lon, lat) => {
    const { longitude, latitude, fault } = factsOf(withHead(exifBlock({ order, ...at(lon, lat) })))
    expect(longitude).toBeCloseTo(lon, 5)
    expect(latitude).toBeCloseTo(lat, 5)
    expect(fault).toBe(null)
  })

  test('three dates and the camera are read, and nothing else', () => {
    const facts = factsOf(
      exifBlock({
        order,
        taken: '2026:03:01 14:05:09',
        written: '2026:03:02 08:00:00',
        make: 'Narra Optics',
        model: 'NX-7',
        gps: {
          day: '2026:03:01',
          time: [
            [6, 1],
            [5, 1],
            [9, 1],
          ],
        },
      }),
    )
    expect(facts).toEqual({
      longitude: null,
      latitude: null,
      fault: null,
      camera: 'Narra Optics NX-7',
      taken_at: '2026-03-01T14:05:09',
      written_at: '2026-03-02T08:00:00',
      gps_at: '2026-03-01T06:05:09.000Z',
    })
    expect(JSON.stringify(facts)).not.toMatch(/SERIAL|Isabel/)
  })
})

describe('a place that is none', () => {
  const place = (latitude: [[number, number][], string], longitude: [[number, number][], string]) => {
    const { longitude: lon, latitude: lat, fault } = factsOf(exifBlock({ latitude, longitude }))
    expect(fault).toBe(null)
    return [lon, lat]
  }
  const NONE = [null, null]
  const E: [[number, number][], string] = [
    [
      [121, 1],
      [30, 1],
      [0, 1],
    ],
    'E',
  ]
  const N: [[number, number][], string] = [
    [
      [14, 1],
      [12, 1],
      [0, 1],
    ],
    'N',
  ]

  test('a control: both halves are right', () => {
    expect(place(N, E)).toEqual([121.5, 14.2])
  })
  test('0, 0 is what a receiver without a position writes', () => {
    expect(
      place(
        [
          [
            [0, 1],
            [0, 1],
            [0, 1],
          ],
          'N',
        ],
        [
          [
            [0, 1],
            [0, 1],
            [0, 1],
          ],
          'E',
        ],
      ),
    ).toEqual(NONE)
  })
  test('the equator and Greenwich alone are places', () => {
    expect(
      place(
        [
          [
            [0, 1],
            [0, 1],
            [0, 1],
          ],
          'N',
        ],
        E,
      ),
    ).toEqual([121.5, 0])
    expect(
      place(N, [
        [
          [0, 1],
          [0, 1],
          [0, 1],
        ],
        'W',
      ]),
    ).toEqual([0, 14.2])
  })
  test.each([
    [
      'nought by nought',
      [
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    ],
    [
      'minutes of nought by nought',
      [
        [14, 1],
        [0, 0],
        [0, 1],
      ],
    ],
    [
      'one by nought',
      [
        [1, 0],
        [0, 1],
        [0, 1],
      ],
    ],
    [
      '91 degrees',
      [
        [91, 1],
        [0, 1],
        [0, 1],
      ],
    ],
    [
      '61 minutes',
      [
        [14, 1],
        [61, 1],
        [0, 1],
      ],
    ],
    [
      'the most that fits',
      [
        [4_294_967_295, 1],
        [0, 1],
        [0, 1],
      ],
    ],
    [
      'four parts',
      [
        [14, 1],
        [1, 1],
        [1, 1],
        [1, 1],
      ],
    ],
  ] as [string, [number, number][]][])('%s', (_name, parts) => {
    expect(place([parts, 'N'], E)).toEqual(NONE)
  })
  test.each(['', 'X', '14'])('the hemisphere %j', (hemisphere) => {
    expect(place([N[0], hemisphere], E)).toEqual(NONE)
  })
  test('one half of it', () => {
    expect(factsOf(exifBlock({ latitude: N }))).toEqual(NO_FACTS)
  })
  test('parts that lie outside the block', () => {
    const { ascii, block } = writer('MM')
    const far = { tag: 2, type: 5, count: 3, value: Buffer.alloc(24) }
    const bytes = block([], [], [ascii(1, 'N'), far, ascii(3, 'E'), { ...far, tag: 4 }]).subarray(0, -30)
    expect(factsOf(bytes)).toMatchObject({ longitude: null, latitude: null })
  })
})

describe('a date that is none', () => {
  test.each([
    '0000:00:00 00:00:00',
    '2026:02:31 10:00:00',
    '2026:13:01 10:00:00',
    '2026:03:01 25:00:00',
    '    :  :     :  :  ',
    '2026-03-01 10:00:00',
    '1970:01:01 00:00:00',
    '',
  ])('%j', (taken) => expect(factsOf(exifBlock({ taken })).taken_at).toBe(null))
  test.each([
    [
      '2026:02:31',
      [
        [6, 1],
        [0, 1],
        [0, 1],
      ],
    ],
    [
      '2026:03:01',
      [
        [24, 1],
        [0, 1],
        [0, 1],
      ],
    ],
    [
      '2026:03:01',
      [
        [0, 0],
        [0, 1],
        [0, 1],
      ],
    ],
    [
      '2026:03:01',
      [
        [6, 1],
        [0, 1],
      ],
    ],
    [
      '',
      [
        [6, 1],
        [0, 1],
        [0, 1],
      ],
    ],
  ] as [string, [number, number][]][])('of the satellites: %s %j', (day, time) => {
    expect(factsOf(exifBlock({ gps: { day, time } })).gps_at).toBe(null)
  })
})

test('the maker is named once, and a name is a line of at most 100 letters', () => {
  const camera = (make: string, model: string) => factsOf(exifBlock({ make, model })).camera
  expect(camera('Canon', 'Canon EOS 5D')).toBe('Canon EOS 5D')
  expect(camera('Canon', '')).toBe('Canon')
  expect(camera('', ' \u0007 ')).toBe(null)
  expect(camera('<b>', 'x\r\n=cmd')).toBe('<b> x =cmd')
  expect(camera('', 'x'.repeat(400))).toHaveLength(100)
})

describe('a block that cannot be read', () => {
  test('none at all is no fault', () => {
    expect(factsOf(undefined)).toEqual(NO_FACTS)
  })
  test.each([
    ['empty', Buffer.alloc(0)],
    ['of letters', Buffer.from('not Exif at all')],
    ['of one byte order mark', Buffer.from('MM')],
  ])('one that is %s has a fault', (_name, block) => {
    expect(factsOf(block)).toEqual({ ...NO_FACTS, fault: 'Its Exif data is damaged.' })
  })
  test('one above 64 KB is not read', () => {
    expect(factsOf(Buffer.alloc(65_537, 0x4d)).fault).toBe('Its Exif data is larger than 64 KB.')
  })
  test('cut anywhere, it never throws and never invents a place', () => {
    const whole = exifBlock({
      ...at(121.5083, 14.2083),
      taken: '2026:03:01 14:05:09',
      make: 'Narra',
      model: 'NX-7',
    })
    for (let length = 0; length <= whole.length; length += 1) {
      const { longitude, latitude } = factsOf(whole.subarray(0, length))
      if (longitude !== null) expect(longitude).toBeCloseTo(121.5083, 5)
      if (latitude !== null) expect(latitude).toBeCloseTo(14.2083, 5)
    }
  })
  test('directories that lead to themselves end', () => {
    const { short, long, pointer, directory } = writer('II')
    const loop = directory([pointer(0x8769, 8), pointer(0x8825, 8), pointer(0xa005, 8)], 8)
    loop.writeUInt32LE(8, loop.length - 4)
    expect(factsOf(Buffer.concat([Buffer.from('II'), short(42), long(8), loop]))).toMatchObject({
      longitude: null,
    })
  })
})
