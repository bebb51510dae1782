import { plural } from '../lib/format.ts'
import { coverageWords } from './land-states.ts'
import type { LayerVersion, VersionChanges } from './layers.schema.ts'

/** More features gone than this share of the current version are asked about. */
const MANY_GONE = 0.1

/** What is asked before a version becomes the current one; the answer repeats the number. */
type VersionQuestion = { field: 'gone' | 'far'; count: number; words: string }

/** "the whole country", "Laguna and Quezon": what a version covers. */
export const coversWords = ({ covers }: Pick<LayerVersion, 'covers'>): string =>
  coverageWords(covers && [...covers.regions, ...covers.provinces].map(({ name }) => name))

/** The questions about a version, each with its numbers: many features gone, and features far from what it covers. */
export function versionQuestions(
  version: Pick<LayerVersion, 'far_count' | 'far_km' | 'feature_count' | 'covers'>,
  { before, counts }: Pick<VersionChanges, 'before' | 'counts'>,
): VersionQuestion[] {
  const { far_count, far_km, feature_count } = version
  const isMany = before !== null && counts.gone > MANY_GONE * before.feature_count
  return [
    ...(isMany
      ? [
          {
            field: 'gone' as const,
            count: counts.gone,
            words: `${counts.gone} of ${plural(before.feature_count, 'feature')} of version ${before.number} are gone.`,
          },
        ]
      : []),
    ...(far_count > 0
      ? [
          {
            field: 'far' as const,
            count: far_count,
            words: `${far_count} of ${plural(feature_count, 'feature')} lie far from what it covers (${coversWords(version)}), up to ${far_km} km.`,
          },
        ]
      : []),
  ]
}
