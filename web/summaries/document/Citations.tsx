import { createContext, useContext } from 'react'
import { fileWords, quotedWords } from '../../../shared/summaries/document-words.ts'
import type { Cited as CitedStatement } from '../../../shared/summaries/layout.ts'
import type { WithdrawnRecord } from '../../../shared/summaries/summaries.schema.ts'
import type { Citation } from '../../../shared/summaries/summary-document.ts'
import type { Translate } from '../../../shared/texts/translate.ts'
import { dateIn } from '../../../shared/texts/words.ts'
import styles from './Citations.module.css'

/** The records whose approval was withdrawn since, and the words for it, in the language of the page around the document. */
export const WithdrawnScope = createContext<{
  records: readonly WithdrawnRecord[]
  t: Translate
  lang?: string | undefined
} | null>(null)

function WithdrawnNote({ code, reporting_year }: Citation) {
  const scope = useContext(WithdrawnScope)
  const found = scope?.records.find((one) => one.code === code && one.reporting_year === reporting_year)
  if (!scope || !found) return null
  const day = dateIn(scope.t, found.withdrawn_at)
  return (
    <p className={styles.withdrawn} lang={scope.lang}>
      {scope.t('summaries.citation_withdrawn', { day })}
    </p>
  )
}

type CitedProps = { of: Citation; earlier: CitedStatement['earlier'] }

function Cited({ of, earlier }: CitedProps) {
  if (earlier)
    return (
      <li id={of.ref} className={styles.citation}>
        <p className={styles.where}>
          <span className={styles.ref}>{of.ref}</span> {`${of.code}, ${of.indicator}, ${of.reporting_year}`}
        </p>
        <WithdrawnNote {...of} />
        <p>
          <a href={`#${earlier.ref}`}>{quotedWords(earlier.ref, earlier.safeguard)}</a>
        </p>
      </li>
    )
  return (
    <li id={of.ref} className={styles.citation}>
      <p className={styles.where}>
        <span className={styles.ref}>{of.ref}</span> {`${of.code}, ${of.region}, ${of.reporting_year}`}
      </p>
      <WithdrawnNote {...of} />
      <p className={styles.indicator}>{`Indicator ${of.indicator}: ${of.indicator_title}`}</p>
      <blockquote>{of.what_happened}</blockquote>
      {of.files.length > 0 && (
        <>
          <p className={styles.evidence}>Evidence</p>
          <ul className={styles.files}>
            {of.files.map((file, at) => (
              <li key={at}>
                {fileWords(file)} <span className={styles.print}>SHA-256</span> <code>{file.sha256}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </li>
  )
}

/** Statements of approved records, with everything needed to find them again. */
export const Citations = ({ statements }: { statements: readonly CitedStatement[] }) => (
  <ol className={styles.citations}>
    {statements.map(({ citation, earlier }) => (
      <Cited key={citation.ref} of={citation} earlier={earlier} />
    ))}
  </ol>
)
