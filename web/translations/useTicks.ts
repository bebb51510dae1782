import { useState } from 'react'
import { REVIEW_MAX, type Translation } from '../../shared/translations/translations.schema.ts'

type Seen = Pick<Translation, 'key' | 'seen'>

/** The ticked texts, each as it was seen when it was ticked. */
export type Ticks = {
  count: number
  texts: Seen[]
  has: (key: string) => boolean
  set: (texts: readonly Seen[], isTicked: boolean) => void
  clear: () => void
}

/** The ticks of a list of texts; they stay while it is paged, searched and filtered. */
export function useTicks(): Ticks {
  const [ticked, setTicked] = useState<ReadonlyMap<string, string>>(new Map())
  return {
    count: ticked.size,
    texts: [...ticked].map(([key, seen]) => ({ key, seen })),
    has: (key) => ticked.has(key),
    set: (texts, isTicked) =>
      setTicked((before) => {
        const next = new Map(before)
        for (const { key, seen } of texts) {
          if (!isTicked) next.delete(key)
          else if (next.size < REVIEW_MAX) next.set(key, seen)
        }
        return next
      }),
    clear: () => setTicked(new Map()),
  }
}
