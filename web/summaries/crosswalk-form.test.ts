import { expect, test } from 'vitest'
import type { CrosswalkLine } from '../../shared/summaries/crosswalk.schema.ts'
import { SAFEGUARDS } from '../../shared/summaries/safeguards.ts'
import {
  type CrosswalkFormValues,
  crosswalkFormComplaints,
  draftOfCrosswalk,
  lineComplaint,
  linesOf,
  valuesOfCrosswalk,
  wholeComplaints,
} from './crosswalk-form.ts'

const LINES: CrosswalkLine[] = Array.from({ length: 8 }, (_, index) => ({
  principle_number: index + 1,
  primary: [SAFEGUARDS[index % 7] ?? 'a'],
  supporting: index === 3 ? ['b', 'c'] : [],
  why: `Reason ${index + 1}`,
}))
const values = valuesOfCrosswalk({ lines: LINES })
const changed = (index: number, change: Partial<CrosswalkFormValues['lines'][number]['answers']>) => ({
  lines: values.lines.map((line, at) =>
    at === index ? { ...line, answers: { ...line.answers, ...change } } : line,
  ),
})

test('a version comes back from its form as it was', () => {
  expect(linesOf(values)).toEqual(LINES)
  expect(crosswalkFormComplaints(3, values)).toEqual({})
})

test('what is wrong is told under its principle, and of the whole where it belongs to none', () => {
  // (c) stands with principle 3 alone
  const without = changed(2, { c: 'none' })
  expect(lineComplaint(without, 2)).toBe('Principle 3 must answer at least one safeguard above all.')
  expect(lineComplaint(without, 1)).toBe(null)
  expect(wholeComplaints(without)).toEqual(['No principle answers safeguard (c) above all.'])
  expect(Object.keys(crosswalkFormComplaints(3, without)).sort()).toEqual(['lines', 'lines.2.primary'])
  const silent = { lines: values.lines.map((line, at) => (at === 5 ? { ...line, why: ' ' } : line)) }
  expect(Object.keys(crosswalkFormComplaints(3, silent))).toEqual(['lines.5.why'])
})

test('a kept draft is read whole or not at all', () => {
  const { read } = draftOfCrosswalk({ version: 3, created_at: '', created_by: null, lines: linesOf(values) })
  expect(read(structuredClone(values))).toEqual(values)
  expect(read({ lines: values.lines.slice(1) })).toBe(null)
  expect(read({ lines: values.lines.map((line) => ({ ...line, answers: { a: 'maybe' } })) })).toBe(null)
})
