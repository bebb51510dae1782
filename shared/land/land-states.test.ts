import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FindingConsent, LAND_STATES, type LandState } from './form-findings.ts'
import {
  accordingTo,
  consentOf,
  coverageWords,
  featureWords,
  findingWords,
  isSliver,
  LAND_STATE_WORDS,
  isCovered,
  landState,
  layerFindingWords,
  notComparedWords,
  uncoveredKinds,
  shareWords,
} from './land-states.ts'
import { consentComplaints, consentLabel, consentWords } from './land-words.ts'

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

test('the worst that is on record counts, and nothing is known while domains are not compared', () => {
  type Layer = Parameters<typeof consentOf>[0][number]
  const domain = (state: Layer['state'], ...consents: FindingConsent[]): Layer => ({
    kind: 'ancestral_domain',
    state,
    findings: consents.map((consent) => ({ consent })),
  })
  const park: Layer = { kind: 'protected_area', state: 'found', findings: [{ consent: null }] }
  expect(consentOf([])).toBe('not_known')
  expect(consentOf([park])).toBe('not_known')
  expect(consentOf([domain('nothing'), park])).toBe('none_found')
  for (const state of ['not_checked', 'failed'] as const) {
    expect(consentOf([domain(state), domain('nothing')])).toBe('not_known')
    // what the comparison before has found stands until there is another
    expect(consentOf([domain(state, 'missing')])).toBe('missing')
  }
  expect(consentOf([domain('found', 'recorded'), domain('not_checked')])).toBe('recorded')
  expect(consentOf([domain('found', 'recorded', 'missing')])).toBe('missing')
  expect(consentOf([domain('found', 'missing', 'recorded', 'objection')])).toBe('objection')
  expect(consentOf([{ ...park, findings: [{ consent: 'objection' }] }])).toBe('objection')
})

test('[S-161] what is on record is said of each land by name, an objection first', () => {
  const land = (name: string, consent: FindingConsent | null) => ({
    feature_code: null,
    feature_name: name,
    consent,
  })
  const layers = [
    {
      name: 'Domains',
      kind: 'ancestral_domain' as const,
      state: 'found' as const,
      findings: [land('Pangil', 'recorded'), land('Rizal', 'missing'), land('Paete', 'objection')],
    },
    {
      name: 'Parks',
      kind: 'protected_area' as const,
      state: 'found' as const,
      findings: [land('Banahaw', null)],
    },
  ]
  const both = ['An objection is on record for Paete.', 'Consent is missing for Rizal.']
  expect(consentComplaints(layers)).toEqual(both)
  expect(consentWords('objection', layers)).toBe(`${both.join(' ')} Consent is recorded for Pangil.`)
  expect(
    consentLabel(
      'missing',
      ['A', 'B', 'C', 'D', 'E'].map((name) => land(name, 'missing')),
    ),
  ).toBe('Consent is missing for A, B, C and 2 more')
  expect(consentLabel('missing', [])).toBeNull()
})

test('that nothing was found in a layer of ancestral domains is no statement that no consent is needed', () => {
  const layers = [
    { name: 'Ancestral domains', kind: 'ancestral_domain', state: 'nothing', findings: [] },
    { name: 'Protected areas', kind: 'protected_area', state: 'nothing', findings: [] },
    { name: 'Domains of Laguna', kind: 'ancestral_domain', state: 'nothing', findings: [] },
    { name: 'Domains of Quezon', kind: 'ancestral_domain', state: 'not_covered', findings: [] },
  ] as const
  expect(consentWords('none_found', layers)).toBe(
    'No land of Ancestral domains and Domains of Laguna was found here. This does not show that no consent is needed.',
  )
})

test('[S-162] where a version covers other places, its state is "not covered", never "nothing found"', () => {
  const laguna = { region_id: 6, province_id: 27 }
  const covers = (covers_regions: number[] | null, covers_provinces: number[] | null) =>
    isCovered({ covers_regions, covers_provinces }, laguna)
  expect([covers(null, null), covers([6], []), covers([], [27])]).toEqual([true, true, true])
  expect([covers([5], [26]), covers([], [])]).toEqual([false, false])
  // the capital region has no provinces
  expect(isCovered({ covers_regions: [1], covers_provinces: [] }, { region_id: 1, province_id: null })).toBe(
    true,
  )
  for (const screening of [null, done]) expect(landState(NOW, screening, [], false)).toBe('not_covered')
  expect(landState(NOW, done, as('found'), false)).toBe('found')

  const domain = (state: LandState, name = 'Domains') =>
    ({ name, kind: 'ancestral_domain', state, findings: [] }) as const
  const other = { name: 'Parks', kind: 'protected_area', state: 'nothing', findings: [] } as const
  expect(uncoveredKinds([domain('not_covered'), other])).toEqual(['ancestral_domain'])
  expect(uncoveredKinds([domain('not_covered'), domain('nothing'), other])).toEqual([])
  expect(consentOf([domain('not_covered'), domain('nothing')])).toBe('none_found')
  expect(consentOf([domain('not_covered'), other])).toBe('not_known')
  expect(consentWords('not_known', [domain('not_covered'), other])).toBe(
    'Whether a consent is needed is not known: no layer of ancestral domains covers this place.',
  )
  expect(coverageWords(['Laguna', 'Quezon'])).toBe('Laguna and Quezon')
  expect(coverageWords(null)).toBe('the whole country')
})
