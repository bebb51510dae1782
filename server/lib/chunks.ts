import { createFairQueue, type Turn } from './fair-queue.ts'

/** chunks read at once by all exports together; the other connections serve screens */
const MAX_CONCURRENT_READS = 2

const queue = createFairQueue({ at_once: MAX_CONCURRENT_READS, most_waiting: Number.POSITIVE_INFINITY })

/**
 * Yields the same chunks, reading the next one while the last one is used; stops reading when its consumer stops.
 * Readers take turns chunk by chunk.
 */
export async function* readAhead<T>(turn: Turn, pieces: AsyncGenerator<T>): AsyncGenerator<T> {
  const ask = () => {
    const next = queue(turn, () => pieces.next())
    // the error is thrown when the chunk is awaited; this prevents an unhandled rejection
    next.catch(() => undefined)
    return next
  }
  try {
    for (let next = ask(); ; ) {
      const { value, done } = await next
      if (done) return
      next = ask()
      yield value
    }
  } finally {
    await pieces.return(undefined)
  }
}

/** letters sent together */
const CHUNK_LENGTH = 32_768

/** Joins short texts into chunks worth sending; the first text is sent at once. */
export async function* joinTexts(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let text = ''
  let isFirst = true
  for await (const next of texts) {
    text += next
    if (!isFirst && text.length < CHUNK_LENGTH) continue
    yield text
    text = ''
    isFirst = false
  }
  if (text !== '') yield text
}

const waitingWriters: (() => void)[] = []

function runNextWriter(): void {
  const goOn = waitingWriters.shift()
  if (waitingWriters.length > 0) setImmediate(runNextWriter)
  goOn?.()
}

/** Waits until pending requests have been served; of several writers that wait here, one continues at a time. */
const yieldToOtherRequests = () =>
  new Promise<void>((goOn) => {
    waitingWriters.push(goOn)
    if (waitingWriters.length === 1) setImmediate(runNextWriter)
  })

/** rows written before other requests get a turn: at most a third of a millisecond */
const ROWS_PER_TURN = 15

/**
 * Yields the rows of the chunks one by one, mapped by `as` with the row's number from 1; every few rows other requests
 * are served, and then the rows of other exports.
 */
export async function* rowsOfChunks<T, Row>(
  pieces: AsyncIterable<readonly T[]>,
  as: (row: T, number: number) => Row,
): AsyncGenerator<Row> {
  let number = 0
  for await (const piece of pieces)
    for (const row of piece) {
      if (number % ROWS_PER_TURN === 0) await yieldToOtherRequests()
      number += 1
      yield as(row, number)
    }
}
