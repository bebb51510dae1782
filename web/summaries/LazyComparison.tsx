import { lazy, Suspense, useDeferredValue } from 'react'

const Comparison = lazy(() =>
  import('../review/WordComparison.tsx').then(({ WordComparison }) => ({ default: WordComparison })),
)

/** The comparison of two texts, whose program is loaded when one is first shown; typing does not wait for it. */
export function LazyComparison({ old, now }: { old: string; now: string }) {
  const typed = useDeferredValue(now)
  return (
    <Suspense fallback={<p className="quiet">Comparing…</p>}>
      <Comparison old={old} now={typed} />
    </Suspense>
  )
}
