import {
  type Numbers,
  numbersOf,
  numberWords,
  paragraphWords,
} from '../../shared/summaries/document-words.ts'
import type { AnnexRow, DocumentTable, SafeguardPart } from '../../shared/summaries/summary-document.ts'
import styles from './Summary.module.css'

function Table({ table, numbers }: { table: DocumentTable; numbers: Numbers }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption>{table.caption}</caption>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ label, cells }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {cells.map((ref, at) => (
                <td key={table.columns[at + 1] ?? at}>{ref === null ? '–' : numberWords(numbers, ref)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/**
 * How a safeguard is respected, computed from the records; only the preview of the whole document has the references.
 */
export function RespectedPreview({ part, annex }: { part: SafeguardPart; annex: AnnexRow[] }) {
  const numbers = numbersOf({ annex })
  const { paragraphs, tables } = part.respected
  return (
    <section className={styles.respected} aria-labelledby="respected-title">
      <h3 id="respected-title">How it is respected</h3>
      <p className="quiet">Computed from the approved records; it is not written by hand.</p>
      {paragraphs.map((paragraph, at) => (
        <p key={at}>{paragraphWords(numbers, paragraph)}</p>
      ))}
      {tables.length > 0 ? (
        <details className={styles.tables}>
          <summary>{tables.length === 1 ? 'Its table' : `Its ${tables.length} tables`}</summary>
          {tables.map((table) => (
            <Table key={table.caption} table={table} numbers={numbers} />
          ))}
        </details>
      ) : null}
    </section>
  )
}
