/* Exact decimals of any length as text, "1250.5", without grouping: sums without rounding errors. */

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

/** The exact sum; "0" if empty. */
export function sumOf(values: readonly string[]): string {
  const parts = values.map(partsOf)
  const places = Math.max(0, ...parts.map(({ decimals }) => decimals.length))
  const units = parts.map(({ minus, whole, decimals }) =>
    BigInt(minus + whole + decimals.padEnd(places, '0')),
  )
  return written(
    units.reduce((sum, one) => sum + one, 0n),
    places,
  )
}
