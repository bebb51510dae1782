import { describe, expect, test } from 'vitest'
import { anActor } from '../../tests/support/records/actors.ts'
import { LEVELS } from '../access/levels.ts'
import { no, yes } from '../lib/verdict.ts'
import {
  canAnswerPoint,
  canAnswerPoints,
  canReopenPoint,
  canSettlePoint,
  canWithdrawPoint,
} from './points.policy.ts'
import { commentOfPoints, isCovered, replayed, stateAfter } from './points.rules.ts'
import { countUnsettled, settledSentence, unsettledWords } from './unsettled.ts'
import { POINT_ACTIONS, POINT_STATES, type PointState } from './points.schema.ts'
import { NEW_REVIEW, returned, submitted } from './review-chain.ts'
import type { Reviewed } from './review.policy.ts'

const point = (text: string, label = 'Project Area') => ({ label, text, kind: 'correct' as const })

describe('the comment that is made of points', () => {
  test('has one paragraph for each', () => {
    expect(
      commentOfPoints([point('It is 90 ha.'), { ...point('See deed.', 'Boundary'), kind: 'replace' }]),
    ).toBe('Project Area: Please correct. It is 90 ha.\n\nBoundary: Please replace. See deed.')
    expect(commentOfPoints([{ ...point('And the map?', 'Principle #2'), kind: 'comment' }])).toBe(
      'Principle #2: And the map?',
    )
    expect(commentOfPoints([])).toBe('')
  })

  test('is never longer than a comment, and says how many points it leaves out', () => {
    const many = commentOfPoints(Array.from({ length: 200 }, (_, n) => point(`Number ${n + 1}.`)))
    expect(many.length).toBeLessThanOrEqual(1000)
    const [, left] = /… and (\d+) more$/.exec(many) ?? []
    expect(many.split('\n\n')).toHaveLength(200 - Number(left) + 1)
    // as many as fit
    const line = 'Project Area: Please correct. Number 100.'
    expect(many.length + line.length + 4).toBeGreaterThan(1000)
  })

  test('cuts a first point that is too long by itself, at a whole character', () => {
    const long = commentOfPoints([point('x'.repeat(1000)), point('Second.')])
    expect(long).toHaveLength(1000)
    expect(long).toMatch(/x…\n\n… and 1 more$/)
    for (const text of ['🌳'.repeat(500), `a${'🌳'.repeat(499)}`]) {
      const cut = commentOfPoints([point(text)])
      expect(cut).not.toMatch(/\p{Surrogate}/u)
      expect(cut).toMatch(/🌳…$/u)
      expect(cut.length).toBeGreaterThan(998)
    }
    const exact = point('y'.repeat(1000 - 'Project Area: Please correct. '.length))
    expect(commentOfPoints([exact])).toMatch(/y$/)
    expect(commentOfPoints([exact, point('Second.')])).toMatch(/y…\n\n… and 1 more$/)
  })
})

describe('a point', () => {
  test('moves as the table says and in no other way', () => {
    const possible = POINT_STATES.map((state) => [
      state,
      ...POINT_ACTIONS.flatMap((action) => {
        const after = stateAfter(state, action)
        return after ? [`${action} → ${after}`] : []
      }),
    ])
    expect(possible).toEqual([
      ['open', 'Answered → answered', 'Settled → settled', 'Withdrawn → withdrawn'],
      ['answered', 'Recalled → open', 'Settled → settled', 'Reopened → open'],
      ['settled', 'Reopened → open'],
      ['withdrawn'],
    ])
    expect(POINT_ACTIONS.filter((action) => stateAfter(null, action))).toEqual(['Sent'])
  })

  test('has the state that follows from its steps', () => {
    expect(replayed(['Sent', 'Answered', 'Settled', 'Reopened', 'Answered', 'Recalled'])).toBe('open')
    for (const wrong of [[], ['Answered'], ['Sent', 'Sent'], ['Sent', 'Withdrawn', 'Answered']] as const)
      expect(replayed([...wrong])).toBeNull()
  })

  test('is covered by its own level and those above', () => {
    const covered = LEVELS.map((sent) => LEVELS.filter((level) => isCovered(sent, level)))
    expect(covered).toEqual([['PENRO', 'Region', 'FMB'], ['Region', 'FMB'], ['FMB']])
  })
})

describe('who may', () => {
  const record = (level: (typeof LEVELS)[number]): Reviewed => ({
    ...returned(submitted(NEW_REVIEW), level),
    region_id: 4,
    office_id: 7,
    status: 'Activated',
    created_by_id: 1,
    submitted_by_id: 1,
    deactivated_by_id: null,
  })
  const facts = (state: PointState, level: (typeof LEVELS)[number] = 'Region') => ({ state, level })
  const code = (verdict: ReturnType<typeof canReopenPoint>) => (verdict.ok ? 'yes' : verdict.code)

  test('answer: the office that may edit the record, while the point is open', () => {
    expect(LEVELS.map((level) => code(canAnswerPoints(anActor(level), yes)))).toEqual([
      'yes',
      'permission',
      'permission',
    ])
    expect(code(canAnswerPoints(anActor('PENRO'), no('edit_only_returned')))).toBe('edit_only_returned')
    expect(POINT_STATES.map((state) => code(canAnswerPoint(yes, facts(state))))).toEqual([
      'yes',
      'point_moved_on',
      'point_moved_on',
      'point_moved_on',
    ])
  })

  test('settle: an answered point, its level or one above', () => {
    expect(POINT_STATES.map((state) => code(canSettlePoint('Region', facts(state))))).toEqual([
      'point_moved_on',
      'yes',
      'point_moved_on',
      'point_moved_on',
    ])
    expect(LEVELS.map((level) => code(canSettlePoint(level, facts('answered'))))).toEqual([
      'point_of_other_level',
      'yes',
      'yes',
    ])
  })

  test('ask again: any level, what is answered or settled', () => {
    expect(POINT_STATES.map((state) => code(canReopenPoint(facts(state))))).toEqual([
      'point_moved_on',
      'yes',
      'yes',
      'point_moved_on',
    ])
  })

  test('withdraw: the level that sent it, an open point, while the record is with its office', () => {
    const keys = { return: 'site_maps_return' } as const
    const withdraw = (level: (typeof LEVELS)[number], one = record('Region'), state: PointState = 'open') =>
      code(canWithdrawPoint(anActor(level), keys, one, facts(state)))
    expect(LEVELS.map((level) => withdraw(level))).toEqual([
      'point_of_other_level',
      'yes',
      'point_of_other_level',
    ])
    expect(withdraw('Region', { ...record('Region'), ...submitted(record('Region')) })).toBe('point_moved_on')
    expect(withdraw('Region', { ...record('Region'), status: 'Deactivated' })).toBe('deactivated_record')
    expect(withdraw('Region', { ...record('Region'), region_id: 9 })).toBe('scope')
    expect(withdraw('Region', record('Region'), 'answered')).toBe('point_moved_on')
    const without = { ...anActor('Region'), permissions: [] }
    expect(code(canWithdrawPoint(without, keys, record('Region'), facts('open')))).toBe('permission')
  })
})

describe('what of earlier rounds is settled', () => {
  const points = (...states: PointState[]) => states.map((state) => ({ state }))

  test.each<[string | null, PointState[]]>([
    [null, []],
    [null, ['withdrawn']],
    ['The point of earlier rounds is settled. Nothing is open.', ['settled', 'withdrawn']],
    ['All 2 points of earlier rounds are settled. Nothing is open.', ['settled', 'settled']],
    ['Of 1 point of earlier rounds, 1 is open.', ['open']],
    [
      'Of 2 points of earlier rounds, none is open and 1 is answered and not settled.',
      ['answered', 'settled'],
    ],
    [
      'Of 4 points of earlier rounds, 1 is open and 2 are answered and not settled.',
      ['open', 'answered', 'answered', 'settled'],
    ],
  ])('%s', (sentence, states) => {
    expect(settledSentence(points(...states))).toBe(sentence)
  })

  test('a row of a list has the same counts', () => {
    const counts = countUnsettled(points('open', 'open', 'answered', 'settled', 'withdrawn'))
    expect([counts, unsettledWords(counts)]).toEqual([
      { open_points: 2, answered_points: 1 },
      '2 open points, 1 answered',
    ])
    expect(unsettledWords(countUnsettled(points('settled')))).toBe(null)
  })
})
