import { expect, test } from 'vitest'
import type { Finding, LandReport } from '../../shared/land/findings.schema.ts'
import type { PhotoFacts } from '../../shared/land/photos.schema.ts'
import { landOnMap, photosOnMap } from './map-content.ts'

const drawing = { type: 'MultiPolygon' as const, coordinates: [] }
const finding: Finding = {
  id: 5,
  layer_id: 1,
  feature_code: 'CADT 17',
  feature_name: 'Tagbanua',
  overlap_ha: 12.4,
  share: 0.03,
  state: 'found',
  since: '2031-01-01T00:00:00Z',
  accepted_levels: [],
  consent: null,
  requests: [],
  steps: [],
}
const report: LandReport = {
  consent: 'missing',
  layers: [
    {
      layer_id: 1,
      kind: 'ancestral_domain',
      name: 'Domains',
      according_to: 'NCIP, 1 March 2026',
      state: 'found',
      reason: null,
      checked_at: null,
      findings: [finding],
    },
    {
      layer_id: 2,
      kind: 'protected_area',
      name: 'Parks',
      according_to: 'DENR, 1 May 2025',
      state: 'nothing',
      reason: null,
      checked_at: null,
      findings: [],
    },
  ],
}

test('drawings come under the names of their layers and findings; a layer without any is not on the map', () => {
  const features = [
    { layer_id: 1, code: 'CADT 17', name: 'Tagbanua', drawing },
    { layer_id: 1, code: null, name: null, drawing },
    // of a layer that was added between the two calls
    { layer_id: 9, code: 'X', name: 'X', drawing },
  ]
  const shared = [
    { finding_id: 5, drawing },
    { finding_id: 99, drawing },
  ]
  const land = landOnMap(report, { features, shared, complete: false })
  expect(land.layers.map(({ name, features: all }) => [name, all.map(({ words }) => words)])).toEqual([
    ['Domains', ['Domains: CADT 17, Tagbanua', 'Domains: an unnamed part']],
  ])
  expect(land.shared).toEqual([
    { drawing, layer: 'Domains', words: 'CADT 17, Tagbanua', overlap_ha: 12.4, share: 0.03 },
  ])
  expect(land.complete).toBe(false)
})

test('a photograph without a place is not on the map, and where the others lie is said in words', () => {
  const photo = (file_id: number, metres: number | null): PhotoFacts => ({
    file_id,
    name: `p${file_id}.jpg`,
    site_activity_id: 1,
    indicator: '3.2.1',
    taken_at: null,
    written_at: null,
    gps_at: null,
    camera: null,
    fault: null,
    remarks: [],
    place: { point: [121, 14], metres },
  })
  const photos = [
    photo(1, 0),
    photo(2, 340.4),
    photo(3, 12_345),
    photo(4, null),
    { ...photo(5, 0), place: null },
  ]
  const { points, more } = photosOnMap(photos, 7)
  expect(points.map(({ where }) => where)).toEqual([
    'Inside the boundary',
    '340 m outside the boundary',
    '12 km outside the boundary',
    'Not compared with a boundary',
  ])
  expect(more).toBe(2)
})
