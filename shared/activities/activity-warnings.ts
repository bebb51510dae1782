import type { Warning } from '../review/warning-labels.ts'

/** What is stored of an activity, from which its warnings follow. */
export type ActivityWarningFacts = {
  /** files that did not pass the virus check */
  quarantined: number
  /** figures that exceed the figure they are part of */
  larger_parts: number
  /** other activated activities of the same site for the same year */
  same_year: number
}

/** The warnings of an activity (S-139, S-145). */
export function activityWarnings({ quarantined, larger_parts, same_year }: ActivityWarningFacts): Warning[] {
  const warnings: Warning[] = []
  if (quarantined > 0) warnings.push({ code: 'quarantined', params: { files: quarantined } })
  if (larger_parts > 0) warnings.push({ code: 'larger_parts', params: { figures: larger_parts } })
  if (same_year > 0) warnings.push({ code: 'same_year', params: {} })
  return warnings
}
