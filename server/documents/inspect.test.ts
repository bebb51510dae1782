import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { inspect } from './inspect.ts'

const PIECE = Buffer.alloc(10_000, 'a')

test('a wrong content is refused with its first piece, and the rest is not read', async () => {
  let sent = 0
  async function* pieces() {
    for (; sent < 1_000; sent += 1) yield PIECE
  }
  const { stream } = inspect(Readable.from(pieces()), 'pdf', 'fake.pdf')
  stream.resume()
  await expect(finished(stream)).rejects.toMatchObject({ code: 'invalid_input' })
  expect(sent).toBeLessThan(100)
})
