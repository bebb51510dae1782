import pg from 'pg'
import { vi } from 'vitest'

const textOf = (asked: unknown): string =>
  typeof asked === 'string' ? asked : ((asked as { text?: string }).text ?? 'a cursor')

/** Whatever a statement writes, in its order; else the table it reads first. */
function shortOf(text: string): string {
  const plain = text.replaceAll('"', '').replace(/\s+/g, ' ').trim()
  const writes = plain.match(/\b(insert into|update|delete from) (?!set\b)[a-z_]+/g)
  if (writes) return writes.join(', ')
  const [, table, called] = plain.match(/\bfrom ([a-z_.]+)|select (pg_[a-z_]+)/) ?? []
  return table || called ? `read ${table ?? called}` : plain
}

/** What the product asks the database while this work is done, in order and in few words; it is asked as ever. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return asked.mock.calls.map(([statement]) => shortOf(textOf(statement)))
  } finally {
    asked.mockRestore()
  }
}
