import type { SummaryRow } from '../../shared/summaries/summaries.schema.ts'

/** "2023, 2024" */
export const yearsOf = ({ reporting_years }: Pick<SummaryRow, 'reporting_years'>): string =>
  reporting_years.toSorted((a, b) => a - b).join(', ')

/** "Region 4A, Region 9", or the whole country. */
export const regionsOf = ({ regions }: Pick<SummaryRow, 'regions'>): string =>
  regions.length === 0 ? 'Whole country' : regions.map(({ name }) => name).join(', ')
