import { describe, expect, test } from 'vitest'
import { replayed } from './finding-steps.ts'
import type { Finding, FindingAction, FindingStep, LayerResult } from './findings.schema.ts'
import { consentOf, coveredInstead, kindNames, notComparedWords } from './land-states.ts'
import { consentComplaints, consentWords, layerWords, nothingFoundWords } from './land-words.ts'
import {
  acceptedWords,
  acceptancesOf,
  explanationOf,
  isOpenFor,
  openFindings,
  openNames,
  uncheckedLayers,
} from './open-findings.ts'

const step = (action: FindingAction, level: FindingStep['level'] = null): FindingStep => ({
  action,
  level,
  round: 1,
  by: null,
  role: null,
  at: '2026-11-27T00:00:00Z',
  text: null,
  file: null,
  facts: null,
})
const finding = (wanted: Partial<Finding> = {}): Finding => ({
  id: 1,
  layer_id: 1,
  feature_code: 'CADT-1',
  feature_name: null,
  overlap_ha: 12.4,
  share: 0.03,
  consent: 'missing',
  state: 'found',
  since: '2026-11-27T00:00:00Z',
  accepted_levels: [],
  requests: [],
  steps: [],
  ...wanted,
})
const layer = (findings: Finding[], wanted: Partial<LayerResult> = {}): LayerResult => ({
  layer_id: 1,
  kind: 'ancestral_domain',
  name: 'Domains',
  according_to: 'NCIP, Mar 01, 2026',
  state: 'found',
  reason: null,
  checked_at: null,
  findings,
  ...wanted,
})

describe('a finding is open', () => {
  test.each([
    [[], 'PENRO', true],
    [['PENRO'], 'PENRO', false],
    [['PENRO'], 'Region', true],
    [['Region'], 'PENRO', true],
  ] as const)('accepted by %j, for %s: %s', (accepted, level, isOpen) => {
    expect(isOpenFor({ accepted_levels: [...accepted] }, level)).toBe(isOpen)
  })

  test('in every layer of a report, also one that was not compared since', () => {
    const layers = [
      layer([finding(), finding({ id: 2, accepted_levels: ['PENRO'] })]),
      layer([finding({ id: 3 })], { state: 'not_checked' }),
    ]
    expect(openFindings({ layers }, 'PENRO').map((one) => one.finding.id)).toEqual([1, 3])
    expect(uncheckedLayers({ layers })).toEqual({
      not_covered: [],
      not_checked: ['Domains'],
      failed: [],
    })
  })

  test('and a refusal names a few of them', () => {
    const open = openFindings({ layers: [layer([1, 2, 3, 4, 5].map((id) => finding({ id })))] }, 'PENRO')
    expect(openNames(open.slice(0, 1))).toBe('CADT-1 (Domains)')
    expect(openNames(open)).toBe('CADT-1 (Domains), CADT-1 (Domains), CADT-1 (Domains) and 2 more')
  })
})

test('who accepted a finding before is the last of each level that has accepted it as it is now', () => {
  const steps = [step('Found'), step('Accepted', 'PENRO'), step('Changed'), step('Accepted', 'PENRO')]
  const accepted = (...accepted_levels: Finding['accepted_levels']) =>
    acceptancesOf({ accepted_levels, steps }).map((one) => steps.indexOf(one))
  expect(accepted('PENRO')).toEqual([3])
  expect(accepted()).toEqual([])
})

describe('an explanation', () => {
  test('counts until the finding changes, and whoever accepts it', () => {
    const steps = [step('Found'), step('Explained', 'PENRO'), step('Accepted', 'PENRO')]
    expect(explanationOf({ steps })?.action).toBe('Explained')
    expect(explanationOf({ steps: [...steps, step('Changed')] })).toBeNull()
    const said = (all: FindingStep[]) => acceptedWords({ layer: layer([]), finding: finding({ steps: all }) })
    expect(said(steps)).toMatch(/ Explained\.$/)
    expect(said([...steps, step('Changed')])).toMatch(/ Not explained\.$/)
  })

  test('is what an answer leaves of a finding that was accepted', () => {
    const after = (...actions: FindingAction[]) => replayed(actions.map((action) => step(action, 'PENRO')))
    const none = { accepted_levels: [] }
    expect(after('Found', 'Accepted', 'Answered')).toEqual({ state: 'found', ...none })
    expect(after('Found', 'Explained', 'Accepted', 'Asked')).toMatchObject({ state: 'accepted' })
    expect(after('Found', 'Explained', 'Accepted', 'Answered')).toEqual({ state: 'explained', ...none })
    expect(after('Found', 'Explained', 'Changed', 'Accepted', 'Answered')).toEqual({
      state: 'found',
      ...none,
    })
  })
})

test('a layer says in words that nothing was compared, never that nothing was found; that is one line for all layers', () => {
  const layers = [layer([]), layer([], { name: 'Parks', according_to: 'DENR, May 01, 2025' })]
  expect(nothingFoundWords(layers)).toBe(
    'Nothing found in: Domains (NCIP, Mar 01, 2026), Parks (DENR, May 01, 2025).',
  )
  const words = (state: LayerResult['state'], reason: string | null = null) => layerWords({ state, reason })
  for (const state of ['not_checked', 'failed'] as const)
    expect(words(state)).not.toMatch(/nothing was found/i)
  expect(words('failed', 'It took too long.')).toContain('It took too long.')
  expect(words('found')).toBeNull()
})

test('[S-162] where no layer of ancestral domains covers the place, form and question say so, and never that no consent is needed', () => {
  const layer = {
    name: 'Domains of Zamboanga',
    according_to: 'NCIP, Mar 01, 2026',
    kind: 'ancestral_domain',
    state: 'not_covered',
    reason: coveredInstead({ covers: ['Region IX (Zamboanga Peninsula)'] }),
    findings: [],
  } as const
  expect(notComparedWords(layer)).toBe(
    'Domains of Zamboanga: not covered. It covers Region IX (Zamboanga Peninsula) alone.',
  )
  expect(kindNames(uncheckedLayers({ layers: [layer] }).not_covered)).toBe('Ancestral domain')
  expect(consentOf([layer])).toBe('not_known')
  const said = [consentWords(consentOf([layer]), [layer]), layerWords(layer), ...consentComplaints([layer])]
  expect(said.join(' ')).toMatch(/^Whether a consent is needed is not known/)
  expect(said.join(' ')).not.toMatch(/no consent is needed|consent is recorded/i)
})
