import type { ReactNode } from 'react'

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
    <dl className="pairs">
      {fields.map(({ label, value, wide, after, mark }) => (
        <div key={label} data-wide={wide || undefined} data-place={after ? '' : undefined}>
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
