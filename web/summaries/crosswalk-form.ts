import type { Line } from '../../shared/lib/fields.ts'
import type { CROSSWALK, CROSSWALK_LINE } from '../../shared/summaries/crosswalk.fields.ts'
import { crosswalkDifference, crosswalkWords } from '../../shared/summaries/crosswalk.rules.ts'
import type { Crosswalk, CrosswalkLine } from '../../shared/summaries/crosswalk.schema.ts'
import { filledCodes, type Framework, frameworkWords } from '../../shared/summaries/frameworks.ts'
import { SAFEGUARDS, type Safeguard } from '../../shared/summaries/safeguards.ts'
import type { Side } from '../drafts/SideBySide.tsx'

export type Answer = 'none' | 'supporting' | 'primary'

/** How a principle answers a safeguard: in the form, in the table, and as it is read aloud there. */
export const ANSWERS: readonly { value: Answer; label: string; sign: string; spoken: string }[] = [
  { value: 'none', label: 'Not', sign: '', spoken: 'not' },
  { value: 'supporting', label: 'Supporting', sign: '○', spoken: 'supporting' },
  { value: 'primary', label: 'Above all', sign: '●', spoken: 'above all' },
]

export type CrosswalkFormValues = ReturnType<typeof CROSSWALK.start>
export type FormLine = Line<typeof CROSSWALK_LINE.fields>

/** The answer of this principle to a safeguard. */
export function answerOf({ primary, supporting }: CrosswalkLine, safeguard: Safeguard): Answer {
  if (primary.includes(safeguard)) return 'primary'
  return supporting.includes(safeguard) ? 'supporting' : 'none'
}

/** The line with another answer to one safeguard. */
export function withAnswer(line: FormLine, safeguard: Safeguard, answer: Answer): FormLine {
  const lettersOf = (wanted: Answer) =>
    SAFEGUARDS.filter((letter) => (letter === safeguard ? answer : answerOf(line, letter)) === wanted)
  return { ...line, primary: lettersOf('primary'), supporting: lettersOf('supporting') }
}

/** The line with other codes of one framework; without any codes it is as a line that never had one. */
export const withCodes = (line: FormLine, name: Framework, codes: string[]): FormLine => ({
  ...line,
  frameworks: filledCodes({ ...line.frameworks, [name]: codes }) ?? {},
})

/** The first complaint about a place of a line, or about what is inside it. */
export const complaintAt = (
  complaints: Record<string, string>,
  index: number,
  place: string,
): string | undefined =>
  Object.entries(complaints).find(([path]) => path.startsWith(`lines.${index}.${place}`))?.[1]

const sideOf = (line: CrosswalkLine): string => {
  const codes = frameworkWords(line.frameworks)
  return `${crosswalkWords(line)}. ${line.why}${codes && ` ${codes}.`}`
}

/** The principles in which the form differs from the crosswalk as saved now. */
export const crosswalkSides = ({ lines }: CrosswalkFormValues, now: Crosswalk): Side[] =>
  crosswalkDifference(now.lines, lines).map(({ principle_number, before, after }) => ({
    field: `${principle_number}`,
    label: `Principle ${principle_number}`,
    theirs: sideOf(before),
    mine: sideOf(after),
  }))
