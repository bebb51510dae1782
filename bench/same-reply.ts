import type { Operation } from './operations.ts'
import { mustSend } from './requests.ts'

/** The same value with its keys in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  )
}

/**
 * Refuses to compare replies that are not the same. The bare server counts afresh, so this is also where a kept number
 * of the product that has gone wrong shows. Resolves with the milliseconds that the bare server took.
 */
export async function insistOnSameReply(
  operation: Operation,
  product: string,
  bare: string,
): Promise<number> {
  if (operation.writes) return 0
  const comparable = operation.comparable ?? ((reply: unknown) => reply)
  const of = async (origin: string, next: Operation['product']) =>
    JSON.stringify(sorted(comparable(JSON.parse((await mustSend(origin, next())).toString()))))
  const ours = await of(product, operation.product)
  const begun = performance.now()
  const theirs = await of(bare, operation.bare)
  if (ours === theirs) return performance.now() - begun
  const at = [...ours].findIndex((letter, index) => letter !== theirs[index])
  const near = (text: string) => text.slice(Math.max(0, at - 80), at + 200)
  throw new Error(`${operation.name}: the replies differ.\n${near(ours)}\n${near(theirs)}`)
}
