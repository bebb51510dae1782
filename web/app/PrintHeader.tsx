import { useEffect, useState } from 'react'
import { formatDateTime } from '../../shared/lib/dates.ts'
import styles from './Shell.module.css'

/** The head of a printed page: the bureau, the product and the time of printing. */
export function PrintHeader({ bureau, product }: { bureau: string; product: string }) {
  const [at, setAt] = useState(() => new Date())
  useEffect(() => {
    const note = () => setAt(new Date())
    addEventListener('beforeprint', note)
    return () => removeEventListener('beforeprint', note)
  }, [])
  return (
    <p className={styles.paper}>
      {`${bureau} · ${product} · Printed ${formatDateTime(at.toISOString())}, Manila time`}
    </p>
  )
}
