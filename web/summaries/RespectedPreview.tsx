import {
  type Numbers,
  numbersOf,
  numberWords,
  paragraphWords,
  tableName,
} from '../../shared/summaries/document-words.ts'
import type { Summary } from '../../shared/summaries/summaries.schema.ts'
import type { AnnexRow, SafeguardPart, UnnumberedTable } from '../../shared/summaries/summary-document.ts'
import styles from './Summary.module.css'

function Table({ table, numbers }: { table: UnnumberedTable; numbers: Numbers }) {
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

type Part = Pick<SafeguardPart, 'safeguard' | 'principles'>

/** The tables that a safeguard cites, which the document has under their principles. */
export const tablesFor = (document: Summary['document'], { principles }: Part): UnnumberedTable[] =>
  document.format === 1
    ? []
    : principles.flatMap(({ principle_number }) =>
        document.principles
          .filter((one) => one.principle_number === principle_number)
          .flatMap(({ tables }) => tables)
          .map(({ number, caption, ...table }) => ({
            ...table,
            caption: `${tableName(number)}. ${caption}`,
          })),
      )

type PreviewProps = {
  part: { respected: Pick<SafeguardPart['respected'], 'paragraphs'> }
  tables: readonly UnnumberedTable[]
  annex: AnnexRow[]
}

/**
 * How a safeguard is respected, computed from the records; only the preview of the whole document has the references.
 */
export function RespectedPreview({ part, tables, annex }: PreviewProps) {
  const numbers = numbersOf({ annex })
  const { paragraphs } = part.respected
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
