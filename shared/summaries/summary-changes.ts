import type { AnnexRow } from './summary-document.ts'
import type { SummaryText } from './summaries.schema.ts'
import { SECTIONS, type Section } from './sections.ts'

/** What became of a written part since the summary before. */
export type TextChangeKind = 'added' | 'changed' | 'removed' | 'same'
export type PartChange = { section: Section; kind: TextChangeKind; old: string; new: string }

type Texts = readonly Pick<SummaryText, 'section' | 'text'>[]

/** Compares the written parts of two summaries, in the order of the document; parts that neither has are left out. */
export function partChanges(before: Texts, now: Texts): PartChange[] {
  const textOf = (texts: Texts, wanted: Section) =>
    texts.find(({ section }) => section === wanted)?.text ?? ''
  return SECTIONS.flatMap((section) => {
    const [old, is] = [textOf(before, section), textOf(now, section)]
    if (old === '' && is === '') return []
    const kind = old === is ? 'same' : old === '' ? 'added' : is === '' ? 'removed' : 'changed'
    return [{ section, kind, old, new: is }]
  })
}

/** A number of the annex then and now; null where one of the summaries does not have it. */
export type NumberChange = { before: AnnexRow | null; now: AnnexRow | null }

/** What a number counts, whatever year it is of: its key without the year. */
const measureOf = ({ key, reporting_year }: AnnexRow): string =>
  reporting_year === null ? key : key.replace(`.${reporting_year}.`, '.*.')

/**
 * Pairs the numbers of two summaries by what they count, in the order of the newer one, then those that it no longer
 * has. Of a figure per year the same year is compared; if the summaries have no year of it in common, the last years.
 */
export function numberChanges(before: readonly AnnexRow[], now: readonly AnnexRow[]): NumberChange[] {
  const then = byMeasure(before)
  const paired = new Set<AnnexRow>()
  const sameYear = (row: AnnexRow) =>
    then.get(measureOf(row))?.find(({ reporting_year }) => reporting_year === row.reporting_year)
  const measures = byMeasure(now)
  const lastYear = (row: AnnexRow) => {
    const rows = measures.get(measureOf(row)) ?? []
    if (rows.some(sameYear) || byYear(rows).at(-1) !== row) return undefined
    return byYear(then.get(measureOf(row)) ?? []).at(-1)
  }
  const pairs = now.map((row): NumberChange => {
    const found = sameYear(row) ?? lastYear(row) ?? null
    if (found) paired.add(found)
    return { before: found, now: row }
  })
  return [...pairs, ...before.filter((row) => !paired.has(row)).map((row) => ({ before: row, now: null }))]
}

function byMeasure(rows: readonly AnnexRow[]): Map<string, AnnexRow[]> {
  const groups = new Map<string, AnnexRow[]>()
  for (const row of rows) {
    const measure = measureOf(row)
    groups.set(measure, [...(groups.get(measure) ?? []), row])
  }
  return groups
}

const byYear = (rows: readonly AnnexRow[]): AnnexRow[] =>
  rows.toSorted((a, b) => (a.reporting_year ?? 0) - (b.reporting_year ?? 0))

/** Whether a number is the same in both summaries. */
export const isSameNumber = ({ before, now }: NumberChange): boolean =>
  before !== null &&
  now !== null &&
  before.value === now.value &&
  before.reporting_year === now.reporting_year
