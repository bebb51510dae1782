import { formatCount } from '../../../shared/lib/format.ts'
import { MOST_COLUMNS, MOST_LETTERS, TableRefused } from './table.ts'

export type CsvRow = { number: number; texts: string[] }

/**
 * Takes apart a CSV that comes in pieces (RFC 4180, with this sign between cells). A row counts as a spreadsheet counts
 * it, however many lines its cells take.
 */
export function csvRows(delimiter: string) {
  let number = 1
  let texts: string[] = []
  let text = ''
  let length = 0
  /** `quoted`: inside quotes; `closed`: after the closing ones, where only the end of the cell may follow */
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start'
  let afterReturn = false
  let done: CsvRow[] = []

  const endCell = () => {
    if (texts.length < MOST_COLUMNS) texts.push(text)
    text = ''
    length = 0
    state = 'start'
  }
  const endRow = () => {
    endCell()
    done.push({ number, texts })
    texts = []
    number += 1
  }
  const add = (letter: string) => {
    length += 1
    if (length > MOST_LETTERS)
      throw new TableRefused(
        state === 'quoted'
          ? `A quotation mark in row ${number} is never closed. Please correct it and upload the table again.`
          : `A cell in row ${number} has more than ${formatCount(MOST_LETTERS)} characters.`,
      )
    text += letter
  }

  function take(letter: string) {
    if (afterReturn && letter === '\n') {
      afterReturn = false
      return
    }
    afterReturn = false
    if (state === 'quoted') {
      if (letter === '"') state = 'closed'
      else add(letter)
      return
    }
    if (letter === '"' && state === 'closed') {
      // two of them inside quotes are one
      state = 'quoted'
      add('"')
    } else if (letter === '"' && state === 'start') state = 'quoted'
    else if (letter === delimiter) endCell()
    else if (letter === '\n' || letter === '\r') {
      afterReturn = letter === '\r'
      endRow()
    } else {
      if (state === 'start') state = 'plain'
      add(letter)
    }
  }

  const taken = (): CsvRow[] => {
    const rows = done
    done = []
    return rows
  }
  return {
    /** The rows that are complete now. */
    write(piece: string): CsvRow[] {
      for (let at = 0; at < piece.length; at += 1) take(piece[at] as string)
      return taken()
    },
    end(): CsvRow[] {
      if (state === 'quoted')
        throw new TableRefused(
          `A quotation mark in row ${number} is never closed. Please correct it and upload the table again.`,
        )
      if (text !== '' || texts.length > 0 || state !== 'start') endRow()
      return taken()
    },
  }
}
