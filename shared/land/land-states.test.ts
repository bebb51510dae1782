import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LAND_STATES } from './form-findings.ts'
import {
  accordingTo,
  consentOf,
  featureWords,
  findingWords,
  isConsent,
  isSliver,
  LAND_STATE_WORDS,
  landState,
  layerFindingWords,
  notComparedWords,
  shareWords,
} from './land-states.ts'
import { consentWords } from './land-words.ts'

const NOW = { land_layer_version_id: 7, map_kml_id: 9 }
const done = { ...NOW, state: 'done' } as const
const as = (...states: ('found' | 'explained' | 'accepted')[]) => states.map((state) => ({ state }))

test.each([
  ['never compared', null, [], 'not_checked'],
  ['compared with a version before', { ...done, land_layer_version_id: 6 }, [], 'not_checked'],
  ['compared with a map before', { ...done, map_kml_id: 8 }, [], 'not_checked'],
  ['compared before, with findings', { ...done, map_kml_id: 8 }, as('accepted'), 'not_checked'],
  ['a failed comparison', { ...NOW, state: 'failed' }, [], 'failed'],
  ['a failed comparison of a map before', { ...NOW, map_kml_id: 8, state: 'failed' }, [], 'not_checked'],
  [
    'a failed comparison, with findings of the one before',
    { ...NOW, state: 'failed' },
    as('accepted'),
    'failed',
  ],
  ['nothing', done, [], 'nothing'],
  ['one finding', done, as('found'), 'found'],
  ['one explained', done, as('explained'), 'explained'],
  ['one accepted', done, as('accepted'), 'accepted'],
  ['the least settled of many', done, as('accepted', 'explained', 'found'), 'found'],
  ['the least settled of two', done, as('accepted', 'explained'), 'explained'],
] as const)('the state of a layer: %s', (_, screening, findings, state) => {
  expect(landState(NOW, screening, findings)).toBe(state)
})

const SCREENING = fc.option(
  fc.record({
    state: fc.constantFrom('done', 'failed'),
    land_layer_version_id: fc.integer({ min: 6, max: 8 }),
    map_kml_id: fc.integer({ min: 8, max: 10 }),
  }),
)
const FINDINGS = fc.array(fc.record({ state: fc.constantFrom('found', 'explained', 'accepted') }), {
  maxLength: 5,
})

test('nothing is said to be found, or not found, unless this map was compared with this version', () => {
  fc.assert(
    fc.property(SCREENING, FINDINGS, (screening, findings) => {
      const state = landState(NOW, screening, findings)
      const isCompared =
        screening !== null && screening.land_layer_version_id === 7 && screening.map_kml_id === 9
      expect(state === 'not_checked').toBe(!isCompared)
      if (isCompared) expect(state === 'failed').toBe(screening.state === 'failed')
      if (state === 'nothing') expect([isCompared, screening?.state, findings]).toEqual([true, 'done', []])
      // no finding hides behind a more settled one
      if (findings.some((one) => one.state === 'found'))
        expect(['explained', 'accepted']).not.toContain(state)
      expect(landState(NOW, screening, findings.toReversed())).toBe(state)
    }),
  )
})

test('each state has a name of its own, and none says "no overlap"', () => {
  const names = LAND_STATES.map((state) => LAND_STATE_WORDS[state])
  expect(new Set(names).size).toBe(LAND_STATES.length)
  expect(names.join()).not.toMatch(/no overlap/i)
})

test('a sliver is small in both ways', () => {
  expect(isSliver({ overlap_ha: 0.09, share: 0.0009 })).toBe(true)
  expect(isSliver({ overlap_ha: 0.1, share: 0.0001 })).toBe(false)
  expect(isSliver({ overlap_ha: 0.01, share: 0.001 })).toBe(false)
})

test('in words', () => {
  const layer = { source: 'NCIP', source_date: '2026-03-01' }
  expect(accordingTo(layer)).toBe('NCIP, Mar 01, 2026')
  const finding = { feature_code: 'CADT R04-017', feature_name: 'Tagbanua', overlap_ha: 1012.4, share: 0.03 }
  const words = '1,012.40 ha (3 %) lie in CADT R04-017, Tagbanua, according to NCIP, Mar 01, 2026.'
  expect(findingWords(finding, accordingTo(layer))).toBe(words)
  expect(featureWords({ feature_code: null, feature_name: null })).toBe('an unnamed part')
  expect([0, 0.0004, 0.004, 0.0094, 0.0095, 0.0149, 0.5, 1].map(shareWords)).toEqual([
    'less than 0.1 %',
    'less than 0.1 %',
    '0.4 %',
    '0.9 %',
    '1 %',
    '1 %',
    '50 %',
    '100 %',
  ])
  const result = { name: 'Domains', according_to: accordingTo(layer), reason: null }
  expect(layerFindingWords({ ...result, state: 'found' }, [finding])).toEqual([`Domains: ${words}`])
  expect(notComparedWords({ ...result, state: 'nothing' })).toBeNull()
  expect(notComparedWords({ ...result, state: 'not_checked' })).toBe('Domains: not checked.')
  expect(notComparedWords({ ...result, state: 'failed', reason: 'It is too detailed.' })).toBe(
    'Domains: check failed. It is too detailed.',
  )
})

const TODAY = '2026-03-01'
const precondition = {
  kind: 'certification_precondition',
  issued_on: '2025-01-01',
  valid_until: null,
} as const

test.each([
  ['issued, without an end', {}, true],
  ['issued today, valid until today', { issued_on: TODAY, valid_until: TODAY }, true],
  ['not issued yet', { issued_on: null }, false],
  ['issued tomorrow', { issued_on: '2026-03-02' }, false],
  ['expired yesterday', { valid_until: '2026-02-28' }, false],
  ['of a kind that is no consent', { kind: 'pamb_clearance' as const }, false],
])('an instrument as a consent: %s', (_, changes, holds) => {
  expect(isConsent({ ...precondition, ...changes }, TODAY)).toBe(holds)
})

test('a consent is needed for land in an ancestral domain, and not known while domains are not compared', () => {
  const domain = (state: (typeof LAND_STATES)[number]) => ({ kind: 'ancestral_domain', state }) as const
  const other = { kind: 'protected_area', state: 'found' } as const
  expect(consentOf([], [], TODAY)).toBe('not_known')
  expect(consentOf([other], [precondition], TODAY)).toBe('not_known')
  expect(consentOf([domain('nothing'), other], [], TODAY)).toBe('none_found')
  for (const state of ['not_checked', 'failed'] as const)
    expect(consentOf([domain(state), domain('nothing')], [precondition], TODAY)).toBe('not_known')
  for (const state of ['found', 'explained', 'accepted'] as const) {
    expect(consentOf([domain(state), domain('not_checked')], [], TODAY)).toBe('missing')
    expect(consentOf([domain(state)], [precondition], TODAY)).toBe('recorded')
  }
})

test('that nothing was found in a layer of ancestral domains is no statement that no consent is needed', () => {
  const layers = [
    { name: 'Ancestral domains', kind: 'ancestral_domain' },
    { name: 'Protected areas', kind: 'protected_area' },
    { name: 'Domains of Laguna', kind: 'ancestral_domain' },
  ] as const
  expect(consentWords('none_found', layers)).toBe(
    'No land of Ancestral domains and Domains of Laguna was found here. This does not show that no consent is needed.',
  )
  expect(consentWords('missing', layers)).toBe(
    'Land lies in an ancestral domain, and no valid consent is recorded.',
  )
})
