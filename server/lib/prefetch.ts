/**
 * Each item with the promise of its work, in their order, so many of them under way at once. A failure is thrown to anyone who
 * awaits that promise, and to no one where the loop was left before.
 */
export function* prefetch<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Generator<[item: Item, result: Promise<Result>]> {
  const begun: Promise<Result>[] = []
  const beginUpTo = (end: number) => {
    for (const item of items.slice(begun.length, end)) {
      const result = work(item)
      result.catch(() => undefined)
      begun.push(result)
    }
  }
  for (const [index, item] of items.entries()) {
    beginUpTo(index + atOnce)
    const result = begun[index]
    if (result) yield [item, result]
  }
}
