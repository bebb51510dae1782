import { formatList } from '../lib/format.ts'
import { KEYS, type Measured } from './measures.ts'
import type { PrinciplePart, SafeguardPart } from './summary-document.ts'
import type { Paragraph } from './summary-document.ts'
import { safeguardName } from './safeguards.ts'
import { name, sentenceOf } from './sentences.ts'

/** What is missing in the records of a summary: sites, evidence, and safeguards without records or statements. */
export function foundGaps(
  { annex }: Measured,
  principles: readonly Pick<PrinciplePart, 'principle_number' | 'short_title'>[],
  safeguards: readonly SafeguardPart[],
): Paragraph[] {
  const isPositive = (key: string) => annex.valueOf(key) !== '0'
  const named = (parts: readonly SafeguardPart[]) =>
    name(formatList(parts.map(({ safeguard }) => safeguardName(safeguard))))
  const unreported = safeguards.filter(({ respected }) => respected.tables.length === 0)
  const unquoted = safeguards.filter(
    ({ respected, statements }) => respected.tables.length > 0 && statements.length === 0,
  )
  return [
    ...(isPositive(KEYS.without_record)
      ? [
          sentenceOf`Approved sites without a record of the chosen years: ${annex.number(KEYS.without_record)}.`,
        ]
      : []),
    ...principles
      .map(({ principle_number, short_title }) => ({
        title: name(`Principle ${principle_number} (${short_title})`),
        without: KEYS.without_evidence(principle_number),
        all: KEYS.indicators(principle_number),
      }))
      .filter(({ without }) => isPositive(without))
      .map(
        ({ title, without, all }) =>
          sentenceOf`${title}, outcome indicators without evidence: ${annex.number(without)} of ${annex.number(all)}.`,
      ),
    ...(unreported.length === 0 ? [] : [sentenceOf`No record reports on ${named(unreported)}.`]),
    ...(unquoted.length === 0
      ? []
      : [sentenceOf`No statement of a record is quoted for ${named(unquoted)}.`]),
  ]
}
