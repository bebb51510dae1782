import { describe, expect, test } from 'vitest'
import type { IndicatorFacts, Upload, VerificationEntry } from '../../shared/activities/activities.schema.ts'
import {
  countUnchecked,
  type FactConflict,
  factConflicts,
  factOf,
  filesOf,
  meansOf,
  migrateDraft,
  NO_CHANGES,
  onlyIndicators,
  readMeansDraft,
  unknownIndicatorIn,
  unsavedWords,
  withAdded,
  withChoice,
  withFact,
  withoutIndicators,
  withoutSent,
  withRemoved,
} from './means-draft.ts'

const file = (upload_id: number): Upload => ({
  upload_id,
  upload_file_name: `file ${upload_id}.pdf`,
  size: 10,
  media_type: 'application/pdf',
  sha256: 'ab'.repeat(32),
  created_at: '2026-03-01T00:00:00.000Z',
  scan_status: 'clean',
})
const saved = (sites_criteria_indicator_id: number, ...ids: number[]): VerificationEntry => ({
  sites_principle_id: 1,
  sites_criteria_id: 11,
  sites_criteria_indicator_id,
  upload: ids.map(file),
})
const having = (verification: VerificationEntry[], facts: IndicatorFacts[] = []) => ({ verification, facts })
const typing = (
  facts: IndicatorFacts[],
  ...typed: [indicator: number, figure: number | null, value: string][]
) =>
  typed.reduce(
    (draft, [indicator, figure, value]) => withFact(draft, facts, { indicator, figure }, value),
    NO_CHANGES,
  )
const ids = (files: Upload[]) => files.map((one) => one.upload_id)

describe('unsaved evidence of one principle', () => {
  test('nothing changed means nothing to send', () => {
    expect(meansOf(NO_CHANGES, having([saved(101, 1, 2)]))).toEqual([])
    expect(ids(filesOf(NO_CHANGES, [saved(101, 1, 2)], 101))).toEqual([1, 2])
  })

  test('a changed indicator is sent with its full list, the others are not named', () => {
    const draft = withRemoved(withAdded(NO_CHANGES, 101, file(9)), 101, 1)
    const verification = [saved(101, 1, 2), saved(102, 3)]
    expect(meansOf(draft, having(verification))).toEqual([
      {
        sites_criteria_indicator_id: 101,
        upload_id: [2, 9],
        files: [
          { id: 2, name: 'file 2.pdf' },
          { id: 9, name: 'file 9.pdf' },
        ],
      },
    ])
    expect(unsavedWords(draft, having(verification))).toBe('1 file not saved yet')
  })

  test('taking the last file off clears the indicator', () => {
    const draft = withRemoved(NO_CHANGES, 101, 1)
    expect(meansOf(draft, having([saved(101, 1)]))).toEqual([
      { sites_criteria_indicator_id: 101, upload_id: [], files: [] },
    ])
  })

  test('a file that arrives twice is there once', () => {
    const draft = withAdded(withAdded(NO_CHANGES, 101, file(9)), 101, file(9))
    expect(ids(filesOf(draft, [], 101))).toEqual([9])
  })

  test('a file added and taken off again changes nothing', () => {
    const draft = withRemoved(withAdded(NO_CHANGES, 101, file(9)), 101, 9)
    expect(meansOf(draft, having([saved(101, 1)]))).toEqual([])
    expect(unsavedWords(draft, having([saved(101, 1)]))).toBe('')
  })

  test('what arrived while a save ran is left to save, and what it sent is not', () => {
    const sent = withFact(
      withRemoved(withAdded(NO_CHANGES, 101, file(9)), 102, 3),
      [],
      { indicator: 101, figure: null },
      'Planted',
    )
    const now = withAdded(withAdded(sent, 101, file(10)), 103, file(11))
    const rest = withoutSent(now, sent)
    expect(Object.keys(rest)).toEqual(['101', '103'])
    const after = having([saved(101, 1, 9)])
    expect(meansOf(rest, after).map((one) => [one.sites_criteria_indicator_id, one.upload_id])).toEqual([
      [101, [1, 9, 10]],
      [103, [11]],
    ])
    expect(withoutSent(sent, sent)).toEqual(NO_CHANGES)
  })

  test('what a colleague saved in between stays', () => {
    const draft = withAdded(NO_CHANGES, 101, file(9))
    expect(meansOf(draft, having([saved(101, 5)]))[0]?.upload_id).toEqual([5, 9])
  })

  test('a save whose answer was lost is not repeated', () => {
    const draft = withAdded(NO_CHANGES, 101, file(9))
    expect(meansOf(draft, having([saved(101, 9)]))).toEqual([])
    expect(ids(filesOf(withRemoved(draft, 101, 9), [saved(101, 9)], 101))).toEqual([])
  })

  test('files of an older set of criteria go under the indicators that took the place of theirs; the rest is named', () => {
    const older = withAdded(withAdded(withAdded(NO_CHANGES, 11, file(1)), 12, file(2)), 21, file(3))
    expect(unknownIndicatorIn(older, [21, 22])).toBe(11)
    const { draft, left } = migrateDraft(older, [21, 22], {
      indicators: new Map([[11, 21]]),
      figures: new Map(),
    })
    expect(ids(filesOf(draft, [], 21))).toEqual([3, 1])
    expect(ids(left)).toEqual([2])
    expect(unknownIndicatorIn(draft, [21, 22])).toBeNull()
  })

  test('texts and figures of an older set go along; what has no place any more is told', () => {
    const typed = typing([], [11, null, 'Rain'], [11, 5, '12'], [11, 6, '3'])
    const older = withFact(typed, [], { indicator: 12, figure: null }, 'Nothing')
    expect(unknownIndicatorIn(older, [21])).toBe(11)
    const { draft, leftTexts } = migrateDraft(older, [21], {
      indicators: new Map([[11, 21]]),
      figures: new Map([[5, 50]]),
    })
    expect(factOf(draft, [], { indicator: 21, figure: null }).value).toBe('Rain')
    expect(factOf(draft, [], { indicator: 21, figure: 50 }).value).toBe('12')
    expect(leftTexts).toEqual(['3', 'Nothing'])
  })

  describe('beside the files', () => {
    const told: IndicatorFacts = {
      sites_criteria_indicator_id: 101,
      what_happened: 'Two meetings',
      taken_from: 2025,
      figures: [{ indicator_figure_id: 7, value: '12', taken_from: null }],
    }

    test('only what differs is sent, with the files as they are', () => {
      const draft = typing([told], [101, null, 'Three meetings'], [101, 7, '12'])
      expect(meansOf(draft, having([saved(101, 1)], [told]))).toEqual([
        {
          sites_criteria_indicator_id: 101,
          upload_id: [1],
          files: [{ id: 1, name: 'file 1.pdf' }],
          what_happened: 'Three meetings',
        },
      ])
    })

    test('what was taken over is sent as it is once somebody says that it still holds', () => {
      const draft = typing([told], [101, null, 'Two meetings'])
      expect(factOf(draft, [told], { indicator: 101, figure: null })).toEqual({
        value: 'Two meetings',
        taken_from: null,
      })
      expect(meansOf(draft, having([], [told]))[0]?.what_happened).toBe('Two meetings')
      expect(meansOf(draft, having([], [{ ...told, taken_from: null }]))).toEqual([])
      expect(countUnchecked([told])).toBe(1)
    })

    test('waits for a save in words, beside the files', () => {
      const both = withAdded(typing([told], [101, null, 'Four']), 102, file(9))
      expect(unsavedWords(both, having([], [told]))).toBe('1 file, texts or figures not saved yet')
      expect(unsavedWords(typing([told], [101, 7, '12']), having([], [told]))).toBe('')
    })

    test('[S-144] what a colleague saved otherwise meanwhile waits for a choice, text and figure, and is never overwritten', () => {
      const typed = typing([told], [101, null, 'Mine'], [101, 7, '20'])
      const was: IndicatorFacts = {
        ...told,
        what_happened: 'Two meetings',
        figures: [{ indicator_figure_id: 7, value: '12', taken_from: null }],
      }
      expect(factConflicts(typed, [was])).toEqual([])
      const theirs: IndicatorFacts = {
        ...was,
        what_happened: 'Theirs',
        figures: [{ indicator_figure_id: 7, value: '13', taken_from: null }],
      }
      const both = factConflicts(typed, [theirs])
      expect(both).toEqual([
        { indicator: 101, figure: null, theirs: 'Theirs', mine: 'Mine' },
        { indicator: 101, figure: 7, theirs: '13', mine: '20' },
      ])
      const [text, figure] = both as [FactConflict, FactConflict]
      const chosen = withChoice(withChoice(typed, text, 'mine'), figure, 'theirs')
      expect(factConflicts(chosen, [theirs])).toEqual([])
      const [sent] = meansOf(chosen, having([], [theirs]))
      expect([sent?.what_happened, sent?.figures]).toEqual(['Mine', undefined])
      // a third user's save is a conflict again
      expect(factConflicts(chosen, [{ ...theirs, what_happened: 'Third' }])).toHaveLength(1)
      // a save whose answer was lost is the person's own
      expect(
        factConflicts(typed, [
          {
            ...theirs,
            what_happened: 'Mine',
            figures: [{ indicator_figure_id: 7, value: '20', taken_from: null }],
          },
        ]),
      ).toEqual([])
      expect(
        meansOf(withChoice(typed, text, 'theirs'), having([], [theirs]))[0]?.what_happened,
      ).toBeUndefined()
    })

    test('an emptied figure is taken away, a space in an empty one is nothing', () => {
      expect(meansOf(typing([told], [101, 7, '']), having([], [told]))[0]?.figures).toEqual([
        { indicator_figure_id: 7, value: '' },
      ])
      expect(meansOf(typing([told], [101, 8, ' ']), having([], [told]))).toEqual([])
    })
  })

  test('turning Add MOV off forgets the changes of its indicators only', () => {
    const draft = withAdded(withAdded(NO_CHANGES, 101, file(8)), 102, file(9))
    expect(withoutIndicators(draft, [101])).toEqual(withAdded(NO_CHANGES, 102, file(9)))
    expect(onlyIndicators(draft, [102, 103])).toEqual(withAdded(NO_CHANGES, 102, file(9)))
  })

  test('survives being kept as text; anything else that is found there counts as nothing', () => {
    const draft = withAdded(NO_CHANGES, 101, file(9))
    expect(readMeansDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
    for (const kept of [null, 'text', [1], {}, { 101: { added: [{}], removed: [] } }])
      expect(readMeansDraft(kept)).toBe(null)
  })
})
