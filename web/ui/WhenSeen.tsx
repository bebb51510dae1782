import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

/** how far from the window something begins to load */
const NEAR = '100px'

type WhenSeenProps = { waiting?: ReactNode; children: ReactNode }

/**
 * Renders its content once its place comes near the window, by scrolling, by the focus or by a screen reader's cursor,
 * or when the page is printed; until then, and while the content loads, what is `waiting` has its place.
 */
export function WhenSeen({ waiting = null, children }: WhenSeenProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (isSeen || !place.current) return
    const show = () => setSeen(true)
    const watcher = new IntersectionObserver(([at]) => at?.isIntersecting && show(), { rootMargin: NEAR })
    watcher.observe(place.current)
    const paper = matchMedia('print')
    paper.addEventListener('change', show)
    return () => {
      watcher.disconnect()
      paper.removeEventListener('change', show)
    }
  }, [isSeen])
  return isSeen ? <Suspense fallback={waiting}>{children}</Suspense> : <div ref={place}>{waiting}</div>
}
