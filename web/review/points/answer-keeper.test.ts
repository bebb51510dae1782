import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/call.ts'
import { type AnswerState, createAnswerKeeper } from './answer-keeper.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const noAnswer = () => new ApiError(500, { message: 'No answer', refusal: { code: 'unanswered' } })
const savedBefore = () => new ApiError(409, { message: 'Before', refusal: { code: 'answer_saved_before' } })
const movedOn = () => new ApiError(409, { message: 'Moved on', refusal: { code: 'point_moved_on' } })

/** A keeper over a server that stores one answer and does what the test asks for first. */
function over(stored: string) {
  const server = { stored, before: null as (() => void) | null, after: null as (() => void) | null }
  const refused: unknown[] = []
  let shown: AnswerState | null = null
  const keeper = createAnswerKeeper({
    name: 'answer:1:2',
    isFit: (text) => text.length <= 20,
    send: async ({ text, was }) => {
      server.before?.()
      if ((was ?? '') !== server.stored) throw savedBefore()
      server.stored = text ?? ''
      server.after?.()
      return server.stored
    },
    read: async () => server.stored,
    onRefused: (error) => refused.push(error),
    report: (state) => {
      shown = state
    },
  })
  return { server, keeper, refused, shown: () => shown }
}

const stop = (error: Error) => () => {
  throw error
}

test('words are stored a moment after the last key, as the server writes them, and blank removes them', async () => {
  const { server, keeper, shown } = over('')
  keeper.write('  Forty ', '')
  expect(server.stored).toBe('')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(server.stored).toBe('Forty')
  expect(shown()).toEqual({ typed: null, where: 'server', theirs: null })
  keeper.write(' ', 'Forty')
  await keeper.store()
  expect(server.stored).toBe('')
})

test('a line that is cut before or after the server has stored keeps the words and asks nothing', async () => {
  const { server, keeper, shown } = over('')
  server.before = stop(noAnswer())
  keeper.write('Forty', '')
  await keeper.store()
  expect(shown()).toEqual({ typed: 'Forty', where: 'device', theirs: null })
  server.before = null
  server.after = stop(noAnswer())
  await keeper.store()
  expect(server.stored).toBe('Forty')
  expect(shown()?.where).toBe('device')
  server.after = null
  await vi.advanceTimersByTimeAsync(10_000)
  expect(shown()).toEqual({ typed: null, where: 'server', theirs: null })
})

test('another answer of a colleague is shown beside the own one until the person chooses', async () => {
  const { server, keeper, shown } = over('Forty')
  keeper.write('Forty-two', 'Forty')
  server.stored = 'Forty-one'
  await keeper.store()
  expect(shown()).toEqual({ typed: 'Forty-two', where: 'device', theirs: 'Forty-one' })
  await keeper.store()
  expect(server.stored).toBe('Forty-one')
  keeper.choose('mine')
  await keeper.store()
  expect(server.stored).toBe('Forty-two')

  keeper.write('Forty-four', 'Forty-two')
  server.stored = 'Forty-three'
  await keeper.store()
  keeper.choose('theirs')
  expect(server.stored).toBe('Forty-three')
  expect(shown()).toEqual({ typed: null, where: 'server', theirs: null })
})

test('what is typed while an answer is sent is sent after it; too long a text is not sent', async () => {
  const { server, keeper, shown } = over('')
  server.after = () => {
    server.after = null
    keeper.write('Forty came', '')
  }
  keeper.write('Forty', '')
  await keeper.store()
  expect(server.stored).toBe('Forty came')
  keeper.write('Forty people came to the meeting', 'Forty came')
  await keeper.store()
  expect(server.stored).toBe('Forty came')
  expect(shown()?.typed).toBe('Forty people came to the meeting')
})

test('a refusal is reported once and keeps the words', async () => {
  const { server, keeper, refused, shown } = over('')
  server.before = stop(movedOn())
  keeper.write('Forty', '')
  await keeper.store()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(refused).toHaveLength(1)
  expect(shown()?.typed).toBe('Forty')
})
