import { z } from 'zod/mini'
import { PRINCIPLE_NUMBERS } from '../../shared/principles/principle-titles.ts'
import { crosswalkComplaints } from '../../shared/summaries/crosswalk.rules.ts'
import {
  type Crosswalk,
  CrosswalkInput,
  type CrosswalkLine,
} from '../../shared/summaries/crosswalk.schema.ts'
import { perSafeguard, SAFEGUARDS, type Safeguard } from '../../shared/summaries/safeguards.ts'
import type { DraftOf } from '../drafts/useDraft.ts'

/** How a principle answers a safeguard. */
export const ANSWERS = ['none', 'supporting', 'primary'] as const
const Answer = z.enum(ANSWERS)
export type Answer = z.output<typeof Answer>

export const ANSWER_WORDS: Record<Answer, string> = {
  none: 'Not',
  supporting: 'Supporting',
  primary: 'Above all',
}

const FormLine = z.object({ answers: z.record(z.enum(SAFEGUARDS), Answer), why: z.string() })
const CrosswalkFormValues = z.object({
  lines: z.array(FormLine).check(z.length(PRINCIPLE_NUMBERS.length)),
})

/** The eight principles in their order, each with its answer to every safeguard. */
export type CrosswalkFormValues = z.output<typeof CrosswalkFormValues>

export const answerOf = (
  line: Pick<CrosswalkLine, 'primary' | 'supporting'>,
  safeguard: Safeguard,
): Answer => {
  if (line.primary.includes(safeguard)) return 'primary'
  return line.supporting.includes(safeguard) ? 'supporting' : 'none'
}

/** The form of a stored version. */
export const valuesOfCrosswalk = ({ lines }: Pick<Crosswalk, 'lines'>): CrosswalkFormValues => ({
  lines: PRINCIPLE_NUMBERS.map((number) => {
    const line = lines.find(({ principle_number }) => principle_number === number)
    const { primary, supporting, why } = line ?? { primary: [], supporting: [], why: '' }
    return { answers: perSafeguard((safeguard) => answerOf({ primary, supporting }, safeguard)), why }
  }),
})

/** The one draft of it; one begun from an older version says so. */
export const draftOfCrosswalk = (crosswalk: Crosswalk): DraftOf<CrosswalkFormValues> => ({
  form: 'crosswalk-edit',
  name: 'the crosswalk',
  revision: crosswalk.version,
  record: valuesOfCrosswalk(crosswalk),
  read: (kept) => {
    const parsed = CrosswalkFormValues.safeParse(kept)
    return parsed.success ? parsed.data : null
  },
})

const withAnswer = (line: CrosswalkFormValues['lines'][number], wanted: Answer): Safeguard[] =>
  SAFEGUARDS.filter((safeguard) => line.answers[safeguard] === wanted)

/** The lines that a save would send. */
export const linesOf = ({ lines }: CrosswalkFormValues): CrosswalkLine[] =>
  lines.map((line, index) => ({
    principle_number: index + 1,
    primary: withAnswer(line, 'primary'),
    supporting: withAnswer(line, 'supporting'),
    why: line.why,
  }))

/** What a save would send, on top of the version the form began from. */
const toCrosswalkInput = (version: number, values: CrosswalkFormValues): CrosswalkInput => ({
  version,
  lines: linesOf(values),
})

/** First sentence per dotted path of everything that is wrong, by the same rules as the server's. */
export function crosswalkFormComplaints(
  version: number,
  values: CrosswalkFormValues,
): Record<string, string> {
  const complaints: Record<string, string> = {}
  const { error } = z.safeParse(CrosswalkInput, toCrosswalkInput(version, values))
  for (const { path, message } of error?.issues ?? []) complaints[path.join('.')] ??= message
  return complaints
}

/** What is wrong with the answers of one principle, at once; null when nothing is. */
export const lineComplaint = (values: CrosswalkFormValues, index: number): string | null =>
  crosswalkComplaints(linesOf(values)).find(({ path }) => path[0] === index)?.message ?? null

/** What is wrong with all of them together. */
export const wholeComplaints = (values: CrosswalkFormValues): string[] =>
  crosswalkComplaints(linesOf(values)).flatMap(({ path, message }) => (path.length === 0 ? [message] : []))

/** Whether the form has a place to show what was said of this dotted path. */
export const hasPlace = (path: string): boolean => path === 'lines' || path.startsWith('lines.')
