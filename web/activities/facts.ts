import type { PreviousFacts } from '../../shared/activities/activities.schema.ts'
import { formatCount } from '../../shared/lib/format.ts'

/** Returns the text and figures of an indicator from last time; null when there are none. */
export function previousFactsOf(
  last: PreviousFacts | null,
  indicator: number,
): { what_happened: string | null; figures: ReadonlyMap<number, string> } | null {
  const facts = last?.facts.find((one) => one.sites_criteria_indicator_id === indicator)
  if (!facts) return null
  return {
    what_happened: facts.what_happened,
    figures: new Map(facts.figures.map(({ indicator_figure_id, value }) => [indicator_figure_id, value])),
  }
}

/** "up 75 %", "down 60 %"; `share` is relative to the old value. */
export const changeWords = (share: number): string =>
  `${share > 0 ? 'up' : 'down'} ${formatCount(Math.round(Math.abs(share) * 100))} %`
