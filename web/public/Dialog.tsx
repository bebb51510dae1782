import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useTexts } from '../lib/texts.tsx'
import styles from './Dialog.module.css'

type Props = {
  title: string
  /** Escape and the close button; the focus returns to where it was */
  onClose: () => void
  children: ReactNode
  /** buttons, the main one last */
  actions: ReactNode
}

/** A modal dialog on the browser's `<dialog>`: it traps the focus, has a name and closes with Escape. */
export function Dialog({ title, onClose, children, actions }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const { t } = useTexts()

  // closed before it leaves the page: only then does the browser return the focus
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])

  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <div className={styles.body}>{children}</div>
      <div className={styles.actions}>{actions}</div>
      <button type="button" className={styles.close} aria-label={t('common.dismiss')} onClick={onClose}>
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M3 3l10 10M13 3L3 13" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        </svg>
      </button>
    </dialog>
  )
}
