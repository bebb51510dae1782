import { createFairQueue, type Turn } from './fair-queue.ts'

/** so many pieces are read at once, of however many exports; all other connections serve screens */
const MAX_CONCURRENT_READS = 2

const queue = createFairQueue({ at_once: MAX_CONCURRENT_READS, most_waiting: Number.POSITIVE_INFINITY })

/**
 * The same pieces, the next one read while the last one is used; a reader that stops ends the reading. Readers take
 * turns piece by piece.
 */
export async function* readAhead<T>(turn: Turn, pieces: AsyncGenerator<T>): AsyncGenerator<T> {
  const ask = () => {
    const next = queue(turn, () => pieces.next())
    // it is heard of when it is asked for
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

/** letters that leave together */
const CHUNK_LENGTH = 32_768

/** Short texts put together, so that they leave in pieces worth sending; the first one leaves at once. */
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

/** Waits until everyone else has been served; of those who wait here, one goes on at a time. */
const yieldToOtherRequests = () =>
  new Promise<void>((goOn) => {
    waitingWriters.push(goOn)
    if (waitingWriters.length === 1) setImmediate(runNextWriter)
  })

/** so many rows are written before everyone else has a turn: at most a third of a millisecond */
const ROWS_PER_TURN = 15

/**
 * The rows of the pieces one by one, each as `as` makes it of the row and its number from 1 on; between every few of
 * them the calls of others are served, and then the rows of other exports.
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
