import { formatList } from '../lib/format.ts'
import { formatDay } from '../lib/manila-days.ts'
import { coveredWords, measureWords, yearlyWords } from './document-words.ts'
import { SECTION_TITLES, type Section } from './sections.ts'
import { name, sentenceOf } from './sentences.ts'
import { isSameNumber, numberChanges, partChanges, type TextChangeKind } from './summary-changes.ts'
import type { AnnexRow, Paragraph, SummaryDocument, Term } from './summary-document.ts'

type Texts = readonly { section: Section; text: string }[]

/** The last frozen summary, which a newer one is compared with. */
export type Before = Pick<SummaryDocument, 'year' | 'title' | 'reporting_years' | 'regions' | 'annex'> & {
  /** yyyy-mm-dd in Manila */
  frozen_on: string
  texts: Texts
}

type Now = { texts: Texts; annex: readonly AnnexRow[] }

const KINDS: readonly [TextChangeKind, string][] = [
  ['added', 'Parts that are new'],
  ['changed', 'Parts that were written again'],
  ['removed', 'Parts that are empty now'],
]

/** The texts and the numbers for all regions together that differ from those of the last frozen summary, if there is one. */
export function changesSince(before: Before | null, now: Now): SummaryDocument['changes'] {
  if (!before)
    return {
      paragraphs: [[name('No earlier summary was frozen, so there is nothing to compare.')]],
      numbers: [],
    }
  const parts = partChanges(before.texts, now.texts)
  const texts = KINDS.flatMap(([kind, words]): Paragraph[] => {
    const titles = parts.filter((part) => part.kind === kind).map(({ section }) => SECTION_TITLES[section])
    return titles.length === 0 ? [] : [[name(`${words}: ${formatList(titles)}.`)]]
  })
  const whole = (rows: readonly AnnexRow[]) => rows.filter(({ region }) => region === null)
  const numbers = numberChanges(whole(before.annex), whole(now.annex)).filter((one) => !isSameNumber(one))
  const scope = `${formatList(before.reporting_years)}, ${coveredWords(before.regions)}`
  return {
    paragraphs: [
      [
        name(
          `Compared with "${before.title}", frozen on ${formatDay(before.frozen_on)}, which covers: ${scope}. Where the two cover other years or regions, their numbers differ for that reason too.`,
        ),
      ],
      ...(texts.length === 0 ? [[name('No written part differs.')]] : texts),
      ...(numbers.length === 0 ? [[name('No number for all regions together differs.')]] : []),
    ],
    numbers: numbers.flatMap(({ before: was, now: is }): Term[] => {
      const row = is ?? was
      if (!row) return []
      const then = name(`${was ? yearlyWords(was) : 'none'} in the summary of ${before.year}`)
      return [
        { term: measureWords(row), meaning: sentenceOf`${then}, now ${is ? { ref: is.ref } : 'none'}.` },
      ]
    }),
  }
}
