/* The file around the workbook: an OLE2 compound file with one stream, as in Microsoft's [MS-CFB]. */

const SECTOR = 512
/** a shorter stream would have to be in sectors of a smaller kind */
const SMALLEST_STREAM = 4096
const IN_HEADER = 109
const PER_SECTOR = SECTOR / 4
const FREE = 0xffffffff
const LAST = 0xfffffffe
const TABLE_SECTOR = 0xfffffffd
const LIST_SECTOR = 0xfffffffc

const whole = (bytes: number) => Math.max(SMALLEST_STREAM, Math.ceil(bytes / SECTOR) * SECTOR)

/** Returns the positions: the stream first, then the sector table, the list of its sectors, the directory. */
function layout(streamBytes: number) {
  const stream = whole(streamBytes) / SECTOR
  let table = 1
  let list = 0
  for (;;) {
    const sectors = stream + table + list + 1
    const needed = Math.ceil(sectors / PER_SECTOR)
    const listNeeded = Math.max(0, Math.ceil((needed - IN_HEADER) / (PER_SECTOR - 1)))
    if (needed === table && listNeeded === list) return { stream, table, list, directory: sectors - 1 }
    table = needed
    list = listNeeded
  }
}

const numbers = (values: number[]): Buffer => {
  const bytes = Buffer.allocUnsafe(values.length * 4)
  values.forEach((value, index) => bytes.writeUInt32LE(value, index * 4))
  return bytes
}
const filled = (values: number[], length: number): number[] =>
  values.concat(Array.from({ length: length - values.length }, () => FREE))
const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

/** Returns the header, the zeros that fill the stream's last sector, and everything after the stream. */
export function container(streamBytes: number): { head: Buffer; padding: Buffer; tail: Buffer } {
  const { stream, table, list, directory } = layout(streamBytes)
  const tableSectors = range(stream, table)
  const listSectors = range(stream + table, list)

  const head = Buffer.alloc(SECTOR)
  head.write('d0cf11e0a1b11ae1', 0, 'hex')
  // versions, byte order, sector sizes as powers of two
  Buffer.from('3e000300feff09000600', 'hex').copy(head, 24)
  numbers([table, directory, 0, SMALLEST_STREAM, LAST, 0, listSectors[0] ?? LAST, list]).copy(head, 44)
  numbers(filled(tableSectors.slice(0, IN_HEADER), IN_HEADER)).copy(head, 76)

  const chain = range(1, stream)
  chain[stream - 1] = LAST
  const uses = [
    chain,
    tableSectors.map(() => TABLE_SECTOR),
    listSectors.map(() => LIST_SECTOR),
    [LAST],
  ].flat()

  const rest = tableSectors.slice(IN_HEADER)
  const lists = listSectors.map((_, index) => {
    const from = index * (PER_SECTOR - 1)
    const part = filled(rest.slice(from, from + PER_SECTOR - 1), PER_SECTOR - 1)
    return numbers([...part, listSectors[index + 1] ?? LAST])
  })
  return {
    head,
    padding: Buffer.alloc(stream * SECTOR - streamBytes),
    tail: Buffer.concat([
      numbers(filled(uses, table * PER_SECTOR)),
      ...lists,
      directoryEntry('Root Entry', 5, { child: 1, start: LAST, size: 0 }),
      directoryEntry('Workbook', 2, { child: FREE, start: 0, size: stream * SECTOR }),
      directoryEntry('', 0, { child: FREE, start: 0, size: 0 }),
      directoryEntry('', 0, { child: FREE, start: 0, size: 0 }),
    ]),
  }
}

const EXCEL_97 = '2008020000000000c000000000000046'

function directoryEntry(name: string, kind: number, place: { child: number; start: number; size: number }) {
  const entry = Buffer.alloc(128)
  entry.write(name, 0, 'utf16le')
  entry.writeUInt16LE(name === '' ? 0 : (name.length + 1) * 2, 64)
  entry[66] = kind
  entry[67] = 1
  numbers([FREE, FREE, place.child]).copy(entry, 68)
  if (kind === 5) entry.write(EXCEL_97, 80, 'hex')
  numbers([place.start, place.size]).copy(entry, 116)
  return entry
}
