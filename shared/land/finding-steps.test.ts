import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LEVELS } from '../access/levels.ts'
import { FINDING_ACTIONS } from './findings.schema.ts'
import { countingSteps, lostLevels, replayed, stepOf } from './finding-steps.ts'

const land = (overlap_ha: number, share: number) => ({ overlap_ha, share })
const known = (overlap_ha: number, share: number) => ({ isGone: false, reviewed: land(overlap_ha, share) })
const gone = { isGone: true, reviewed: land(5, 0.1) }

test.each([
  ['never found and not there', null, null, null],
  ['found first', null, land(5, 0.1), 'Found'],
  ['no longer there', known(5, 0.1), null, 'Gone'],
  ['still gone', gone, null, null],
  ['found again as it was', gone, land(5, 0.1), 'Found'],
  ['the same', known(5, 0.1), land(5, 0.1), null],
  ['less than a sliver more', known(5, 0.1), land(5.09, 0.1009), null],
  ['a tenth of a hectare more', known(5, 0.1), land(5.1, 0.1001), 'Changed'],
  ['a tenth of a hectare less', known(5, 0.1), land(4.9, 0.1), 'Changed'],
  ['the same land of a smaller boundary', known(5, 0.1), land(5, 0.2), 'Changed'],
] as const)('a comparison of land that is %s', (_, before, found, step) => {
  expect(stepOf(before, found)).toBe(step)
})

test('small changes one after another are noticed, because the reviewed extent is what counts', () => {
  const reviewed = land(5, 0.1)
  const steps = [5.04, 5.08, 5.12].map((hectares) => stepOf({ isGone: false, reviewed }, land(hectares, 0.1)))
  expect(steps).toEqual([null, null, 'Changed'])
})

test('what an office or a level said ends with the next change of the land', () => {
  const step = (action: (typeof FINDING_ACTIONS)[number], level: 'PENRO' | 'Region' | null = null) => ({
    action,
    level,
  })
  const steps = [step('Found'), step('Explained'), step('Accepted', 'PENRO'), step('Accepted', 'Region')]
  expect(replayed(steps)).toEqual({ state: 'accepted', accepted_levels: ['PENRO', 'Region'] })
  expect(replayed([...steps, step('Asked')])).toEqual(replayed(steps))
  expect(replayed([...steps, step('Explained')])).toEqual({ state: 'explained', accepted_levels: [] })
  expect(replayed([...steps, step('Changed')])).toEqual({ state: 'found', accepted_levels: [] })
  expect(replayed([...steps, step('Gone')])).toEqual({ state: 'gone', accepted_levels: [] })
  expect(replayed([])).toEqual({ state: 'gone', accepted_levels: [] })
})

type Action = (typeof FINDING_ACTIONS)[number]
const stepAt = (
  action: Action,
  facts: Record<string, string> | null = null,
  level: 'PENRO' | null = null,
) => ({
  action,
  level,
  facts,
})

test('[S-164] land that a version loses or moves and a later one has again keeps what was said of it', () => {
  const said = [stepAt('Found'), stepAt('Explained'), stepAt('Accepted', null, 'PENRO')]
  const restored = stepAt('Restored', { land: 'A' })
  const accepted = { state: 'accepted', accepted_levels: ['PENRO'] }
  for (const left of ['Gone', 'Changed'] as const)
    expect(replayed([...said, stepAt(left, { before: 'A' }), restored])).toEqual(accepted)
  // what was said of other land is not said of this one, and is there again with that land
  const elsewhere = [...said, stepAt('Changed', { before: 'A' }), stepAt('Explained')]
  const back = [...elsewhere, stepAt('Restored', { land: 'A', before: 'B' })]
  expect(replayed(back)).toEqual(accepted)
  expect(countingSteps(back)).toEqual(said)
  const again = [...back, stepAt('Restored', { land: 'B', before: 'A' })]
  expect(replayed(again)).toEqual({ state: 'explained', accepted_levels: [] })
  expect(replayed([...again, stepAt('Gone', { before: 'B' }), restored])).toEqual(accepted)
})

test('an objection that came while the land was gone voids what was accepted before', () => {
  const steps = [
    stepAt('Found'),
    stepAt('Explained'),
    stepAt('Accepted', null, 'PENRO'),
    stepAt('Gone', { before: 'A' }),
    stepAt('Answered', { answer: 'objection' }),
    stepAt('Restored', { land: 'A' }),
  ]
  expect(replayed(steps)).toEqual({ state: 'explained', accepted_levels: [] })
})

test.each([
  ['gone', gone, 'Restored'],
  ['of another extent', known(9, 0.2), 'Restored'],
  ['there as it was', known(5, 0.1), null],
  ['new', null, 'Found'],
] as const)('land as at an earlier time, of a finding that is %s', (_, before, step) => {
  expect(stepOf(before, land(5, 0.1), true)).toBe(step)
})

test('[S-163] less land, and an answer without objection, leave what was said; more land or an objection takes it away', () => {
  const found = (action: 'Found' | 'Changed', overlap_ha: number, share: number) => ({
    action,
    level: null,
    facts: { overlap_ha, share },
  })
  const said = (action: 'Explained' | 'Accepted', level: 'PENRO' | 'Region') => ({ action, level })
  const answered = (answer: string) => ({ action: 'Answered' as const, level: null, facts: { answer } })
  const steps = [
    found('Found', 5, 0.1),
    said('Explained', 'PENRO'),
    said('Accepted', 'PENRO'),
    said('Accepted', 'Region'),
  ]
  const kept = { state: 'accepted', accepted_levels: ['PENRO', 'Region'] }
  expect(replayed([...steps, found('Changed', 3, 0.06), answered('no objection')])).toEqual(kept)
  expect(lostLevels([...steps, found('Changed', 3, 0.06)], 4)).toEqual([])
  // the same land of a smaller boundary is a larger share
  for (const more of [found('Changed', 6, 0.1), found('Changed', 5, 0.2), found('Changed', 4, 0.2)]) {
    expect(replayed([...steps, more])).toEqual({ state: 'found', accepted_levels: [] })
    expect(lostLevels([...steps, more], 4)).toEqual(['PENRO', 'Region'])
  }
  // compared with what was found last
  expect(replayed([...steps, found('Changed', 3, 0.06), found('Changed', 4, 0.08)]).state).toBe('found')
  for (const answer of ['conditions', 'objection'])
    expect(replayed([...steps, answered(answer)])).toEqual({ state: 'explained', accepted_levels: [] })
  // less land that is accepted is not all the land: with that it is as before
  const less = [
    ...steps,
    { ...found('Changed', 3, 0.06), facts: { overlap_ha: 3, share: 0.06, before: 'A' } },
  ]
  const back = { action: 'Restored' as const, level: null, facts: { land: 'A', overlap_ha: 5, share: 0.1 } }
  const fmb = { action: 'Accepted' as const, level: 'FMB' as const }
  expect(replayed([...less, fmb]).accepted_levels).toEqual(['PENRO', 'Region', 'FMB'])
  expect(replayed([...less, fmb, back])).toEqual(kept)
  expect(replayed([...steps, { action: 'Returned', level: 'FMB' }])).toEqual({
    state: 'found',
    accepted_levels: [],
  })
})

test('levels are accepted exactly while a finding is, each once', () => {
  const step = fc.record({ action: fc.constantFrom(...FINDING_ACTIONS), level: fc.constantFrom(...LEVELS) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30, size: 'max' }), (steps) => {
      const { state, accepted_levels } = replayed(steps)
      expect(accepted_levels.length > 0).toBe(state === 'accepted')
      expect(new Set(accepted_levels).size).toBe(accepted_levels.length)
    }),
  )
})
