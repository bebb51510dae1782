import type { FrameworkTable } from '../../../shared/summaries/frameworks.ts'
import styles from './tables.module.css'

type Props = { caption: string; table: FrameworkTable }

/** The principles, with codes of other frameworks or the safeguards that they answer. */
export const FrameworksTable = ({ caption, table: { columns, rows } }: Props) => (
  <table className={styles.codes}>
    <caption>{caption}</caption>
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
