import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SEED } from '../../tests/support/full.ts'
import { anActor } from '../../tests/support/records/actors.ts'
import type { Actor } from '../access/actor.ts'
import { type Level, LEVELS } from '../access/levels.ts'
import { replayed } from '../land/finding-steps.ts'
import { ANSWERS } from '../land/findings.fields.ts'
import type { FindingAction, FindingStep } from '../land/findings.schema.ts'
import { isOpenFor } from '../land/open-findings.ts'
import {
  approved,
  currentLevel,
  NEW_REVIEW,
  returned,
  type Review,
  submitted,
} from '../review/review-chain.ts'
import type { Reviewed } from '../review/review.policy.ts'
import { canDecideFinding, canExplainFinding, turnOf, turnsOf } from './site-land.policy.ts'
import { canApproveSite, canSubmitSite } from './sites.policy.ts'

const siteOf = (review: Review): Reviewed => ({
  ...review,
  status: 'Activated',
  region_id: 4,
  office_id: 7,
  created_by_id: 90,
  submitted_by_id: 90,
  deactivated_by_id: null,
})
const encoder = anActor('PENRO', 4, { permissions: ['site_map_create', 'site_map_edit'] })
const approverAt = (level: Level) =>
  anActor(level, 3, { permissions: ['site_maps_approval', 'site_maps_return'] })
const PEOPLE: readonly Actor[] = [encoder, ...LEVELS.map(approverAt)]

const DONE = LEVELS.reduce(approved, submitted(NEW_REVIEW))

describe('whose task a finding is', () => {
  test.each([
    ['found on an approved profile', DONE, 'found', [], 'office'],
    ['explained there', DONE, 'explained', [], 'PENRO'],
    ['accepted by PENRO', DONE, 'accepted', ['PENRO'], 'Region'],
    ['accepted by Region too', DONE, 'accepted', ['PENRO', 'Region'], 'FMB'],
    ['accepted by FMB, above all', DONE, 'accepted', ['FMB'], null],
    ['explained while Region decides', approved(submitted(NEW_REVIEW), 'PENRO'), 'explained', [], 'Region'],
    ['accepted below', approved(submitted(NEW_REVIEW), 'PENRO'), 'accepted', ['PENRO'], 'Region'],
    ['accepted there', approved(submitted(NEW_REVIEW), 'PENRO'), 'accepted', ['Region'], null],
    ['found on a returned profile', returned(DONE, 'FMB'), 'found', [], 'office'],
    ['explained there, so the profile is to be sent', returned(DONE, 'FMB'), 'explained', [], null],
  ] as const)('%s', (_, site, state, accepted, turn) => {
    expect(turnOf({ state, accepted_levels: [...accepted] }, site)).toBe(turn)
  })

  test('a level decides on an approved profile alone, in its turn, and not on its own work unless it is alone', () => {
    const finding = { state: 'explained', accepted_levels: [] } as const
    const explained = { ...finding, accepted_levels: [] }
    const penro = approverAt('PENRO')
    expect(canDecideFinding(penro, siteOf(DONE), explained, false).ok).toBe(true)
    expect(canDecideFinding(penro, siteOf(submitted(NEW_REVIEW)), explained, false)).toMatchObject({
      code: 'finding_with_profile',
    })
    expect(canDecideFinding(approverAt('Region'), siteOf(DONE), explained, false)).toMatchObject({
      code: 'finding_of_others',
    })
    expect(canDecideFinding(encoder, siteOf(DONE), explained, false)).toMatchObject({ why: 'permission' })
    const own = { ...siteOf(DONE), submitted_by_id: penro.id }
    expect(canDecideFinding(penro, own, explained, false)).toMatchObject({ code: 'duties' })
    expect(canDecideFinding(penro, own, explained, true).ok).toBe(true)
  })
})

type Happening =
  | { what: 'import'; hectares: number | null }
  | { what: 'explain' | 'ask' | 'approve' | 'return' | 'renew' | 'send back' }
  | { what: 'answer'; answer: (typeof ANSWERS)[number] }
type Now = { steps: FindingStep[]; review: Review }

const step = (action: FindingAction, more: Partial<FindingStep> = {}): FindingStep => ({
  action,
  round: 1,
  level: null,
  by: null,
  role: null,
  at: '2026-11-27T00:00:00Z',
  text: null,
  file: null,
  facts: null,
  ...more,
})

/** What happens to a finding and its profile, if that can happen now. */
function after({ steps, review }: Now, one: Happening): Now {
  const finding = replayed(steps)
  const isThere = finding.state !== 'gone'
  const add = (...added: FindingStep[]): Now => ({ steps: [...steps, ...added], review })
  const last = steps.findLast(({ action }) => action === 'Found' || action === 'Changed')?.facts?.overlap_ha
  const level = currentLevel(review)
  switch (one.what) {
    case 'import': {
      if (one.hectares === null) return isThere ? add(step('Gone')) : add()
      const facts = { overlap_ha: one.hectares, share: one.hectares / 100 }
      if (!isThere) return add(step('Found', { facts }))
      return last === one.hectares ? add() : add(step('Changed', { facts }))
    }
    case 'explain':
      return isThere ? add(step('Explained', { level: 'PENRO' })) : add()
    case 'ask':
      return isThere ? add(step('Asked', { level: 'PENRO' })) : add()
    case 'answer':
      return isThere ? add(step('Answered', { level: 'PENRO', facts: { answer: one.answer } })) : add()
    // a paper is recorded beside the finding
    case 'renew':
      return add()
    case 'approve': {
      if (review.site_status === 'Returned') return { steps, review: submitted(review) }
      if (level !== null) {
        const named = isThere && isOpenFor(finding, level) ? [step('Accepted', { level })] : []
        return { steps: [...steps, ...named], review: approved(review, level) }
      }
      const turn = isThere ? turnOf(finding as Parameters<typeof turnOf>[0], review) : null
      return turn === null || turn === 'office' ? add() : add(step('Accepted', { level: turn }))
    }
    case 'return':
      return level === null ? add() : { steps, review: returned(review, level) }
    case 'send back': {
      const turn = isThere ? turnOf(finding as Parameters<typeof turnOf>[0], review) : null
      const isTheirs = review.site_status === 'Approved' && turn !== null && turn !== 'office'
      return isTheirs ? add(step('Returned', { level: turn })) : add()
    }
  }
}

const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({
    what: fc.constant('import' as const),
    hectares: fc.option(fc.constantFrom(1, 5, 9), { freq: 4 }),
  }),
  fc.record({ what: fc.constant('answer' as const), answer: fc.constantFrom(...ANSWERS) }),
  fc.record({
    what: fc.constantFrom('explain' as const, 'ask' as const, 'renew' as const, 'send back' as const),
  }),
  { weight: 3, arbitrary: fc.constant({ what: 'approve' as const }) },
  fc.constant({ what: 'return' as const }),
)

test('[S-163] after anything that happens a finding is open, explained, accepted or gone, one person has it, and can move it', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 25, size: 'max' }), (all) => {
      let now: Now = { steps: [], review: submitted(NEW_REVIEW) }
      for (const one of all) {
        const before = replayed(now.steps)
        now = after(now, one)
        const finding = replayed(now.steps)
        if (one.what === 'renew' || one.what === 'ask') expect(finding).toEqual(before)
        if (one.what === 'answer' && one.answer === 'no objection') expect(finding).toEqual(before)
        if (finding.state === 'gone') continue
        const { state, accepted_levels } = finding
        const site = siteOf(now.review)
        const turn = turnOf({ state, accepted_levels }, site)
        const theirs = PEOPLE.filter((person) => turn !== null && turnsOf(person).includes(turn))
        expect(theirs).toHaveLength(turn === null ? 0 : 1)
        const [person] = theirs
        seen.add(`${site.site_status} ${state} ${turn}`)
        if (state === 'found') expect(turn).toBe('office')
        if (person && turn === 'office') expect(canExplainFinding(person, site).ok).toBe(true)
        else if (person && site.site_status === 'Approved')
          expect(canDecideFinding(person, site, { state, accepted_levels }, false).ok).toBe(true)
        else if (person) expect(canApproveSite(person, site).ok).toBe(true)
        // nobody's: settled here, or its office sends the profile first
        else if (site.site_status === 'Approved') expect(accepted_levels).toContain('FMB')
        else if (site.site_status === 'Returned') expect(canSubmitSite(encoder, site).ok).toBe(true)
        else expect(accepted_levels).toContain(currentLevel(site))
      }
    }),
    { seed: SEED, numRuns: 1_000 },
  )
  for (const turn of ['found office', 'explained PENRO', 'accepted Region', 'accepted FMB', 'accepted null'])
    expect([...seen]).toContain(`Approved ${turn}`)
})
