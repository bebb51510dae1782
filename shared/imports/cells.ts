import { formatPlain, shortened } from '../lib/format.ts'

/** A cell of a table: its text, and its type in the spreadsheet. A fault has no value; its text says why. */
export type Cell = {
  kind: 'text' | 'number' | 'date' | 'fault'
  text: string
  /** the separator of its table, if a comma in a number could be a decimal comma (S-129) */
  parted?: ';'
}

const LONGEST_SHOWN = 100

/** A text of a cell, short enough for a sentence about it. */
export const inSentence = (text: string): string => shortened(text, LONGEST_SHOWN)

/** "C", "AA": the letters of a column, counted from 0. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}

/** A spreadsheet number as a person would type it: at most 15 digits, never with an exponent. */
export const plainNumber = (value: number): string => formatPlain(value).replace(/^-0$/, '0')
