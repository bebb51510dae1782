import type { ReactNode } from 'react'
import styles from './FieldList.module.css'

export type Field = { label: string; value: ReactNode; wide?: boolean }

/** Labels with their values, in columns on wide screens. Empty values read N/A. */
export function FieldList({ fields }: { fields: Field[] }) {
  return (
    <dl className={styles.list}>
      {fields.map(({ label, value, wide }) => (
        <div key={label} className={styles.pair} data-wide={wide || undefined}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? 'N/A' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
