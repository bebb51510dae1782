import { isUtf8 } from 'node:buffer'
import { refusedMap } from '../kml/kml-refused.ts'

export type DbfRow = {
  is_deleted: boolean
  values: [name: string, value: string | number | boolean | null][]
}

export type Dbf = { columns: string[]; rows: () => Generator<DbfRow, undefined> }

type Field = { name: string; type: string; at: number; length: number }

const HEADER = 32
const FIELD = 32
const END_OF_FIELDS = 0x0d
const DELETED = 0x2a

const damaged = () =>
  refusedMap('damaged', 'The .dbf file of the shapefile is damaged; export the shapefile again.')

/**
 * Opens the table of a shapefile. `cpg` is the encoding that its .cpg file names; without one the table is UTF-8 if its
 * bytes are, else Windows-1252.
 */
export function openDbf(bytes: Buffer, cpg: string | null): Dbf {
  if (bytes.length < HEADER) throw damaged()
  const count = bytes.readUInt32LE(4)
  const start = bytes.readUInt16LE(8)
  const length = bytes.readUInt16LE(10)
  if (length === 0 || start < HEADER || start + count * length > bytes.length) throw damaged()
  const decode = decoderOf(bytes, cpg)
  const fields: Field[] = []
  let at = 1
  for (let place = HEADER; place + FIELD <= start && bytes[place] !== END_OF_FIELDS; place += FIELD) {
    const field = bytes.subarray(place, place + FIELD)
    const size = field.readUInt8(16)
    fields.push({
      name: decode(field.subarray(0, 11)),
      type: String.fromCharCode(field.readUInt8(11)),
      at,
      length: size,
    })
    at += size
  }
  if (at > length) throw damaged()

  function* rows(): Generator<DbfRow, undefined> {
    for (let row = 0; row < count; row++) {
      const record = bytes.subarray(start + row * length, start + (row + 1) * length)
      const values = fields.map((field): DbfRow['values'][number] => [
        field.name,
        valueOf(field.type, decode(record.subarray(field.at, field.at + field.length))),
      ])
      yield { is_deleted: record[0] === DELETED, values }
    }
  }
  return { columns: fields.map(({ name }) => name), rows }
}

function decoderOf(bytes: Buffer, cpg: string | null): (piece: Buffer) => string {
  const usual = isUtf8(bytes.subarray(HEADER)) ? 'utf-8' : 'windows-1252'
  const decoder = new TextDecoder(labelOf(cpg) ?? usual)
  return (piece) => {
    const end = piece.indexOf(0)
    return decoder.decode(end === -1 ? piece : piece.subarray(0, end)).trim()
  }
}

/** The encoding that a .cpg file names, such as "UTF-8", "1252" or "ANSI 1252"; null where it is unknown. */
function labelOf(cpg: string | null): string | null {
  const [, page] = /^(?:ANSI\s?|CP|windows-?)?(\d{3,4})$/i.exec(cpg ?? '') ?? []
  try {
    return cpg ? new TextDecoder(page ? `windows-${page}` : cpg).encoding : null
  } catch {
    return null
  }
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
