import type { Citation } from '../../../shared/summaries/summary-document.ts'
import styles from './Citations.module.css'

function Cited({ of }: { of: Citation }) {
  return (
    <li id={of.ref} className={styles.citation}>
      <p className={styles.where}>
        <span className={styles.ref}>{of.ref}</span> {`${of.code}, ${of.region}, ${of.reporting_year}`}
      </p>
      <p className={styles.indicator}>{`Indicator ${of.indicator}: ${of.indicator_title}`}</p>
      <blockquote>{of.what_happened}</blockquote>
      {of.files.length > 0 && (
        <>
          <p className={styles.evidence}>Evidence</p>
          <ul className={styles.files}>
            {of.files.map(({ name, sha256 }) => (
              <li key={sha256 + name}>
                {name} <span className={styles.print}>SHA-256</span> <code>{sha256}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </li>
  )
}

/** Statements of approved records, with everything needed to find them again. */
export const Citations = ({ statements }: { statements: readonly Citation[] }) => (
  <ol className={styles.citations}>
    {statements.map((statement) => (
      <Cited key={statement.ref} of={statement} />
    ))}
  </ol>
)
