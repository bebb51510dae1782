import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gradeActivity } from './grading.ts'
import { NO_SWITCHES } from './switches.ts'
import type { SitePrinciple } from '../principles/principles.schema.ts'
import { activityChanges, isChanged } from './activity-changes.ts'
import { comparisonOf } from '../review/comparison.ts'
import type { ActivitySnapshot } from './activity-snapshot.schema.ts'
import type { SnapshotFile } from '../review/snapshot.schema.ts'
import { FULL, SEED } from '../../tests/support/full.ts'

const RUNS = { seed: SEED, numRuns: FULL ? 5_000 : 500 }

/** Principle n has two criteria with two indicators each, numbered n00, n01, n10 and n11. */
const principle = (principle_number: number): SitePrinciple => ({
  id: principle_number,
  principle_number,
  batch_number: 1,
  title: `Principle ${principle_number}`,
  last_criteria_number: 2,
  last_criteria_indicator_number: 2,
  checks: [],
  criteria: [1, 2].map((order) => ({
    id: principle_number * 10 + order,
    order,
    title: 'Criterion',
    sites_principle_id: principle_number,
    criteria_indicator: [1, 2].map((indicator) => ({
      id: indicatorId(principle_number, order, indicator),
      order: indicator,
      title: 'Indicator',
      helper: '[]',
      figures: [],
    })),
  })),
})
const indicatorId = (number: number, criteria: number, indicator: number) =>
  number * 100 + criteria * 10 + indicator
const BATCH = [1, 2, 3, 4, 5, 6, 7, 8].map(principle)

const file = (id: number, name: string, content = name): SnapshotFile => ({
  id,
  name,
  size: 10,
  sha256: content.padEnd(64, '0'),
})

const snapshot = (
  evidence: Record<number, SnapshotFile[]>,
  switches: Partial<ActivitySnapshot> = {},
): ActivitySnapshot => {
  const off = { ...NO_SWITCHES, ...switches }
  const all = Object.entries(evidence).map(([id, files]) => ({
    sites_criteria_indicator_id: Number(id),
    files,
  }))
  return {
    ...off,
    grades: gradeActivity(BATCH, off, new Set(all.map((one) => one.sites_criteria_indicator_id))),
    evidence: all,
    reporting_year: switches.reporting_year ?? null,
    facts: switches.facts ?? [],
  }
}

describe('what changed in an activity', () => {
  test('nothing: all eight principles are there and none is changed', () => {
    const same = snapshot({ 111: [file(1, 'a.pdf')] })
    const { principles, evidence } = activityChanges(same, structuredClone(same), BATCH)
    expect(evidence).toEqual([])
    expect(principles.map((one) => one.principle_number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(principles.some(isChanged)).toBe(false)
  })

  test('evidence per indicator, numbered, in the order of principles and indicators, with the grades it moved', () => {
    const before = snapshot({
      112: [file(1, 'a.pdf'), file(2, 'b.pdf')],
      321: [file(3, 'c.pdf')],
    })
    const after = snapshot({
      321: [file(4, 'c.pdf', 'other')],
      112: [file(1, 'a.pdf')],
      111: [file(5, 'd.pdf')],
      822: [file(6, 'e.pdf')],
    })
    const { principles, evidence } = activityChanges(before, after, [...BATCH].reverse())
    expect(evidence.map((one) => [one.change, one.indicator, one.old?.name, one.new?.name])).toEqual([
      ['added', '1.1.1', undefined, 'd.pdf'],
      ['removed', '1.1.2', 'b.pdf', undefined],
      ['replaced', '3.2.1', 'c.pdf', 'c.pdf'],
      ['added', '8.2.2', undefined, 'e.pdf'],
    ])
    expect(principles.filter(isChanged)).toEqual([
      {
        sites_principle_id: 1,
        principle_number: 1,
        grade: null,
        switches: [],
        facts: [],
        added: 1,
        removed: 1,
        replaced: 0,
        renamed: 0,
      },
      {
        sites_principle_id: 3,
        principle_number: 3,
        grade: null,
        switches: [],
        facts: [],
        added: 0,
        removed: 0,
        replaced: 1,
        renamed: 0,
      },
      {
        sites_principle_id: 8,
        principle_number: 8,
        switches: [],
        facts: [],
        grade: { old: 'Not Compliant', new: 'Somewhat Compliant' },
        added: 1,
        removed: 0,
        replaced: 0,
        renamed: 0,
      },
    ])
  })

  test('a file moved to another indicator is removed there and added here', () => {
    const moved = file(1, 'a.pdf')
    const { evidence } = activityChanges(snapshot({ 111: [moved] }), snapshot({ 121: [moved] }), BATCH)
    expect(evidence.map((one) => [one.change, one.indicator])).toEqual([
      ['removed', '1.1.1'],
      ['added', '1.2.1'],
    ])
  })

  test('Add MOV turned off and on, of a principle and of an indicator', () => {
    const before = snapshot({}, { disabled_principle: [2], disabled_indicator: ['311'] })
    const after = snapshot({}, { disabled_principle: [4], disabled_indicator: ['312'] })
    const { principles } = activityChanges(before, after, BATCH)
    expect(
      principles.filter(isChanged).map((one) => [one.principle_number, one.grade, one.switches]),
    ).toEqual([
      [2, { old: 'Not Applicable', new: 'Not Compliant' }, [{ indicator: null, turned: 'on' }]],
      [
        3,
        null,
        [
          { indicator: '3.1.1', turned: 'on' },
          { indicator: '3.1.2', turned: 'off' },
        ],
      ],
      [4, { old: 'Not Compliant', new: 'Not Applicable' }, [{ indicator: null, turned: 'off' }]],
    ])
  })

  test('with its last indicator off a principle is off as well (S-53)', () => {
    const before = snapshot({}, { disabled_indicator: ['511', '512', '521'] })
    const after = snapshot({}, { disabled_indicator: ['511', '512', '521', '522'] })
    const fifth = activityChanges(before, after, BATCH).principles[4]
    expect(fifth?.switches).toEqual([
      { indicator: null, turned: 'off' },
      { indicator: '5.2.2', turned: 'off' },
    ])
  })

  test(`counts agree with the list, and no evidence is forgotten (seed ${SEED}, ${RUNS.numRuns} runs)`, () => {
    const indicators = BATCH.flatMap((one) =>
      one.criteria.flatMap((criteria) => criteria.criteria_indicator.map(({ id }) => id)),
    )
    const evidence = fc.dictionary(
      fc.constantFrom(...indicators.map(String)),
      fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 }),
      { maxKeys: 10 },
    )
    const state = (firstId: number) =>
      evidence.map((chosen) =>
        snapshot(
          Object.fromEntries(
            Object.entries(chosen).map(([id, names]) => [
              Number(id),
              names.map((name, index) => file(firstId + Number(id) * 10 + index, name)),
            ]),
          ),
        ),
      )
    fc.assert(
      fc.property(state(0), state(100_000), (before, after) => {
        const changes = activityChanges(before, after, BATCH)
        for (const one of changes.principles) {
          const mine = changes.evidence.filter((row) => row.principle_number === one.principle_number)
          expect(one.added + one.removed + one.replaced + one.renamed).toBe(mine.length)
        }
        const filesOf = (one: ActivitySnapshot) =>
          one.evidence.reduce((sum, { files }) => sum + files.length, 0)
        const total = (kind: 'added' | 'removed') =>
          changes.principles.reduce((sum, one) => sum + one[kind], 0)
        expect(filesOf(before) - total('removed') + total('added')).toBe(filesOf(after))
        const order = changes.evidence.map((row) => row.sites_criteria_indicator_id)
        expect(order).toEqual([...order].sort((a, b) => a - b))
      }),
      RUNS,
    )
  })
})

describe('what can be compared', () => {
  const step = (
    round: number,
    action: 'Submitted' | 'Approved' | 'Returned',
    level: 'PENRO' | 'Region' | null = null,
  ) => ({
    round,
    action,
    level,
    by: 'Ana Reyes',
    at: `2031-0${round}-01T00:00:00.000Z`,
  })
  const back = (round: number, level: 'PENRO' | 'Region') => {
    const { action: _action, ...rest } = step(round, 'Returned', level)
    return rest
  }

  test('nothing before the first return', () => {
    expect(comparisonOf([], undefined)).toEqual({ returns: [], round: null, next_round: null })
    const once = [step(1, 'Submitted'), step(1, 'Approved', 'PENRO')]
    expect(comparisonOf(once, undefined)).toEqual({ returns: [], round: null, next_round: null })
    expect(comparisonOf(once, 1)).toBeNull()
  })

  test('a returned record is compared as it stands, a resubmitted one as it was submitted; every round can be asked for', () => {
    const history = [
      step(1, 'Submitted'),
      step(1, 'Returned', 'PENRO'),
      step(2, 'Submitted'),
      step(2, 'Approved', 'PENRO'),
      step(2, 'Returned', 'Region'),
    ]
    const returns = [back(2, 'Region'), back(1, 'PENRO')]
    expect(comparisonOf(history, undefined)).toEqual({ returns, round: 2, next_round: null })
    expect(comparisonOf([...history, step(3, 'Submitted')], undefined)).toEqual({
      returns,
      round: 2,
      next_round: 3,
    })
    expect(comparisonOf(history, 1)).toEqual({ returns, round: 1, next_round: 2 })
    expect(comparisonOf(history, 3)).toBeNull()
  })
})
