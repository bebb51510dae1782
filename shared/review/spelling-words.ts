import { formatCount, shortened } from '../lib/format.ts'
import { lineForm } from '../lib/text-form.ts'
import type { Translate } from '../texts/translate.ts'
import { countIn } from '../texts/counted.ts'
import { listIn } from '../texts/words.ts'
import type { SpellingEdit } from './review.schema.ts'
import { correctedPart } from './corrected.ts'

/** the most corrections that a mail quotes, and the longest part of a text, in characters */
const MOST_QUOTED = 10
const LONGEST_PART = 300

/** "Name of Partner/Implementer", "What happened 3.2.1 and What happened 4.1.1", "3 texts" */
export const correctedTexts = (t: Translate, edits: readonly Pick<SpellingEdit, 'label'>[]): string =>
  edits.length > 2
    ? t('mails.spelling_texts', { count: formatCount(edits.length) })
    : listIn(
        t,
        edits.map(({ label }) => label),
      )

/** The corrected part of each text, old and new, for a mail; further texts are counted. */
export function correctionWords(t: Translate, edits: readonly SpellingEdit[]): string {
  const quoted = edits.slice(0, MOST_QUOTED).map((edit) => {
    const { lead, old, new: now, rest } = correctedPart(edit)
    const line = (part: string) => lineForm(`${lead}${shortened(part, LONGEST_PART)}${rest}`)
    const before = t('mails.spelling_before', { text: line(old) })
    return `${edit.label}\n${before}\n${t('mails.spelling_after', { text: line(now) })}`
  })
  const left = edits.length - quoted.length
  return [
    ...quoted,
    ...(left > 0 ? [countIn(t, left, 'mails.spelling_more_one', 'mails.spelling_more')] : []),
  ].join('\n\n')
}
