import { formatDate } from '../lib/dates.ts'
import { CONSIDERATION } from './layers.fields.ts'
import type { Consideration, LayerVersion } from './layers.schema.ts'

type VersionSource = Pick<LayerVersion, 'source' | 'licence' | 'attribution'> & { source_date: string | null }

/** The written consideration of a layer as labelled sentences, for pages, prints and exports. */
export function considerationLines(
  layer: Consideration,
  version: VersionSource | null,
): { label: string; text: string }[] {
  const { source, source_date, licence, attribution } = version ?? {}
  const day = source_date ? formatDate(source_date) : 'without a date'
  return [
    ...CONSIDERATION.details(layer),
    {
      label: 'Source, licence and date',
      text: source
        ? `${source}, ${day}. Licence: ${licence}. Attribution: ${attribution}`
        : 'No version is imported yet.',
    },
  ]
}
