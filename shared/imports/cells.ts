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

/** What someone wrote, as a sentence about it shows it. */
export const shortened = (text: string): string =>
  text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text

/** "C", "AA": the letters of a column counted from 0. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}

/** A number of a spreadsheet as a person would type it: the 15 digits it is good for, never an exponent. */
export const plainNumber = (value: number): string => formatPlain(value).replace(/^-0$/, '0')
