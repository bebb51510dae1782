import type { FieldDifference } from '../../shared/review/changes.schema.ts'
import styles from '../ui/ChangesTable.module.css'

/** Changed fields, old beside new; on a phone one below the other with the same labels. */
export function FieldChanges({ fields }: { fields: FieldDifference[] }) {
  if (fields.length === 0) return null
  return (
    // explicit roles: the card layout on phones removes those of the table
    <table className={styles.table} role="table">
      <caption className={styles.caption}>Fields</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">
            Field
          </th>
          <th scope="col" role="columnheader">
            When returned
          </th>
          <th scope="col" role="columnheader">
            After
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {fields.map(({ field, label, old, new: now }) => (
          <tr key={field} role="row">
            <th scope="row" role="rowheader">
              {label}
            </th>
            <td role="cell" data-label="When returned">
              <del>{old}</del>
            </td>
            <td role="cell" data-label="After">
              <ins>{now}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
