import { describe, expect, test } from 'vitest'
import { metresWords, photoLine, photoRemarks } from './photo-remarks.ts'
import type { PhotoFacts } from './photos.schema.ts'

const PHOTO: PhotoFacts = {
  file_id: 1,
  name: 'a.jpg',
  site_activity_id: 2,
  indicator: '3.2.1',
  remarks: [],
  fault: null,
  place: { point: [121.5, 14.2], metres: 340 },
  taken_at: '2026-03-01T14:05:09',
  written_at: null,
  gps_at: null,
  camera: 'Narra NX-7',
}
const CONTEXT = { project_year_start: 2021, reporting_year: 2026, twin: null }
const remarks = (changes: Partial<PhotoFacts>, context: Partial<Parameters<typeof photoRemarks>[1]> = {}) =>
  photoRemarks({ ...PHOTO, place: null, ...changes }, { ...CONTEXT, ...context })
const at = (metres: number | null) => ({ place: { point: [121.5, 14.2] as [number, number], metres } })

test.each([
  [3, '3 m'],
  [47, '50 m'],
  [344, '340 m'],
  [994, '990 m'],
  [995, '1.0 km'],
  [1_234, '1.2 km'],
  [9_949, '9.9 km'],
  [9_950, '10 km'],
  [38_400, '38 km'],
  [1_234_567, '1,235 km'],
])('%i metres are %s', (metres, words) => expect(metresWords(metres)).toBe(words))

describe('the line of facts', () => {
  test('has place, dates and camera', () => {
    expect(photoLine(PHOTO)).toBe(
      '340 m outside the boundary · taken Mar 01, 2026, 14:05 · camera Narra NX-7',
    )
    expect(photoLine({ ...PHOTO, ...at(0), written_at: PHOTO.taken_at })).toMatch(
      /^inside the boundary · taken/,
    )
    expect(
      photoLine({
        ...PHOTO,
        written_at: '2026-03-02T08:00:00',
        gps_at: '2026-03-01T06:05:09.000Z',
        camera: null,
      }),
    ).toBe(
      '340 m outside the boundary · taken Mar 01, 2026, 14:05 · file written Mar 02, 2026, 08:00 · satellite time Mar 01, 2026, 14:05',
    )
  })
  test('says what is missing', () => {
    expect(photoLine({ ...PHOTO, place: null, taken_at: null, camera: null })).toBe('no place · no date')
    expect(photoLine({ ...PHOTO, ...at(null) })).toMatch(/^place not compared with the boundary yet/)
  })
})

describe('remarks', () => {
  test('a photograph inside, or as near as a receiver errs, has none', () => {
    expect([remarks(at(0)), remarks(at(50)), remarks(at(null))]).toEqual([[], [], []])
    expect(remarks(at(51))).toEqual(['Its place is 50 m outside the boundary.'])
  })
  test('what is missing is said once', () => {
    expect(remarks({ taken_at: null })).toEqual(['It names neither a place nor a date.'])
    expect(remarks({})).toEqual(['It names no place.'])
    expect(remarks({ ...at(0), taken_at: null })).toEqual(['It names no date.'])
  })
  test('a fault alone is said where nothing could be read', () => {
    expect(remarks({ fault: 'Its Exif data is damaged.', taken_at: null })).toEqual([
      'Its Exif data is damaged.',
    ])
  })
  test('years before the project and after the reporting year; both years themselves are right', () => {
    const of = (year: number, context = {}) =>
      remarks({ ...at(0), taken_at: `${year}-12-31T23:59:59` }, context)
    expect([of(2021), of(2026)]).toEqual([[], []])
    expect(of(2020)).toEqual(['It was taken in 2020; the project began in 2021.'])
    expect(of(2027)).toEqual(['It was taken in 2027, after the reporting year 2026.'])
    expect(of(2027, { reporting_year: null })).toEqual([])
  })
  test('clocks that differ by more than time zones can', () => {
    const gps = (gps_at: string) => remarks({ ...at(0), gps_at })
    expect(gps('2026-03-02T06:05:09.000Z')).toEqual([])
    expect(gps('2026-03-04T06:05:09.000Z')).toEqual([
      'The clock of its camera and that of the satellites differ by 3 days.',
    ])
  })
  test('another photograph of the same second and camera, here or in another activity', () => {
    const twin = { name: 'b.jpg', indicator: '1.1.1', other_activity: null }
    const of = (other_activity: { reporting_year: number | null } | null) =>
      remarks(at(0), { twin: { ...twin, other_activity } })
    expect(of(null)).toEqual(['b.jpg, 1.1.1, was taken in the same second with the same camera.'])
    expect(of({ reporting_year: 2025 })).toEqual([
      'b.jpg, 1.1.1 of this site’s activity of 2025, was taken in the same second with the same camera.',
    ])
    expect(of({ reporting_year: null })).toEqual([
      'b.jpg, 1.1.1 of another activity of this site, was taken in the same second with the same camera.',
    ])
  })
})
