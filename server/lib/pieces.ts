import { takingFairTurns, type Turn } from './fair-turns.ts'

/** so many pieces are read at once, of however many exports; all other connections serve screens */
const READ_AT_ONCE = 2

const inTurn = takingFairTurns({ at_once: READ_AT_ONCE, most_waiting: Number.POSITIVE_INFINITY })

/**
 * The same pieces, the next one read while the last one is used; a reader that stops ends the reading. Readers take
 * turns piece by piece.
 */
export async function* readAhead<T>(turn: Turn, pieces: AsyncGenerator<T>): AsyncGenerator<T> {
  const ask = () => {
    const next = inTurn(turn, () => pieces.next())
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
const PIECE = 32_768

/** Short texts put together, so that they leave in pieces worth sending; the first one leaves at once. */
export async function* joined(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let text = ''
  let isFirst = true
  for await (const next of texts) {
    text += next
    if (!isFirst && text.length < PIECE) continue
    yield text
    text = ''
    isFirst = false
  }
  if (text !== '') yield text
}

const writers: (() => void)[] = []

function letNextWrite(): void {
  const goOn = writers.shift()
  if (writers.length > 0) setImmediate(letNextWrite)
  goOn?.()
}

/** Waits until everybody else has been served; of those who wait here, one goes on at a time. */
const others = () =>
  new Promise<void>((goOn) => {
    writers.push(goOn)
    if (writers.length === 1) setImmediate(letNextWrite)
  })

/** so many rows are written before everybody else has a turn: at most a third of a millisecond */
const ROWS_PER_TURN = 15

/**
 * The rows of the pieces one by one, each as `as` makes it of the row and its number from 1 on; between every few of
 * them the calls of others are served, and then the rows of other exports.
 */
export async function* rowsIn<T, Row>(
  pieces: AsyncIterable<readonly T[]>,
  as: (row: T, number: number) => Row,
): AsyncGenerator<Row> {
  let number = 0
  for await (const piece of pieces)
    for (const row of piece) {
      if (number % ROWS_PER_TURN === 0) await others()
      number += 1
      yield as(row, number)
    }
}
