import { expect, test } from 'vitest'
import { warningLabels } from './warning-labels.ts'

test('nothing is told where nothing is wrong', () => {
  expect(warningLabels([])).toEqual([])
})

test('warnings are told in one order, however they are stored', () => {
  expect(
    warningLabels([
      { code: 'quarantined', params: { files: 1 } },
      { code: 'overlaps', params: { sites: 10 } },
      { code: 'too_small', params: {} },
      { code: 'other_kind', params: { kind: 'newer kind', count: 1 } },
      { code: 'area_differs', params: { declared_ha: 478, drawn_ha: 4302.4 } },
    ]),
  ).toEqual([
    '478 ha declared, 4,302 ha drawn',
    'Very small for a site',
    '1 other warning',
    'Overlaps 10 other sites',
    '1 file did not pass the virus check',
  ])
})

test('more overlaps than are listed are told without their number', () => {
  expect(warningLabels([{ code: 'overlaps', params: { sites: 101 } }])).toEqual([
    'Overlaps more than 100 other sites',
  ])
})

test('findings and layers are counted, kinds of land named, and land with a consent missing from the largest on', () => {
  const land = (finding_id: number, overlap_ha: number) => ({
    finding_id,
    overlap_ha,
    feature_code: `CADT-${finding_id}`,
    feature_name: null,
  })
  expect(
    warningLabels([
      { code: 'consent_missing', params: land(1, 2) },
      { code: 'consent_missing', params: land(2, 12) },
      { code: 'land_not_covered', params: { kind: 'tenure' } },
      { code: 'land_not_covered', params: { kind: 'protected_area' } },
      { code: 'land_open', params: { finding_id: 1, turn: 'office' } },
      { code: 'land_open', params: { finding_id: 2, turn: 'FMB' } },
      { code: 'land_not_checked', params: { layer_id: 3 } },
    ]),
  ).toEqual([
    '2 open findings on the land',
    'Not checked against 1 layer of land',
    'No layer of land covers it: Protected area, Tenure',
    'Consent is missing for CADT-2 and CADT-1',
  ])
})
