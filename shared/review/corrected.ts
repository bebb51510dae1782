import type { SpellingEdit } from './review.schema.ts'

/** The lengths of the common beginning and the common end of two texts, in characters. */
export function commonEnds(old: readonly string[], now: readonly string[]) {
  const most = Math.min(old.length, now.length)
  let start = 0
  while (start < most && old[start] === now[start]) start += 1
  let end = 0
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end += 1
  return { start, end }
}

/** A value after these corrections, in their order; one that was changed otherwise stays as it is. */
export const corrected = <Text extends string | null>(
  field: string,
  value: Text,
  edits: readonly SpellingEdit[],
): Text | string =>
  edits.reduce<Text | string>(
    (text, edit) => (edit.field === field && edit.old === text ? edit.new : text),
    value,
  )

const BLANK = /\s/
const AROUND = 40

type CorrectedPart = { lead: string; old: string; new: string; rest: string }

/** The part of a text that a correction changed, in whole words, with what is before and after it. */
export function correctedPart({ old, new: now }: Pick<SpellingEdit, 'old' | 'new'>): CorrectedPart {
  const [was, is] = [Array.from(old), Array.from(now)]
  let { start, end } = commonEnds(was, is)
  while (start > 0 && !BLANK.test(was[start - 1] ?? ' ')) start -= 1
  while (end > 0 && !BLANK.test(was.at(-end) ?? ' ')) end -= 1
  const lead = was.slice(0, start)
  const rest = was.slice(was.length - end)
  return {
    lead: lead.length > AROUND ? `…${lead.slice(-AROUND).join('')}` : lead.join(''),
    old: was.slice(start, was.length - end).join(''),
    new: is.slice(start, is.length - end).join(''),
    rest: rest.length > AROUND ? `${rest.slice(0, AROUND).join('')}…` : rest.join(''),
  }
}
