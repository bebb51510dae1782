import { refusedMap } from '../kml/kml-refused.ts'
import { dbfDecoder } from './dbf-letters.ts'

export type DbfRow = {
  is_deleted: boolean
  values: [name: string, value: string | number | boolean | null][]
}

export type Dbf = { columns: string[]; rows: () => Generator<DbfRow, undefined> }

type Field = { type: string; at: number; length: number }

const HEADER = 32
const FIELD = 32
const END_OF_FIELDS = 0x0d
const DELETED = 0x2a

const damaged = () =>
  refusedMap('damaged', 'The .dbf file of the shapefile is damaged; export the shapefile again.')

/** Opens the table of a shapefile. `cpg` is the encoding that its .cpg file names, if there is one. */
export function openDbf(bytes: Buffer, cpg: string | null): Dbf {
  if (bytes.length < HEADER) throw damaged()
  const count = bytes.readUInt32LE(4)
  const start = bytes.readUInt16LE(8)
  const length = bytes.readUInt16LE(10)
  if (length === 0 || start < HEADER || start + count * length > bytes.length) throw damaged()
  const names: Buffer[] = []
  const fields: Field[] = []
  let at = 1
  for (let place = HEADER; place + FIELD <= start && bytes[place] !== END_OF_FIELDS; place += FIELD) {
    const field = bytes.subarray(place, place + FIELD)
    const size = field.readUInt8(16)
    names.push(untilZero(field.subarray(0, 11)))
    fields.push({ type: String.fromCharCode(field.readUInt8(11)), at, length: size })
    at += size
  }
  if (at > length) throw damaged()
  const decode = dbfDecoder(bytes, [...names, bytes.subarray(start, start + count * length)], cpg)
  const columns = names.map((name) => decode(name).trim())

  function* rows(): Generator<DbfRow, undefined> {
    for (let row = 0; row < count; row++) {
      const record = bytes.subarray(start + row * length, start + (row + 1) * length)
      const values = fields.map((field, column): DbfRow['values'][number] => [
        columns[column] ?? '',
        valueOf(field.type, decode(untilZero(record.subarray(field.at, field.at + field.length))).trim()),
      ])
      yield { is_deleted: record[0] === DELETED, values }
    }
  }
  return { columns, rows }
}

/** The bytes of a text, which ends at its first zero. */
function untilZero(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0)
  return end === -1 ? bytes : bytes.subarray(0, end)
}

function valueOf(type: string, text: string): string | number | boolean | null {
  if (text === '') return null
  if (type === 'N' || type === 'F') {
    const number = Number(text)
    return Number.isFinite(number) ? number : null
  }
  if (type === 'L') return /^[yt]$/i.test(text) ? true : /^[nf]$/i.test(text) ? false : null
  return text
}
