import { z } from 'zod/mini'
import { crosswalkDifference, crosswalkWords } from '../../shared/summaries/crosswalk.rules.ts'
import {
  type Crosswalk,
  CrosswalkInput,
  type CrosswalkLine,
} from '../../shared/summaries/crosswalk.schema.ts'
import { filledCodes, type Framework, frameworkWords } from '../../shared/summaries/frameworks.ts'
import { SAFEGUARDS, type Safeguard } from '../../shared/summaries/safeguards.ts'
import type { Side } from '../drafts/SideBySide.tsx'

export const ANSWERS = ['none', 'supporting', 'primary'] as const
export type Answer = (typeof ANSWERS)[number]

export const ANSWER_WORDS: Record<Answer, string> = {
  none: 'Not',
  supporting: 'Supporting',
  primary: 'Above all',
}

export type CrosswalkFormValues = Pick<Crosswalk, 'lines'>

/** The answer of this principle to a safeguard. */
export function answerOf({ primary, supporting }: CrosswalkLine, safeguard: Safeguard): Answer {
  if (primary.includes(safeguard)) return 'primary'
  return supporting.includes(safeguard) ? 'supporting' : 'none'
}

/** The line with another answer to one safeguard. */
export function withAnswer(line: CrosswalkLine, safeguard: Safeguard, answer: Answer): CrosswalkLine {
  const lettersOf = (wanted: Answer) =>
    SAFEGUARDS.filter((letter) => (letter === safeguard ? answer : answerOf(line, letter)) === wanted)
  return { ...line, primary: lettersOf('primary'), supporting: lettersOf('supporting') }
}

/** The line with other codes of one framework; without any codes it is as a line that never had one. */
export function withCodes(
  { frameworks: before, ...line }: CrosswalkLine,
  name: Framework,
  codes: string[],
): CrosswalkLine {
  const frameworks = filledCodes({ ...before, [name]: codes })
  return frameworks ? { ...line, frameworks } : line
}

/** The first error of each dotted path, by the server's own rules. */
export function crosswalkFormComplaints({ lines }: CrosswalkFormValues): Record<string, string> {
  const complaints: Record<string, string> = {}
  const { error } = z.safeParse(CrosswalkInput, { version: 1, lines })
  for (const { path, message } of error?.issues ?? []) complaints[path.join('.')] ??= message
  return complaints
}

/** The first error of each framework of a line, whichever of its codes has it. */
export function codeComplaints(
  complaints: Record<string, string>,
  index: number,
): Record<Framework, string | undefined> {
  const first = (name: Framework) =>
    Object.entries(complaints).find(([path]) => path.startsWith(`lines.${index}.frameworks.${name}`))?.[1]
  return { trees: first('trees'), ess: first('ess'), undp: first('undp') }
}

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
