import { closeSync, createReadStream, openSync, writeSync } from 'node:fs'

/** Passes values from a worker process to the server as lines of a file: neither holds all of them in memory. */

const PIECE = 256 * 1024

/** Writes each value as one line of JSON; returns how many there were. */
export async function writeLines(
  path: string,
  values: AsyncIterable<unknown> | Iterable<unknown>,
): Promise<number> {
  const file = openSync(path, 'wx', 0o600)
  let count = 0
  let piece = ''
  try {
    for await (const value of values) {
      piece += `${JSON.stringify(value)}\n`
      count += 1
      if (piece.length < PIECE) continue
      writeSync(file, piece)
      piece = ''
    }
    writeSync(file, piece)
    return count
  } finally {
    closeSync(file)
  }
}

/** Reads the values of such a file one by one. */
export async function* readLines<Value>(path: string): AsyncGenerator<Value> {
  let rest = ''
  for await (const piece of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const [first = '', ...lines] = piece.split('\n')
    rest += first
    for (const line of lines) {
      yield JSON.parse(rest) as Value
      rest = line
    }
  }
}
