import { formatPlain } from '../lib/format.ts'

/**
 * A cell as a table holds it: its text, and what the table takes it for. A fault is a cell that has no value of its own;
 * its text says why.
 */
export type Cell = {
  kind: 'text' | 'number' | 'date' | 'fault'
  text: string
  /** by what the cells of its table are parted, where a comma in a number can mean its decimals (S-129) */
  parted?: ';'
}

const LONGEST_SHOWN = 100

/** What somebody wrote, as a sentence about it shows it. */
export const shortened = (text: string): string =>
  text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text

/** "C", "AA": the letters of a column counted from 0. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}

/** The column of "C12", counted from 0, or null. */
export function columnOf(reference: string): number | null {
  const [, letters] = /^\$?([A-Z]{1,3})\$?\d*$/i.exec(reference) ?? []
  if (!letters) return null
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** A number of a spreadsheet as a person would type it: the 15 digits it is good for, never an exponent. */
export const plainNumber = (value: number): string => formatPlain(value).replace(/^-0$/, '0')

const DAY_MS = 86_400_000
/** the first day a spreadsheet can name counts as 1; it takes 1900 for a leap year */
const LEAP_THAT_WAS_NONE = 60

/** The day of a date cell, yyyy-mm-dd, in a workbook that counts from 1900 or from 1904. */
export function dayOfSerial(serial: number, from1904: boolean): string {
  const start = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < LEAP_THAT_WAS_NONE ? 31 : 30)
  const time = start + Math.floor(serial) * DAY_MS
  return Number.isFinite(time) && Math.abs(time) < 8e15 ? new Date(time).toISOString().slice(0, 10) : ''
}
