import type { ReactNode } from 'react'
import styles from './FieldList.module.css'

export type Field = {
  label: string
  value: ReactNode
  wide?: boolean
  /** a further `dd` about the field, such as its points */
  after?: ReactNode
  /** after the value, such as the number of notes about it */
  mark?: ReactNode
}

/** Labels with their values, in columns on wide screens. Empty values read N/A. */
export function FieldList({ fields }: { fields: Field[] }) {
  return (
    <dl className={styles.list}>
      {fields.map(({ label, value, wide, after, mark }) => (
        <div
          key={label}
          className={styles.pair}
          data-wide={wide || undefined}
          data-place={after ? '' : undefined}
        >
          <dt>{label}</dt>
          <dd>
            {value === null || value === undefined || value === '' ? 'N/A' : value}
            {mark}
          </dd>
          {after}
        </div>
      ))}
    </dl>
  )
}
