import type { z } from 'zod/mini'
import type { AskedPlace, PointPlace } from '../review/points.schema.ts'

/** A place as one text, for addresses and maps: "record", "field:project_area", "file:12". */
export function placeKey({ about, ...named }: AskedPlace): string {
  return [about, ...Object.values(named)].join(':')
}

const NAMED = {
  field: 'field',
  file: 'file_id',
  principle: 'principle_number',
  indicator: 'sites_criteria_indicator_id',
  figure: 'indicator_figure_id',
  finding: 'land_finding_id',
  instrument: 'land_instrument_id',
} as const

/** The place of a text that `placeKey` has made; the schema checks the result. */
export function placeOfKey(key: string): z.input<typeof PointPlace> {
  const at = key.indexOf(':')
  const about = at < 0 ? key : key.slice(0, at)
  const value = key.slice(at + 1)
  const name = NAMED[about as keyof typeof NAMED] as string | undefined
  const named = name ? { [name]: about === 'field' ? value : Number(value) } : {}
  return { about, ...named } as z.input<typeof PointPlace>
}
