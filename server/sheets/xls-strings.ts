import type { DiskBuffer } from './disk-buffer.ts'
import { letters, long, MAX_RECORD, words } from './xls-records.ts'

/** Repeated texts are stored once; after this many different ones all further texts are treated as unique. */
const MAX_SHARED_TEXTS = 4096
const TABLE = 0x00fc
const CONTINUE = 0x003c

/** The texts of all cells, each with a number by which cells refer to it. */
export type Strings = {
  numberOf: (text: string) => number
  /** to be awaited between rows */
  flushIfFull: () => Promise<void> | undefined
  /** ends the table; `size` is its length in the stream */
  finish: () => void
  readonly size: number
  read: () => AsyncGenerator<Buffer>
}

/** Creates a table that is written to disk while it grows, so that a file of any size takes little memory. */
export function createStrings(spool: DiskBuffer): Strings {
  const known = new Map<string, number>()
  let count = 0
  let uses = 0
  let isFirst = true
  let open: Buffer[] = []
  let openBytes = 0

  const room = () => MAX_RECORD - (isFirst ? 8 : 0) - openBytes
  const put = (bytes: Buffer) => {
    open.push(bytes)
    openBytes += bytes.length
  }
  /** ends the current record; the first one gets its header and the counts when the whole table is known */
  const close = () => {
    const body = Buffer.concat(open, openBytes)
    if (!isFirst) spool.append(words(CONTINUE, body.length))
    spool.append(body)
    if (isFirst) firstBytes = body.length
    isFirst = false
    open = []
    openBytes = 0
  }
  let firstBytes = 0

  const add = (text: string) => {
    const { flag, bytes } = letters(text)
    const head = Buffer.concat([words(text.length), Buffer.from([flag])])
    if (head.length + bytes.length <= room()) return put(Buffer.concat([head, bytes]))
    // a text begins whole in a new record; only one longer than that continues in the next, which repeats the flag
    close()
    put(head)
    for (let at = 0; at < bytes.length; ) {
      const piece = bytes.subarray(at, at + room() - (room() % 2))
      put(piece)
      at += piece.length
      if (at >= bytes.length) break
      close()
      put(Buffer.from([flag]))
    }
  }

  return {
    numberOf: (text) => {
      uses += 1
      const number = known.get(text)
      if (number !== undefined) return number
      add(text)
      if (known.size < MAX_SHARED_TEXTS) known.set(text, count)
      count += 1
      return count - 1
    },
    flushIfFull: spool.flushIfFull,
    finish: close,
    get size() {
      return 12 + spool.size
    },
    read: async function* () {
      yield Buffer.concat([words(TABLE, firstBytes + 8), long(uses), long(count)])
      yield* spool.read(0, spool.size)
    },
  }
}
