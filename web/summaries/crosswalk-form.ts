import { z } from 'zod/mini'
import { crosswalkDifference, crosswalkWords } from '../../shared/summaries/crosswalk.rules.ts'
import {
  type Crosswalk,
  CrosswalkInput,
  type CrosswalkLine,
} from '../../shared/summaries/crosswalk.schema.ts'
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

/** The first error of each dotted path, by the server's own rules. */
export function crosswalkFormComplaints({ lines }: CrosswalkFormValues): Record<string, string> {
  const complaints: Record<string, string> = {}
  const { error } = z.safeParse(CrosswalkInput, { version: 1, lines })
  for (const { path, message } of error?.issues ?? []) complaints[path.join('.')] ??= message
  return complaints
}

/** The principles in which the form differs from the crosswalk as saved now. */
export const crosswalkSides = ({ lines }: CrosswalkFormValues, now: Crosswalk): Side[] =>
  crosswalkDifference(now.lines, lines).map(({ principle_number, before, after }) => ({
    field: `${principle_number}`,
    label: `Principle ${principle_number}`,
    theirs: `${crosswalkWords(before)}. ${before.why}`,
    mine: `${crosswalkWords(after)}. ${after.why}`,
  }))
