import { useRef, useState } from 'react'

/** long enough to be read to the end, short enough that nobody finds an old one */
const SAID_MS = 10_000
/** what begins is no longer true when something else is said */
const BEGINNING = 'beginning'

type Announcement = { key: number; about: string; text: string }

/** Sentences for screen readers. One that is out of date is removed: by the next about the same, or after a while. */
export function useAnnouncements() {
  const [said, setSaid] = useState<Announcement[]>([])
  const count = useRef(0)
  const say = (text: string, about = BEGINNING) => {
    count.current += 1
    const key = count.current
    const isOld = (one: Announcement) => one.about === BEGINNING || one.about === about
    setSaid((now) => [...now.filter((one) => !isOld(one)), { key, about, text }])
    setTimeout(() => setSaid((now) => now.filter((one) => one.key !== key)), SAID_MS)
  }
  return { said, say }
}
