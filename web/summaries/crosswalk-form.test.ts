import { expect, test } from 'vitest'
import { CROSSWALK } from '../../shared/summaries/crosswalk.fields.ts'
import type { CrosswalkLine } from '../../shared/summaries/crosswalk.schema.ts'
import { SAFEGUARDS } from '../../shared/summaries/safeguards.ts'
import {
  type Answer,
  answerOf,
  complaintAt,
  crosswalkSides,
  type FormLine,
  withAnswer,
  withCodes,
} from './crosswalk-form.ts'

const LINES: CrosswalkLine[] = Array.from({ length: 8 }, (_, index) => ({
  principle_number: index + 1,
  primary: [SAFEGUARDS[index % 7] ?? 'a'],
  supporting: index === 3 ? ['b', 'c'] : [],
  why: `Reason ${index + 1}`,
}))
const STARTED = CROSSWALK.start({ lines: LINES })
const changed = (number: number, change: (line: FormLine) => FormLine) => ({
  lines: STARTED.lines.map((line) => (line.principle_number === number ? change(line) : line)),
})

test('an answer replaces the one before, in the order of the safeguards', () => {
  const [, , , fourth] = STARTED.lines as [FormLine, FormLine, FormLine, FormLine]
  const after = (safeguard: 'a' | 'b' | 'd', answer: Answer) => {
    const { primary, supporting } = withAnswer(fourth, safeguard, answer)
    return [primary.join(''), supporting.join('')]
  }
  expect(after('a', 'primary')).toEqual(['ad', 'bc'])
  expect(after('b', 'primary')).toEqual(['bd', 'c'])
  expect(after('d', 'none')).toEqual(['', 'bc'])
  expect(SAFEGUARDS.map((letter) => answerOf(fourth, letter)[0]).join('')).toBe('nsspnnn')
})

test('what is wrong is said under its principle, and of the whole where it belongs to none', () => {
  expect(CROSSWALK.complaints(STARTED)).toEqual({})
  // only principle 3 is a primary answer to (c)
  const without = changed(3, (line) => withAnswer(line, 'c', 'none'))
  expect(CROSSWALK.complaints(without)).toEqual({
    'lines.2.primary': 'Principle 3 must answer at least one safeguard above all.',
    lines: 'No principle answers safeguard (c) above all.',
  })
  const silent = changed(6, (line) => ({ ...line, why: ' ' }))
  expect(Object.keys(CROSSWALK.complaints(silent))).toEqual(['lines.5.why'])
})

test('[S-144] a second saver sees in which principles the saved crosswalk and the form differ', () => {
  const now = { version: 3, created_at: '', created_by: null, lines: LINES }
  expect(crosswalkSides(STARTED, now)).toEqual([])
  expect(
    crosswalkSides(
      changed(4, (line) => ({ ...line, why: 'Mine' })),
      now,
    ),
  ).toEqual([
    {
      field: '4',
      label: 'Principle 4',
      theirs: '(d); supporting (b), (c). Reason 4',
      mine: '(d); supporting (b), (c). Mine',
    },
  ])
})

test('codes of other frameworks are part of a line only while there are some', () => {
  const [first] = STARTED.lines as [FormLine]
  const filled = withCodes(first, 'ess', ['ESS5'])
  expect(filled.frameworks).toEqual({ ess: ['ESS5'] })
  expect(withCodes(withCodes(filled, 'trees', ['1.1']), 'ess', [])).toMatchObject({
    frameworks: { trees: ['1.1'] },
  })
  expect(withCodes(filled, 'ess', [])).toEqual(first)
  const lines = changed(1, () => withCodes(first, 'undp', ['1', 'x'.repeat(21)])).lines
  const complaints = CROSSWALK.complaints({ lines })
  const said = (['trees', 'ess', 'undp'] as const).map((name) =>
    complaintAt(complaints, 0, `frameworks.${name}`),
  )
  expect(said).toEqual([undefined, undefined, 'A code of UNDP carbon registry cannot exceed 20 characters.'])
  const now = { version: 1, created_at: '', created_by: null, lines: LINES }
  expect(crosswalkSides({ lines: changed(1, () => filled).lines }, now)).toMatchObject([
    { field: '1', mine: expect.stringMatching(/Reason 1 World Bank ESS: ESS5\.$/) },
  ])
})
