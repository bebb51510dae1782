import { type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './Fold.module.css'

/** Wider screens start with every fold open, so that the page can be read and searched as a whole. */
const OPEN_AT = '(min-width: 641px)'
const isWide = () => typeof matchMedia === 'function' && matchMedia(OPEN_AT).matches

/** The folds that the user has opened or closed since the page was loaded, by name. */
const chosen = new Map<string, boolean>()

type FoldProps = {
  /** the heading, which stays visible */
  title: ReactNode
  /** says under the heading what is inside */
  inside: ReactNode
  /** the target of links to this part; the browser opens the fold around it */
  id?: string
  /** open from the start on a phone too */
  isOpen?: boolean
  /** opens as soon as it becomes true: something inside needs attention */
  isUrgent?: boolean
  /** under this name the fold stays as the user left it when its page is drawn anew */
  name?: string
  children: ReactNode
}

/** A part of a page that folds under its heading on a phone; what is inside stays mounted. Paper shows every fold open. */
export function Fold({
  title,
  inside,
  id,
  isOpen = false,
  isUrgent = false,
  name = '',
  children,
}: FoldProps) {
  const fold = useRef<HTMLDetailsElement>(null)
  // only the first value counts: afterwards the fold belongs to the user
  const [start] = useState(() => isUrgent || (chosen.get(name) ?? (isOpen || isWide())))
  useEffect(() => {
    if (isUrgent && fold.current) fold.current.open = true
  }, [isUrgent])
  return (
    <details
      ref={fold}
      className={styles.fold}
      open={start}
      data-open-at={OPEN_AT}
      onToggle={({ currentTarget }) => name && chosen.set(name, currentTarget.open)}
    >
      <summary className={styles.head}>
        {title}
        <span className={styles.inside}>{inside}</span>
      </summary>
      <div id={id} className={styles.content}>
        {children}
      </div>
    </details>
  )
}
