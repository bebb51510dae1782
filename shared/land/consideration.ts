import { formatDate } from '../lib/dates.ts'
import type { Consideration, LayerVersion } from './layers.schema.ts'

/** The four sentences of a layer, in their order, with what each must say; the fifth comes from its version. */
export const CONSIDERATION_FIELDS = {
  purpose: {
    label: 'Why it is needed and for whom',
    help: 'Who reads the findings of this layer, and what they decide with them.',
  },
  effect: {
    label: 'Whether it is a constraint',
    help: 'What follows for a site with land in it: nothing, a consent, a clearance, or that no project is allowed.',
  },
  legal_base: {
    label: 'Legal base',
    help: 'The law or order that says so, such as Republic Act 8371.',
  },
  not_good_for: {
    label: 'What it is not good for',
    help: 'Scale, gaps and age: what a reader must not conclude from it.',
  },
} as const satisfies Record<keyof Consideration, { label: string; help: string }>

type VersionSource = Pick<LayerVersion, 'source' | 'licence' | 'attribution'> & { source_date: string | null }

/** The written consideration of a layer as labelled sentences, for pages, prints and exports. */
export function considerationLines(
  layer: Consideration,
  version: VersionSource | null,
): { label: string; text: string }[] {
  const sentences = Object.entries(CONSIDERATION_FIELDS).map(([field, { label }]) => ({
    label,
    text: layer[field as keyof Consideration],
  }))
  const { source, source_date, licence, attribution } = version ?? {}
  const day = source_date ? formatDate(source_date) : 'without a date'
  return [
    ...sentences,
    {
      label: 'Source, licence and date',
      text: source
        ? `${source}, ${day}. Licence: ${licence}. Attribution: ${attribution}`
        : 'No version is imported yet.',
    },
  ]
}
