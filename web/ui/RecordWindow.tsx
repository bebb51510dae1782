import { Modal } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import styles from './Bar.module.css'
import { usePhone } from './usePhone.ts'

/** below the questions and messages that open over it */
const Z_INDEX = 190

type RecordWindowProps = {
  opened: boolean
  title: string
  size?: 'lg' | 'xl'
  /** Escape, the close button or a click outside */
  onClose: () => void
  /** after the closing transition */
  onExited: () => void
  /** false for forms, so that a click outside loses no typed text */
  closeOnClickOutside?: boolean
  children: ReactNode
}

/** An open choice list handles Escape itself. */
const isHandledByList = (event: KeyboardEvent) =>
  event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true'

/** A window with one record over its list; full screen on a phone. */
export function RecordWindow({
  opened,
  title,
  size = 'xl',
  onClose,
  onExited,
  closeOnClickOutside = true,
  children,
}: RecordWindowProps) {
  const phone = usePhone()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      // WindowFooter extends into it, to the edges
      padding={16}
      fullScreen={phone}
      zIndex={Z_INDEX}
      closeOnClickOutside={closeOnClickOutside}
      // the kit's own Escape handling would close this window together with a question over it
      closeOnEscape={false}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isHandledByList(event)) onClose()
      }}
      returnFocus={false}
      onExitTransitionEnd={onExited}
    >
      {children}
    </Modal>
  )
}

/** The buttons of a window; they stay visible while its content scrolls. */
export const WindowFooter = ({ children }: { children: ReactNode }) => (
  <div className={`${styles.bar} ${styles.window} unless-empty`}>{children}</div>
)
