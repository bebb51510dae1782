/* Exact decimals of any length as text, "1250.5", without grouping: sums and medians without rounding errors. */

import { withoutTrailing } from '../lib/trailing.ts'

const DECIMAL = /^(?<minus>-?)(?<whole>\d+)(?:\.(?<decimals>\d+))?$/

type Parts = { minus: string; whole: string; decimals: string }

function partsOf(value: string): Parts {
  const { minus = '', whole, decimals = '' } = DECIMAL.exec(value)?.groups ?? {}
  if (whole === undefined) throw new Error(`${JSON.stringify(value)} is no decimal number.`)
  return { minus, whole, decimals }
}

/** Formats a number without leading or trailing zeros. */
function written(units: bigint, places: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const decimals = withoutTrailing(digits.slice(digits.length - places), '0')
  return `${units < 0n ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`
}

/** These numbers as whole multiples of one unit, which has this many decimal places. */
function inUnits(values: readonly string[]): { units: bigint[]; places: number } {
  const parts = values.map(partsOf)
  // not spread over an argument list, which cannot have the values of a whole country
  const places = parts.reduce((most, { decimals }) => Math.max(most, decimals.length), 0)
  return {
    units: parts.map(({ minus, whole, decimals }) => BigInt(minus + whole + decimals.padEnd(places, '0'))),
    places,
  }
}

/** The exact sum; "0" if empty. */
export function sumOf(values: readonly string[]): string {
  const { units, places } = inUnits(values)
  return written(
    units.reduce((sum, one) => sum + one, 0n),
    places,
  )
}

/** A value, and how many sites report it. */
export type ValueCount = { value: string; sites: number }

/** The exact lowest, middle and highest of some values; of an even number of them the middle is between the two middle ones. */
export function spreadOf(counts: readonly [ValueCount, ...ValueCount[]]): {
  lowest: string
  median: string
  highest: string
} {
  const { units, places } = inUnits(counts.map(({ value }) => value))
  const ordered = counts
    .map(({ sites }, index) => ({ units: units[index] ?? 0n, sites }))
    .toSorted((a, b) => (a.units < b.units ? -1 : a.units > b.units ? 1 : 0))
  const count = ordered.reduce((sum, { sites }) => sum + sites, 0)
  const at = (rank: number): bigint => {
    let passed = 0
    return ordered.find(({ sites }) => (passed += sites) > rank)?.units ?? 0n
  }
  const middles = at(Math.floor((count - 1) / 2)) + at(Math.floor(count / 2))
  return {
    lowest: written(at(0), places),
    // half of a number has one more decimal place
    median: written(middles * 5n, places + 1),
    highest: written(at(count - 1), places),
  }
}
