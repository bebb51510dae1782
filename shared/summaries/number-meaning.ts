import { formatList } from '../lib/format.ts'
import { formatDay } from '../lib/manila-days.ts'
import type { AnnexRow, SummaryDocument } from './summary-document.ts'

/** What a summary covers, and when its data were read. */
export type Scope = Pick<SummaryDocument, 'regions' | 'reporting_years' | 'data_of'>

/** "the whole country", "Region IV-A and Region V" */
const placeOf = ({ region }: AnnexRow, { regions }: Scope): string =>
  region ?? (formatList(regions) || 'the whole country')

const STATISTICS: Readonly<Record<string, string>> = {
  median: 'The middle value',
  lowest: 'The lowest value',
  highest: 'The highest value',
}

/** What a number counts in one sentence: what, of which years, where, and as of which day. */
export function meaningOf(row: AnnexRow, scope: Scope): string {
  const stem = row.key.replace(/\.region_\d+$/, '')
  const years = formatList(scope.reporting_years.toSorted((a, b) => a - b))
  const where = `in ${placeOf(row, scope)}, as of ${formatDay(scope.data_of)}.`
  const record = `an approved record of ${years}`
  const last = scope.reporting_years.length === 1 ? record : `their last approved record of ${years}`
  const kind = stem.slice(stem.lastIndexOf('.') + 1)

  if (row.indicator !== null) {
    const { measure, unit, indicator, reporting_year } = row
    const figure = `${measure.replace(/^[^:]*: /, '')}${unit && kind !== 'sites' ? ` (${unit})` : ''}`
    if (kind === 'sites')
      return `Sites whose approved record of ${reporting_year} reports "${figure}" under indicator ${indicator}, ${where}`
    if (kind === 'total')
      return `${measure}${unit ? ` (${unit})` : ''}, added up over the sites whose approved records of ${reporting_year} report it under indicator ${indicator}, ${where}`
    return `${STATISTICS[kind]} of "${figure}" that an approved record of ${reporting_year} reports under indicator ${indicator}, ${where}`
  }
  if (row.principle_number !== null) {
    const under = `under Principle ${row.principle_number}`
    if (kind === 'indicators')
      return `Outcome indicators that apply ${under}, added up over the sites by ${last}, ${where}`
    if (kind === 'without_evidence')
      return `Outcome indicators that apply ${under} and have no file, added up over the sites by ${last}, ${where}`
    return `${row.measure} ${under} in ${last}, each site once, ${where}`
  }
  if (stem === 'registered')
    return `Sites on the public list: an approved and activated profile, with or without a record, ${where}`
  if (stem === 'sites') return `Sites on the public list with ${record}, each site once, ${where}`
  if (stem === 'without_record') return `Sites on the public list without ${record}, ${where}`
  if (stem === 'hectares')
    return `Hectares that the profiles of the sites with ${record} declare, each site once, ${where}`
  return kind === 'sites'
    ? `Sites with ${record} whose profile claims "${row.measure.replace(/^[^:]*: /, '')}"; a site may claim several activities, ${where}`
    : `Hectares that the profiles of the sites with ${record} declare for "${row.measure}", ${where}`
}
