import { plural } from '../lib/format.ts'
import { lineForm } from '../lib/text-form.ts'
import type { SpellingEdit } from './review.schema.ts'
import { correctedPart } from './corrected.ts'

/** the most corrections that a mail quotes, and the longest part of a text, in characters */
const MOST_QUOTED = 10
const LONGEST_PART = 300

/** "Name of Partner/Implementer", "What happened 3.2.1 and What happened 4.1.1", "3 texts" */
export function correctedTexts(edits: readonly Pick<SpellingEdit, 'label'>[]): string {
  const [first, second] = edits
  if (!first) return plural(0, 'text')
  if (edits.length > 2) return plural(edits.length, 'text')
  return second ? `${first.label} and ${second.label}` : first.label
}

const shortened = (part: string): string => {
  const signs = Array.from(part)
  return signs.length > LONGEST_PART ? `${signs.slice(0, LONGEST_PART).join('')}…` : part
}

/** The corrected part of each text, old and new, for a mail; further texts are counted. */
export function correctionWords(edits: readonly SpellingEdit[]): string {
  const quoted = edits.slice(0, MOST_QUOTED).map((edit) => {
    const { lead, old, new: now, rest } = correctedPart(edit)
    const line = (part: string) => lineForm(`${lead}${shortened(part)}${rest}`)
    return `${edit.label}\nbefore: ${line(old)}\nafter: ${line(now)}`
  })
  const left = edits.length - quoted.length
  return [...quoted, ...(left > 0 ? [`and ${plural(left, 'more text')}`] : [])].join('\n\n')
}
