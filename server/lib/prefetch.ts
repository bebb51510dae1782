/**
 * Yields each item with the promise of its work, in order, `atOnce` of them running. A failure rejects that promise,
 * and is ignored where the loop ends before awaiting it.
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
