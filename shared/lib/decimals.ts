import { formatDecimals } from './format.ts'
import { decimalsWithin, plainNumberText, typedNumber, WRITE_A_POINT } from './typed-number.ts'

/** Exact decimals with up to 4 places, stored as integer ten-thousandths, so that 0.1 + 0.2 is 0.3. */
const PLACES = 4

/** Areas are in hectares, so the unit may be written with the number: "12.5 ha", "1,250 hectares". */
const withoutUnit = (text: string): string => text.replace(/(?<=\d\.?)\s*(?:ha|hectares?)\.?\s*$/i, '')

/** The typed number in ten-thousandths ("1,000.50" is 10005000n); null if it is not such a number. */
export function decimalUnits(text: string): bigint | null {
  const read = typedNumber(withoutUnit(text))
  if (read === null || read === 'doubtful' || read.minus) return null
  const decimals = decimalsWithin(read.decimals, PLACES)
  if (decimals.length > PLACES) return null
  return BigInt(read.whole) * 10_000n + BigInt(decimals.padEnd(PLACES, '0'))
}

/** Returns one sentence if a typed number is invalid (S-115, S-129), otherwise null. */
export function numberComplaint(label: string, text: string): string | null {
  const read = typedNumber(withoutUnit(text))
  if (read === 'doubtful') return WRITE_A_POINT
  if (read === null) return `${label} must be a number.`
  if (read.minus || !/[1-9]/.test(read.whole + read.decimals)) return `${label} must be more than 0.`
  return decimalUnits(text) === null ? `${label} can have at most ${PLACES} decimals.` : null
}

/** A positive area in hectares as stored: no commas, decimals as typed; null if it is not one (S-41). */
export function hectares(text: string): string | null {
  const units = decimalUnits(text)
  return units !== null && units > 0n ? plainNumberText(withoutUnit(text), PLACES) : null
}

/** Whether the parts add up to the whole exactly; false if any of them is not a number. */
export function addsUp(whole: string, parts: string[]): boolean {
  const total = decimalUnits(whole)
  const units = parts.map(decimalUnits)
  if (total === null || units.some((part) => part === null)) return false
  return units.reduce<bigint>((sum, part) => sum + (part ?? 0n), 0n) === total
}

/** "1234.5" for display: "1,234.50". */
export function formatHectares(value: string | number | null | undefined, places = 2): string {
  if (value === null || value === undefined || value === '') return 'N/A'
  return formatDecimals(Number(value), places)
}
