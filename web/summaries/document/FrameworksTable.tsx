import type { FrameworkTable } from '../../../shared/summaries/frameworks.ts'
import styles from './tables.module.css'

/** The principles and the codes of other frameworks that FMB relates them to. */
export const FrameworksTable = ({ table: { columns, rows } }: { table: FrameworkTable }) => (
  <table className={styles.codes}>
    <caption>Principles, and the codes of other frameworks that FMB relates them to</caption>
    <thead>
      <tr>
        <th scope="col">Principle</th>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ principle_number, short_title, cells }) => (
        <tr key={principle_number}>
          <th scope="row">
            {principle_number}. {short_title}
          </th>
          {cells.map((codes, at) => (
            <td key={columns[at]}>{codes.join(', ') || '–'}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
