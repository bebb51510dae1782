import { expect, test } from 'vitest'
import { NEW_REVIEW, submitted } from '../review/review-chain.ts'
import { warningLabels } from '../review/warning-labels.ts'
import { type SiteWarningFacts, siteWarnings } from './site-warnings.ts'

type Boundary = NonNullable<SiteWarningFacts['boundary']>
const BOUNDARY: Boundary = {
  drawn_ha: 480,
  kinds: [],
  overlaps: 0,
  is_part: false,
  overlap_state: 'measured',
}
const FACTS: SiteWarningFacts = {
  review: submitted(NEW_REVIEW),
  declared_ha: 478,
  boundary: BOUNDARY,
  layers: [],
  quarantined: 0,
}
const labels = (facts: Partial<SiteWarningFacts>) => warningLabels(siteWarnings({ ...FACTS, ...facts }))
const ofBoundary = (boundary: Partial<Boundary>) => labels({ boundary: { ...BOUNDARY, ...boundary } })

test('a boundary is warned of as it is now, and each kind of warning once', () => {
  expect(labels({})).toEqual([])
  expect(labels({ boundary: null })).toEqual(['No boundary is drawn'])
  expect(ofBoundary({ drawn_ha: 4302.4, kinds: ['area_differs', 'too_small', 'too_small'] })).toEqual([
    '478 ha declared, 4,302 ha drawn',
    'Very small for a site',
  ])
  expect(ofBoundary({ kinds: ['area_differs', 'overlap'] })).toEqual([])
  // a kind that has no words of its own is told all the same
  expect(ofBoundary({ kinds: ['newer kind', 'outside_region', 'newer kind'] })).toEqual([
    'Outside its region',
    '2 other warnings',
  ])
})

test('[S-139] overlaps that were not all looked for are a warning of their own', () => {
  expect(ofBoundary({ overlap_state: 'waiting' })).toEqual(['Overlaps are still being computed'])
  const part = 'Overlaps could not all be checked'
  expect(ofBoundary({ overlap_state: 'tangled' })).toEqual([part])
  expect(ofBoundary({ overlap_state: 'part', overlaps: 1 })).toEqual(['Overlaps 1 other site', part])
  expect(ofBoundary({ is_part: true })).toEqual([part])
})

test('[S-163] land is open while it is the turn of somebody, and a layer counts where there is a boundary to compare', () => {
  const finding = {
    id: 7,
    feature_code: 'CADT-1',
    feature_name: null,
    overlap_ha: 3,
    state: 'explained' as const,
    accepted_levels: [],
    consent: 'missing' as const,
  }
  const layer = { layer_id: 1, kind: 'ancestral_domain' as const, state: 'explained' as const }
  const layers = [
    { ...layer, findings: [finding] },
    { ...layer, layer_id: 2, kind: 'tenure' as const, state: 'not_checked' as const, findings: [] },
    { ...layer, layer_id: 3, kind: 'other' as const, state: 'not_covered' as const, findings: [] },
  ]
  expect(siteWarnings({ ...FACTS, layers })).toContainEqual({
    code: 'land_open',
    params: { finding_id: 7, turn: 'PENRO' },
  })
  const consent = 'Consent is missing for CADT-1'
  expect(labels({ layers })).toEqual([
    '1 open finding on the land',
    'Not checked against 1 layer of land',
    'No layer of land covers it: Other',
    consent,
  ])
  const returned = { ...FACTS.review, site_status: 'Returned' as const }
  expect(labels({ layers, review: returned, boundary: null })).toEqual(['No boundary is drawn', consent])
})
