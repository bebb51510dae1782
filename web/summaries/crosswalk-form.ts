import { z } from 'zod/mini'
import { crosswalkDifference, crosswalkWords } from '../../shared/summaries/crosswalk.rules.ts'
import {
  type Crosswalk,
  CrosswalkInput,
  type CrosswalkLine,
} from '../../shared/summaries/crosswalk.schema.ts'
import { SAFEGUARDS, type Safeguard } from '../../shared/summaries/safeguards.ts'
import type { Side } from '../drafts/SideBySide.tsx'

/** How a principle answers a safeguard. */
export const ANSWERS = ['none', 'supporting', 'primary'] as const
export type Answer = (typeof ANSWERS)[number]

export const ANSWER_WORDS: Record<Answer, string> = {
  none: 'Not',
  supporting: 'Supporting',
  primary: 'Above all',
}

export type CrosswalkFormValues = Pick<Crosswalk, 'lines'>

/** How this principle answers a safeguard. */
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

/** First sentence per dotted path of everything that is wrong, by the same rules as the server's. */
export function crosswalkFormComplaints({ lines }: CrosswalkFormValues): Record<string, string> {
  const complaints: Record<string, string> = {}
  const { error } = z.safeParse(CrosswalkInput, { version: 1, lines })
  for (const { path, message } of error?.issues ?? []) complaints[path.join('.')] ??= message
  return complaints
}

/** In which principles a form and the crosswalk as saved now differ. */
export const crosswalkSides = ({ lines }: CrosswalkFormValues, now: Crosswalk): Side[] =>
  crosswalkDifference(now.lines, lines).map(({ principle_number, before, after }) => ({
    field: `${principle_number}`,
    label: `Principle ${principle_number}`,
    theirs: `${crosswalkWords(before)}. ${before.why}`,
    mine: `${crosswalkWords(after)}. ${after.why}`,
  }))
