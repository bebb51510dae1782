import {
  gradeTone,
  isProvisionalCell,
  markedCells,
  REPORT_COLUMNS,
  REPORT_TITLE,
} from '../../shared/reports/report-cells.ts'
import type { ReportRow } from '../../shared/reports/reports.schema.ts'
import styles from './ReportTable.module.css'

type ReportTableProps = {
  rows: ReportRow[]
  firstNumber: number
  busy: boolean
  empty: string
}

/** The report as it will be saved: title row, 23 columns, N/A for missing values, grades in words and colour. */
export function ReportTable({ rows, firstNumber, busy, empty }: ReportTableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways, for which the keyboard needs the focus
    <section className={styles.scroll} aria-label="Report" tabIndex={0} data-busy={busy || undefined}>
      <table className={styles.table} aria-busy={busy}>
        <colgroup>
          {REPORT_COLUMNS.map(({ label }) => (
            <col key={label} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th colSpan={REPORT_COLUMNS.length} scope="colgroup" className={styles.title}>
              <span>{REPORT_TITLE}</span>
            </th>
          </tr>
          <tr>
            {REPORT_COLUMNS.map(({ label, kind }) => (
              <th key={label} scope="col" data-kind={kind}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row key={row.site_profile_id} row={row} number={firstNumber + index} />
          ))}
          {rows.length === 0 ? (
            <tr>
              <td colSpan={REPORT_COLUMNS.length} className={styles.empty}>
                <span>{empty}</span>
              </td>
            </tr>
          ) : null}
        </tbody>
      </table>
    </section>
  )
}

function Row({ row, number }: { row: ReportRow; number: number }) {
  const cells = markedCells(row, number)
  return (
    <tr>
      {REPORT_COLUMNS.map(({ label, kind }, index) => {
        const cell = cells[index] ?? ''
        return (
          <td
            key={label}
            data-kind={kind}
            {...(kind === 'grade' ? { 'data-tone': gradeTone(cell) } : {})}
            data-provisional={isProvisionalCell(cell) || undefined}
          >
            {cell}
          </td>
        )
      })}
    </tr>
  )
}
