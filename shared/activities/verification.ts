import { indicatorNumber, type SitePrinciple } from '../principles/principles.schema.ts'
import type { ActivityPrinciple, Upload, VerificationEntry } from './activities.schema.ts'
import { normalForm } from '../lib/text-form.ts'

/** The verification of an activity per principle of its batch, in order, including empty ones (001 §3). */
export const principlesOf = (
  verification: VerificationEntry[],
  principles: Pick<SitePrinciple, 'id' | 'principle_number'>[],
): ActivityPrinciple[] =>
  [...principles]
    .sort((a, b) => a.principle_number - b.principle_number)
    .map(({ id, principle_number }) => ({
      sites_principle_id: id,
      principle_number,
      verification: verification.filter((entry) => entry.sites_principle_id === id),
    }))

/** Whether a file counts as evidence; a quarantined one does not, because it cannot be opened. */
export const isEvidence = ({ scan_status }: Pick<Upload, 'scan_status'>): boolean =>
  scan_status !== 'quarantined'

/** Ids of the indicators with at least one file that counts. */
export const indicatorsWithFiles = (verification: VerificationEntry[]): Set<number> =>
  new Set(
    verification
      .filter((entry) => entry.upload.some(isEvidence))
      .map((entry) => entry.sites_criteria_indicator_id),
  )

/** "3.2.1" by indicator id, for one principle. */
export const indicatorNumbers = (principle: SitePrinciple): Map<number, string> =>
  new Map(
    principle.criteria.flatMap((criteria) =>
      criteria.criteria_indicator.map((indicator) => [
        indicator.id,
        indicatorNumber(principle.principle_number, criteria.order, indicator.order),
      ]),
    ),
  )

/** The message for a second file with the same name under one indicator, ignoring case (C-12). */
export const movExists = (name: string): string =>
  `File ${name} already exists. Please upload a file with a different name.`

/** The first name that occurs twice, ignoring case; null if all differ. */
export function repeatedName(names: string[]): string | null {
  const known = new Set<string>()
  for (const name of names) {
    const folded = normalForm('NFC', name).toLowerCase()
    if (known.has(folded)) return name
    known.add(folded)
  }
  return null
}
