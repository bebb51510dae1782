import type { AnnexRow, Fragment } from './summary-document.ts'
import { sumOf } from './sums.ts'

/** The meaning of a number, without its value and region. */
export type Measure = Omit<AnnexRow, 'ref' | 'region' | 'value'>

export type RegionValue = { region_id: number; region: string; value: string }

/** The numbers of a summary by key. */
export type Annex = {
  rows: readonly AnnexRow[]
  refOf: (key: string) => string | undefined
  valueOf: (key: string) => string
  /** the number as a part of a sentence */
  number: (key: string) => Fragment
}

export const inRegion = (key: string, region_id: number): string => `${key}.region_${region_id}`

/** Collects numbers in the order in which they are added, and numbers their references. */
export function annexBuilder() {
  const rows = new Map<string, AnnexRow>()

  function put(row: Omit<AnnexRow, 'ref'>): void {
    if (rows.has(row.key)) throw new Error(`The annex has ${row.key} already.`)
    rows.set(row.key, { ref: `A${rows.size + 1}`, ...row })
  }

  return {
    /** Adds a number that exists for all regions together alone. */
    addWhole(measure: Measure, value: string): void {
      put({ ...measure, region: null, value })
    },

    /** Adds a number for all regions, their exact sum unless it is another one, followed by its value in each region. */
    add(
      measure: Measure,
      values: readonly RegionValue[],
      whole = sumOf(values.map(({ value }) => value)),
    ): void {
      put({ ...measure, region: null, value: whole })
      for (const { region_id, region, value } of values)
        put({ ...measure, key: inRegion(measure.key, region_id), region, value: sumOf([value]) })
    },

    annex(): Annex {
      const find = (key: string): AnnexRow => {
        const row = rows.get(key)
        if (!row) throw new Error(`The annex has no number ${key}.`)
        return row
      }
      return {
        rows: [...rows.values()],
        refOf: (key) => rows.get(key)?.ref,
        valueOf: (key) => find(key).value,
        number: (key) => ({ ref: find(key).ref }),
      }
    },
  }
}
