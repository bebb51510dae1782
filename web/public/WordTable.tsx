import type { ReactNode } from 'react'
import styles from './WordTable.module.css'

type WordTableProps = {
  columns: readonly string[]
  /** the cells of each row; the first is its heading */
  rows: readonly (readonly [key: string, ...cells: ReactNode[]])[]
  numbers?: boolean
}

/** A table whose rows become cards on a phone, each cell after the heading of its column. */
export const WordTable = ({ columns, rows, numbers = false }: WordTableProps) => (
  <div className={styles.wide}>
    <table className={numbers ? styles.numbers : undefined}>
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
        {rows.map(([key, heading, ...cells]) => (
          <tr key={key}>
            <th scope="row">{heading}</th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]}>
                <span className={styles.short}>{`${columns[index + 1]} `}</span>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
