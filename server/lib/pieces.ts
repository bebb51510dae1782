import { setImmediate as turn } from 'node:timers/promises'

/** The same pieces, the next one read while the last one is used; a reader that stops ends the reading. */
export async function* readAhead<T>(pieces: AsyncGenerator<T>): AsyncGenerator<T> {
  const ask = () => {
    const next = pieces.next()
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

/** so many rows are written before everybody else has a turn: a third of a millisecond */
const ROWS_PER_TURN = 15

/**
 * The rows of the pieces one by one, each as `as` makes it of the row and its number from 1 on; between every few of
 * them the calls of others are served.
 */
export async function* rowsIn<T, Row>(
  pieces: AsyncIterable<readonly T[]>,
  as: (row: T, number: number) => Row,
): AsyncGenerator<Row> {
  let number = 0
  for await (const piece of pieces)
    for (const row of piece) {
      if (number % ROWS_PER_TURN === 0) await turn()
      number += 1
      yield as(row, number)
    }
}
