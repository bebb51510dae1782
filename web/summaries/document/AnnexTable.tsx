import { allRegionsWords, type Numbers, whereWords } from '../../../shared/summaries/document-words.ts'
import { numberReference } from '../../../shared/summaries/references.ts'
import type { SummaryDocument } from '../../../shared/summaries/summary-document.ts'
import { ExactNumber } from './NumberLink.tsx'
import styles from './tables.module.css'

type Annexed = Pick<SummaryDocument, 'annex' | 'regions' | 'coverage' | 'principles'>

/** The numbers that a table of the document has, which paper does not repeat. */
const refsOfTables = ({ coverage, principles }: Annexed): ReadonlySet<string | null> =>
  new Set(
    [coverage, ...principles]
      .flatMap(({ tables }) => tables)
      .flatMap(({ rows }) => rows.flatMap(({ cells }) => cells)),
  )

type Props = {
  document: Annexed
  numbers: Numbers
  /** for authors: shows the key that inserts each number into a text */
  withKeys: boolean
}

/** Every number of the summary, in the order of its references; on paper those that no table has, without zeros. */
export function AnnexTable({ document, numbers, withKeys }: Props) {
  const { annex, regions } = document
  const ofTables = refsOfTables(document)
  const all = allRegionsWords(regions)
  return (
    <table className={styles.annex}>
      <caption className="visually-hidden">Every number of this summary</caption>
      <thead>
        <tr>
          <th scope="col">No.</th>
          <th scope="col">What is counted</th>
          <th scope="col">Number</th>
        </tr>
      </thead>
      <tbody>
        {annex.map((row) => (
          <tr key={row.ref} id={row.ref} className={ofTables.has(row.ref) ? styles.tabled : undefined}>
            <th scope="row">{row.ref}</th>
            <td>
              {row.measure} <span className={styles.scope}>{whereWords(row, all)}</span>
              {withKeys && <code>{numberReference(row.key)}</code>}
            </td>
            <td>
              <ExactNumber of={row.ref} numbers={numbers} /> <span className={styles.unit}>{row.unit}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
