import type { UnnumberedTable as Table } from '../../../shared/summaries/summary-document.ts'
import { NumberLink } from './NumberLink.tsx'
import type { Numbers } from '../../../shared/summaries/document-words.ts'
import styles from './tables.module.css'

/** A table of numbers, each a link to its row of the annex; a wide table scrolls within the page. */
export const DocumentTable = ({
  of: { caption, columns, rows },
  numbers,
}: {
  of: Table
  numbers: Numbers
}) => (
  <div className={styles.scroll}>
    <table className={styles.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, cells }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {cells.map((ref, at) => (
              <td key={columns[at + 1] ?? at}>
                {ref === null ? '–' : <NumberLink of={ref} numbers={numbers} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
