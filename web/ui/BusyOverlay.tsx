import { Loader } from '@mantine/core'
import { useEffect } from 'react'
import styles from './BusyOverlay.module.css'

/** The page behind is not to be worked on by keys either; those of the browser itself stay. */
function holdBack(event: KeyboardEvent) {
  const isBrowserKey = event.ctrlKey || event.metaKey || event.altKey || /^F\d+$/.test(event.key)
  if (isBrowserKey) return
  event.preventDefault()
  event.stopPropagation()
}

/** Covers the page while something is being saved that must not be interrupted. */
export function BusyOverlay({ visible }: { visible: boolean }) {
  useEffect(() => {
    if (!visible) return
    window.addEventListener('keydown', holdBack, true)
    return () => window.removeEventListener('keydown', holdBack, true)
  }, [visible])

  if (!visible) return null
  return (
    <div className={styles.overlay} role="alert">
      <div className={styles.box}>
        <Loader aria-hidden="true" />
        <p className={styles.title}>Please Wait...</p>
        <p>We are processing your request. This may take a few moments.</p>
      </div>
    </div>
  )
}
