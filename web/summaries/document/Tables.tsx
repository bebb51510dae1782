import type { ReactNode } from 'react'
import type { Numbers } from '../../../shared/summaries/document-words.ts'
import { type FrameworkTable, frameworkRows } from '../../../shared/summaries/frameworks.ts'
import type { UnnumberedTable } from '../../../shared/summaries/summary-document.ts'
import { NumberLink } from './NumberLink.tsx'
import styles from './tables.module.css'

type TableProps = {
  className: string | undefined
  caption: string
  columns: readonly string[]
  rows: readonly { label: string; cells: readonly ReactNode[] }[]
}

const Table = ({ className, caption, columns, rows }: TableProps) => (
  <table className={className}>
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
          {cells.map((cell, at) => (
            <td key={columns[at + 1] ?? at}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

type NumbersProps = { of: UnnumberedTable; numbers: Numbers }

/** A table of numbers, each a link to its row of the annex; a wide table scrolls within the page. */
export const DocumentTable = ({ of: { rows, ...table }, numbers }: NumbersProps) => (
  <div className={styles.scroll}>
    <Table
      className={styles.table}
      {...table}
      rows={rows.map(({ label, cells }) => ({
        label,
        cells: cells.map((ref) => (ref === null ? '–' : <NumberLink key={ref} of={ref} numbers={numbers} />)),
      }))}
    />
  </div>
)

type FrameworksProps = { caption: string; table: FrameworkTable }

/** The principles, with codes of other frameworks or the safeguards that they answer. */
export const FrameworksTable = ({ caption, table }: FrameworksProps) => (
  <Table
    className={styles.codes}
    caption={caption}
    columns={['Principle', ...table.columns]}
    rows={frameworkRows(table)}
  />
)
