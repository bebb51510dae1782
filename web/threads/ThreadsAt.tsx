import type { ComponentProps, ReactNode } from 'react'
import { PlusIcon } from '../ui/icons.tsx'
import styles from './Threads.module.css'

type BeginThreadProps = Pick<ComponentProps<'button'>, 'id' | 'disabled' | 'onClick'> & {
  [data: `data-${string}`]: unknown
  /** "Add point", and for screen readers to what */
  children: ReactNode
  /** the form that it opens is open */
  isOpen: boolean
  /** whoever knows the button sees it where the pointer or the focus is */
  isKnown: boolean
}

/** The button that begins a thread at a place. */
export const BeginThread = ({ children, isOpen, isKnown, ...button }: BeginThreadProps) => (
  <button
    {...button}
    type="button"
    className={styles.begin}
    aria-expanded={isOpen}
    data-known={isKnown || undefined}
  >
    <PlusIcon size={16} />
    <span>{children}</span>
  </button>
)

type ThreadsAtProps = {
  id: string
  /** `dd` beside the value of a labelled field */
  as?: 'div' | 'dd'
  /** the button that begins a thread, in its own room beside the label of the place */
  button?: ReactNode
  /** the threads and the form of a new one; null where there are none */
  children: ReactNode
}

/** The threads at one place of a page, which links to the place lead to, and the button for a new one. */
export const ThreadsAt = ({ id, as: Part = 'div', button, children }: ThreadsAtProps) =>
  children || button ? (
    <Part className={styles.at} {...(children ? { id, tabIndex: -1, 'data-filled': true } : {})}>
      {children}
      {button ? <div>{button}</div> : null}
    </Part>
  ) : null
