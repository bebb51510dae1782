import { describe, expect, test } from 'vitest'
import type { Point, PointState } from '../../../shared/review/points.schema.ts'
import { type DraftPoint, NOTHING_PREPARED } from '../decision-draft.ts'
import { fittingDraft, leftOf, withoutPoint, withPoint, withReopened } from './draft-points.ts'

const point = (key: string, text: string): DraftPoint => ({
  key,
  text,
  kind: 'correct',
  place: { about: 'boundary' },
  label: 'Boundary',
})
const sent = (id: number, state: PointState) => ({ id, state }) as Point

describe('the points of a draft', () => {
  const two = [point('a', 'One'), point('b', 'Two')]

  test('a point is added once, changed in its place, and left out while it is blank', () => {
    expect(withPoint(two, point('c', 'Three')).map(({ key }) => key)).toEqual(['a', 'b', 'c'])
    expect(withPoint(two, point('a', 'Changed')).map(({ text }) => text)).toEqual(['Changed', 'Two'])
    expect(withPoint(two, point('a', '  \n'))).toEqual([point('b', 'Two')])
    expect(withoutPoint(two, 'b')).toEqual([point('a', 'One')])
  })

  test('a point is asked again once, with its newest words', () => {
    const again = withReopened([{ id: 1, text: 'Why?' }], { id: 1, text: 'Why 5 ha?' })
    expect(again).toEqual([{ id: 1, text: 'Why 5 ha?' }])
    expect(withReopened(again, { id: 1, text: ' ' })).toEqual([])
  })

  test('an older draft settles and asks again only what is answered now, and never both', () => {
    const draft = {
      ...NOTHING_PREPARED,
      settled: [1, 2, 3, 9],
      reopened: [
        { id: 2, text: 'Again' },
        { id: 4, text: 'Again' },
        { id: 5, text: 'Again' },
      ],
    }
    const now = [
      sent(1, 'answered'),
      sent(2, 'answered'),
      sent(3, 'open'),
      sent(4, 'settled'),
      sent(5, 'open'),
    ]
    const { settled, reopened } = fittingDraft(draft, now)
    expect(settled).toEqual([1])
    expect(reopened.map(({ id }) => id)).toEqual([2, 4])
    // while they are loaded nothing is known
    expect(fittingDraft(draft, [])).toBe(draft)
  })

  test('of an older draft is left what was not sent word for word, or is settled, and no tick', () => {
    const sentAs = (text: string, state: PointState, kind = 'correct') =>
      ({ ...point('', text), kind, state, steps: [] }) as unknown as Point
    const draft = {
      ...NOTHING_PREPARED,
      comments: { penro_comments: 'Three ' },
      points: [point('a', ' One\n'), point('b', 'Two')],
      looked: [4],
    }
    const left = (...sent: Point[]) => {
      const { points, comments, looked } = leftOf(draft, sent)
      return [...points.map(({ key }) => key), ...Object.keys(comments), ...looked]
    }
    expect(left()).toEqual(['a', 'b', 'penro_comments'])
    expect(left(sentAs('One', 'open'))).toEqual(['b', 'penro_comments'])
    expect(
      left(sentAs('One', 'answered'), sentAs('Two', 'open'), sentAs('Three', 'open', 'comment')),
    ).toEqual([])
    expect(
      left(sentAs('One', 'settled'), sentAs('Two', 'withdrawn'), sentAs('Three', 'settled', 'comment')),
    ).toEqual(['a', 'b', 'penro_comments'])
    expect(left(sentAs('One', 'open', 'explain'), sentAs('One too', 'open'))).toEqual([
      'a',
      'b',
      'penro_comments',
    ])
    expect(left({ ...sentAs('One', 'open'), place: { about: 'record' } } as unknown as Point)).toEqual([
      'a',
      'b',
      'penro_comments',
    ])
  })

  test('what an older draft asked again is left out once it was asked in these words', () => {
    const again = (text: string) => ({ ...NOTHING_PREPARED, reopened: [{ id: 1, text }] })
    const steps = [{ action: 'Reopened', text: 'Why?' }]
    const asked = { ...point('', 'Why?'), ...sent(1, 'answered'), steps } as unknown as Point
    expect(leftOf(again('Why? '), [asked]).reopened).toEqual([])
    expect(leftOf(again('Why 5 ha?'), [asked]).reopened).toHaveLength(1)
  })
})
