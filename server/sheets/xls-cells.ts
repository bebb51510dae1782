import { type CellFormat, type SheetColumn, storedNumber, truncated } from './sheet.ts'
import { styleNumber } from './xls-globals.ts'
import type { Strings } from './xls-strings.ts'

const TEXT = 0x00fd
const WHOLE = 0x027e
const NUMBER = 0x0203
/** the largest of the three records */
const MAX_BYTES = 18

/** whether the compact record of whole numbers can store the value */
const isCompact = (value: number) => Number.isInteger(value) && Math.abs(value) < 2 ** 29

/** Returns the cells of one row, each as a record with its position and style. */
export function rowRecords(
  row: number,
  texts: readonly string[],
  columns: readonly Pick<SheetColumn, 'look'>[],
  strings: Pick<Strings, 'numberOf'>,
): Buffer {
  const bytes = Buffer.allocUnsafe(columns.length * MAX_BYTES)
  let at = 0
  const begin = (number: number, length: number, column: number, style: number) => {
    bytes.writeUInt16LE(number, at)
    bytes.writeUInt16LE(length, at + 2)
    bytes.writeUInt16LE(row, at + 4)
    bytes.writeUInt16LE(column, at + 6)
    bytes.writeUInt16LE(style, at + 8)
    at += 10
  }
  for (const [column, { look }] of columns.entries()) {
    const text = texts[column] ?? ''
    const style: CellFormat = look(text, texts)
    const value = storedNumber(text, style)
    if (value === null) {
      begin(TEXT, 10, column, styleNumber(style))
      at = bytes.writeUInt32LE(strings.numberOf(truncated(text)), at)
    } else if (isCompact(value)) {
      begin(WHOLE, 10, column, styleNumber(style))
      at = bytes.writeInt32LE((value << 2) | 2, at)
    } else {
      begin(NUMBER, 14, column, styleNumber(style))
      at = bytes.writeDoubleLE(value, at)
    }
  }
  return bytes.subarray(0, at)
}
