import { differences } from '../lib/differences.ts'
import { PRINCIPLE_NUMBERS } from '../principles/principle-titles.ts'
import type { CrosswalkLine } from './crosswalk.schema.ts'
import { frameworkWords } from './frameworks.ts'
import { type Safeguard, SAFEGUARDS } from './safeguards.ts'

type Answers = Pick<CrosswalkLine, 'principle_number' | 'primary' | 'supporting'>
type Complaint = { path: (string | number)[]; message: string }

/**
 * Returns the errors in a crosswalk: each principle must occur once and answer at least one safeguard primarily, no
 * safeguard twice, and each safeguard must be answered primarily by some principle.
 */
export function crosswalkComplaints(lines: readonly Answers[]): Complaint[] {
  const complaints: Complaint[] = []
  for (const [index, { principle_number, primary, supporting }] of lines.entries()) {
    if (lines.findIndex((line) => line.principle_number === principle_number) < index)
      complaints.push({
        path: [index, 'principle_number'],
        message: `Principle ${principle_number} is listed twice.`,
      })
    if (primary.length === 0)
      complaints.push({
        path: [index, 'primary'],
        message: `Principle ${principle_number} must answer at least one safeguard above all.`,
      })
    const letters = [...primary, ...supporting]
    const twice = letters.find((letter, at) => letters.indexOf(letter) < at)
    if (twice)
      complaints.push({
        path: [index, 'supporting'],
        message: `Principle ${principle_number} names safeguard (${twice}) twice.`,
      })
  }
  const absent = PRINCIPLE_NUMBERS.filter((number) => lines.every((line) => line.principle_number !== number))
  if (absent.length > 0)
    complaints.push({ path: [], message: `Principle ${absent.join(', ')} is missing from the crosswalk.` })
  for (const safeguard of SAFEGUARDS)
    if (lines.every(({ primary }) => !primary.includes(safeguard)))
      complaints.push({ path: [], message: `No principle answers safeguard (${safeguard}) above all.` })
  return complaints
}

/** A line that differs between two versions. */
export type CrosswalkDifference = { principle_number: number; before: CrosswalkLine; after: CrosswalkLine }

/** What a line says, as texts that are compared by themselves. */
const lineTexts = (line: CrosswalkLine) => ({
  answers: crosswalkWords(line),
  reason: line.why,
  'other frameworks': frameworkWords(line.frameworks) || null,
})

/** Returns the texts in which two versions of a line differ. */
export function differingTexts({ before, after }: Pick<CrosswalkDifference, 'before' | 'after'>) {
  const [old, now] = [lineTexts(before), lineTexts(after)]
  return differences(
    ['answers', 'reason', 'other frameworks'],
    (name) => old[name],
    (name) => now[name],
  )
}

export const crosswalkDifference = (
  before: readonly CrosswalkLine[],
  after: readonly CrosswalkLine[],
): CrosswalkDifference[] =>
  PRINCIPLE_NUMBERS.flatMap((principle_number) => {
    const find = (lines: readonly CrosswalkLine[]) =>
      lines.find((line) => line.principle_number === principle_number)
    const [old, now] = [find(before), find(after)]
    if (!old || !now || differingTexts({ before: old, after: now }).length === 0) return []
    return [{ principle_number, before: old, after: now }]
  })

/** "(a), supporting (b) and (c)": a line as shown in log and pages. */
export function crosswalkWords({ primary, supporting }: Answers): string {
  const list = (letters: readonly Safeguard[]) =>
    letters
      .toSorted()
      .map((letter) => `(${letter})`)
      .join(', ')
  return supporting.length === 0 ? list(primary) : `${list(primary)}; supporting ${list(supporting)}`
}

export type PrincipleRole = { principle_number: number; is_primary: boolean }

/** The principles that answer a safeguard, the primary ones first. */
export const principlesFor = (lines: readonly Answers[], safeguard: Safeguard): PrincipleRole[] =>
  [true, false].flatMap((is_primary) =>
    lines
      .filter((line) => (is_primary ? line.primary : line.supporting).includes(safeguard))
      .map(({ principle_number }) => ({ principle_number, is_primary }))
      .toSorted((a, b) => a.principle_number - b.principle_number),
  )
