import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FULL } from '../../tests/support/full.ts'
import { LEVELS, type Level } from '../access/levels.ts'
import { canReopenPoint, canSettlePoint } from './points.policy.ts'
import { isCovered, replayed, stateAfter } from './points.rules.ts'
import { POINT_ACTIONS, POINT_STATES, type PointAction, type PointState } from './points.schema.ts'

const SEED = Number(process.env.SEED ?? 20_310_704)
const RUNS = FULL ? 20_000 : 500

test('any sequence of steps is a history of the state it leads to, or no history at all', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...POINT_ACTIONS), { maxLength: 12 }), (wanted) => {
      let state: PointState | null = null
      const taken: PointAction[] = []
      for (const action of ['Sent' as const, ...wanted]) {
        const next = stateAfter(state, action)
        // a step that cannot happen leaves no trace; taken all the same, it spoils the history
        if (next === null) expect(replayed([...taken, action])).toBeNull()
        else {
          taken.push(action)
          state = next
        }
        expect(replayed(taken)).toBe(state)
      }
      expect(POINT_STATES).toContain(state)
    }),
    { seed: SEED, numRuns: RUNS },
  )
})

type ModelPoint = { level: Level; actions: PointAction[] }
const stateOf = ({ actions }: ModelPoint): PointState => {
  const state = replayed(actions)
  if (!state) throw new Error(`${actions.join(', ')} is no history.`)
  return state
}

/** What can happen to the points of a record; the numbers choose points and how many. */
const event = fc.oneof(
  fc.record({
    what: fc.constant('return' as const),
    level: fc.constantFrom(...LEVELS),
    sent: fc.nat(3),
    settled: fc.nat(),
    reopened: fc.nat(),
  }),
  fc.record({ what: fc.constant('approve' as const), level: fc.constantFrom(...LEVELS) }),
  fc.record({ what: fc.constant('submit' as const), answered: fc.nat() }),
  fc.record({ what: fc.constant('recall' as const) }),
  fc.record({ what: fc.constant('withdraw' as const), level: fc.constantFrom(...LEVELS), which: fc.nat() }),
)
type Event = typeof event extends fc.Arbitrary<infer One> ? One : never

/** Whether the point with this place is one of those that a number chooses: each with its own bit. */
const isChosen = (number: number, place: number): boolean => ((number >> (place % 16)) & 1) === 1

function happen(points: ModelPoint[], one: Event) {
  const step = (action: PointAction, may: (point: ModelPoint, place: number) => boolean) => {
    for (const [place, point] of points.entries())
      if (may(point, place) && stateAfter(stateOf(point), action)) point.actions.push(action)
  }
  switch (one.what) {
    case 'return':
      step('Settled', (point, place) => {
        const facts = { state: stateOf(point), level: point.level }
        return isChosen(one.settled, place) && canSettlePoint(one.level, facts).ok
      })
      step(
        'Reopened',
        (point, place) =>
          isChosen(one.reopened, place) && canReopenPoint({ state: stateOf(point), level: point.level }).ok,
      )
      for (let n = 0; n <= one.sent; n += 1) points.push({ level: one.level, actions: ['Sent'] })
      return
    case 'approve':
      return step('Settled', (point) => isCovered(point.level, one.level))
    case 'submit':
      return step('Answered', (_, place) => isChosen(one.answered, place))
    case 'recall':
      return step('Recalled', () => true)
    case 'withdraw':
      return step(
        'Withdrawn',
        ({ level }, place) => level === one.level && place === one.which % Math.max(1, points.length),
      )
  }
}

test('of any sequence of decisions no point is lost, and an approval leaves nothing open that its level covers', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 25, size: 'max' }), (events) => {
      const points: ModelPoint[] = []
      for (const one of events) {
        const [before, above] = [points.length, points.filter(({ level }) => level === 'FMB').map(stateOf)]
        happen(points, one)
        expect(points.length).toBe(before + (one.what === 'return' ? one.sent + 1 : 0))
        for (const point of points) expect(POINT_STATES).toContain(stateOf(point))
        if (one.what !== 'approve') continue
        const left = points.filter((point) => ['open', 'answered'].includes(stateOf(point)))
        expect(left.filter(({ level }) => isCovered(level, one.level))).toEqual([])
        if (one.level !== 'FMB')
          expect(points.filter(({ level }) => level === 'FMB').map(stateOf)).toEqual(above)
        else expect(left).toEqual([])
      }
    }),
    { seed: SEED, numRuns: RUNS },
  )
})
