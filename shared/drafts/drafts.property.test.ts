import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FULL } from '../../tests/support/full.ts'
import { afterDiscard, afterSave, type DraftContent } from './draft-content.ts'
import { hasUnsent, NEW_WINDOW, nextSave, withStored } from './draft-window.ts'
import type { DraftValues } from './merge.ts'

const SEED = Number(process.env.SEED ?? 20_310_704)
const RUNS = FULL ? 20_000 : 300

const PLACES = ['comment 1', 'comment 2', 'point', 'tick', 'field'] as const
const Step = fc.record({
  window: fc.nat(2),
  does: fc.constantFrom(
    'type',
    'type',
    'type',
    'save',
    'save',
    'lose the call',
    'lose the answer',
    'look',
    'discard',
  ),
  place: fc.constantFrom(...PLACES),
})

type Values = {
  comments: Record<string, string>
  points: { key: string; text: string }[]
  looked: number[]
  area: string
}
const valuesOf = (typed: DraftValues | null): Values => ({
  comments: {},
  points: [],
  looked: [],
  area: '',
  ...(typed as Partial<Values> | null),
})

/** Types a word that occurs once into a place. */
function type(values: Values, place: (typeof PLACES)[number], number: number): Values {
  const word = `word${number}.`
  if (place === 'tick') return { ...values, looked: [...values.looked, number] }
  if (place === 'field') return { ...values, area: word }
  if (place === 'point') {
    const [first] = values.points
    // sometimes another point, sometimes more of the first
    if (!first || number % 2 === 0)
      return { ...values, points: [...values.points, { key: `${number}`, text: word }] }
    return { ...values, points: [{ ...first, text: `${first.text} ${word}` }, ...values.points.slice(1)] }
  }
  const before = values.comments[place]
  return { ...values, comments: { ...values.comments, [place]: before ? `${before} ${word}` : word } }
}

const wordsIn = (value: unknown): string[] => JSON.stringify(value ?? null).match(/word\d+\./g) ?? []

const TITLE = `[S-166] three windows in any order: nothing typed is lost, and no text is there twice (${RUNS} runs, seed ${SEED})`

test(TITLE, { timeout: FULL ? 240_000 : 30_000 }, () => {
  fc.assert(
    fc.property(fc.array(Step, { maxLength: 60, size: 'max' }), (steps) => {
      const windows = [NEW_WINDOW, NEW_WINDOW, NEW_WINDOW]
      let stored: DraftContent | null = null
      let number = 1000
      let saves = 0
      /** what must be found at the end; a value for one place goes when the same window replaces it */
      const alive = new Set<string>()
      const ticks = new Set<number>()
      const save = (at: number, lost: 'call' | 'answer' | null) => {
        const known = windows[at] ?? NEW_WINDOW
        if (!hasUnsent(known)) return
        saves += 1
        const next = nextSave(known, { form_key: 'k', began: undefined, id: `save${saves}` })
        windows[at] = next.window
        if (lost === 'call') return
        stored = afterSave(stored, next.save).content
        if (lost === null) windows[at] = withStored(next.window, stored, undefined)
      }
      for (const { window: at, does, place } of steps) {
        const known = windows[at] ?? NEW_WINDOW
        if (does === 'type') {
          number += 1
          const before = valuesOf(known.typed)
          const typed = type(before, place, number)
          windows[at] = { ...known, typed: { ...typed } }
          if (place === 'tick') ticks.add(number)
          else alive.add(`word${number}.`)
          if (place === 'field') alive.delete(before.area)
        } else if (does === 'save') save(at, null)
        else if (does === 'lose the call') save(at, 'call')
        else if (does === 'lose the answer') save(at, 'answer')
        else if (does === 'look' && !known.pending) windows[at] = withStored(known, stored, undefined)
        else if (does === 'discard' && !known.pending) {
          for (const word of wordsIn([known.typed, known.seen])) alive.delete(word)
          for (const tick of valuesOf(known.typed).looked) ticks.delete(tick)
          if (stored && known.seen) stored = afterDiscard(stored, known.seen)
          windows[at] = NEW_WINDOW
        }
      }
      for (const turn of [1, 2]) for (const at of [0, 1, 2]) for (const _try of [turn, 3]) save(at, null)
      for (const at of [0, 1, 2]) windows[at] = withStored(windows[at] ?? NEW_WINDOW, stored, undefined)

      const last = stored as DraftContent | null
      const found = wordsIn([last?.values, last?.others])
      expect([...alive].filter((word) => !found.includes(word))).toEqual([])
      expect([...ticks].filter((tick) => !valuesOf(last?.values ?? null).looked.includes(tick))).toEqual([])
      // a text that was discarded stays in each window that had added to it
      const texts = wordsIn([last?.values.comments, last?.values.points]).filter((word) => alive.has(word))
      expect(texts).toHaveLength(new Set(texts).size)
      // every window shows what is stored
      for (const { typed } of windows) expect(wordsIn(typed).sort()).toEqual(wordsIn(last?.values).sort())
    }),
    { seed: SEED, numRuns: RUNS },
  )
})
