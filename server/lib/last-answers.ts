import { isOutage } from './database-faults.ts'
import type { Raw } from './http.ts'

/** what an answer gets before the database is asked whether it is there at all */
const PATIENCE_MS = 2_000
/** once it is known to be away, it is left alone for so long */
const REST_MS = 5_000
/** an older answer is none */
const MOST_AGE_MS = 15 * 60_000

type Kept = { answer: unknown; at: number }

/** An answer, and when it was read if that is not now. */
export type Answer<T> = { answer: T; as_of: Date | null }

export type LastAnswers = <T>(key: string, read: () => Promise<T>) => Promise<Answer<T>>

const LATE = Symbol('late')
const after = (ms: number) =>
  new Promise<typeof LATE>((resolve) => {
    setTimeout(() => resolve(LATE), ms).unref()
  })

/**
 * Readings as they are while the database answers. While it does not, the last answer to the same question, for a
 * quarter of an hour, with its age. At most `most` answers are kept, the oldest goes first.
 */
export function lastAnswers(now: () => Date, isThere: () => Promise<boolean>, most: number): LastAnswers {
  const answers = new Map<string, Kept>()
  let restingUntil = 0

  const keep = (key: string, answer: unknown) => {
    answers.delete(key)
    if (answers.size >= most) answers.delete(answers.keys().next().value ?? '')
    answers.set(key, { answer, at: now().getTime() })
  }
  const readAnew = async <T>(key: string, read: () => Promise<T>): Promise<T> => {
    try {
      const answer = await read()
      keep(key, answer)
      return answer
    } catch (error) {
      // what is gone, or may not be seen any more, is not shown later either
      if (!isOutage(error)) answers.delete(key)
      throw error
    }
  }

  return async <T>(key: string, read: () => Promise<T>): Promise<Answer<T>> => {
    const known = answers.get(key)
    if (!known || now().getTime() - known.at > MOST_AGE_MS)
      return { answer: await readAnew(key, read), as_of: null }
    const old = { answer: known.answer as T, as_of: new Date(known.at) }
    if (now().getTime() < restingUntil) return old
    const reading = readAnew(key, read)
    // read to its end even when nobody waits any more
    reading.catch(() => undefined)
    try {
      const soon = await Promise.race([reading, after(PATIENCE_MS)])
      if (soon !== LATE) return { answer: soon as T, as_of: null }
      if (await isThere()) return { answer: await reading, as_of: null }
    } catch (error) {
      if (!isOutage(error)) throw error
    }
    if (!(await isThere())) restingUntil = now().getTime() + REST_MS
    return old
  }
}

/** What a proxy and a programme are told of an answer that is not of now. */
export function markAge({ reply }: Pick<Raw, 'reply'>, as_of: Date | null, now: Date): void {
  if (!as_of) return
  const age = Math.round((now.getTime() - as_of.getTime()) / 1000)
  reply.headers({ age: String(age), warning: '110 - "Response is Stale"' })
}
