import pg from 'pg'
import { vi } from 'vitest'

export type Statement = { text: string; values: unknown[] }

const statementOf = ([asked, values]: unknown[]): Statement =>
  typeof asked === 'string'
    ? { text: asked, values: Array.isArray(values) ? values : [] }
    : { text: 'a cursor', values: [], ...(asked as Partial<Statement>) }

/** The text outside parentheses. */
function outerOf(text: string): string {
  const without = text.replace(/\([^()]*\)/g, '')
  return without === text ? text : outerOf(without)
}

const firstFrom = (text: string): string | undefined => /\bfrom ([a-z_.]+)/.exec(text)?.[1]

/** Shortens a statement to the tables it writes, in order; else to `hold` for a lock, or to the table it reads. */
function shortOf(text: string): string {
  const plain = text.replaceAll('"', '').replace(/\s+/g, ' ').trim()
  const writes = plain.match(/\b(insert into|update|delete from) (?!set\b)[a-z_]+/g)
  if (writes) return writes.join(', ')
  if (plain.includes('pg_advisory_xact_lock')) return 'hold'
  const named = firstFrom(outerOf(plain))
  const isPart = named === undefined || plain.includes(`${named} as (`)
  const read = isPart ? firstFrom(plain) : named
  return read ? `read ${read}` : outerOf(plain)
}

/** asked every two seconds by a timer of the instance, whatever is called meanwhile */
const BY_TIMER = 'read text_reviews'

/** Calls `hear` with each statement that this process sends to a database during this work, and with its answer. */
async function hearing(
  work: () => Promise<unknown>,
  hear: (statement: Statement, answer: Promise<unknown>) => void,
): Promise<void> {
  // called with its client below
  // eslint-disable-next-line @typescript-eslint/unbound-method
  const query = pg.Client.prototype.query as (...values: unknown[]) => unknown
  const asked = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...values: unknown[]
  ) {
    const answer = query.apply(this, values)
    hear(statementOf(values), Promise.resolve(answer))
    return answer
  } as never)
  try {
    await work()
  } finally {
    asked.mockRestore()
  }
}

/** Returns everything that this process sends to a database during this work, in order. */
export async function sentDuring(work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = []
  await hearing(work, (statement) => void sent.push(statement))
  return sent
}

/** Returns the statements that the product sends to the database during this work, shortened and in order. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await sentDuring(work)).map(({ text }) => shortOf(text)).filter((statement) => statement !== BY_TIMER)

/** The same in the pieces in which they are sent: each is what is sent before an answer is waited for. */
export async function piecesOf(work: () => Promise<unknown>): Promise<string[][]> {
  const pieces: string[][] = []
  let unanswered = 0
  await hearing(work, ({ text }, answer) => {
    const statement = shortOf(text)
    if (statement === BY_TIMER) return
    if (unanswered === 0) pieces.push([])
    pieces.at(-1)?.push(statement)
    unanswered += 1
    const answered = () => void (unanswered -= 1)
    answer.then(answered, answered)
  })
  return pieces
}
