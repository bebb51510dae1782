import type { SummaryPage as Content, WithdrawnSummaryPage } from '../../shared/public/public-page.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { sinceWords, withdrawnWords } from '../../shared/summaries/changed-since-words.ts'
import { publicFilePath } from '../../shared/summaries/summary-names.ts'
import controls from '../public/controls.module.css'
import { CheckSummary } from './CheckSummary.tsx'
import { DocumentView } from './DocumentView.tsx'
import styles from './SummaryPage.module.css'

const FILES = [
  ['docx', 'Word document'],
  ['json', 'JSON'],
  ['csv', 'Numbers as CSV'],
  ['evidence.csv', 'List of evidence as CSV'],
] as const

const headingOf = (year: number): string => `Summary of Information ${year}`

function Files({ year }: { year: number }) {
  return (
    <div className={styles.files}>
      <ul aria-label="This summary as files">
        {FILES.map(([format, label]) => (
          <li key={format}>
            <a href={publicFilePath(year, format)}>{label}</a>
          </li>
        ))}
      </ul>
      <button type="button" className={controls.secondary} data-print hidden>
        Print
      </button>
    </div>
  )
}

/** A published summary for the public; the top says what has changed since it was frozen. */
export function SummaryPage({ published, address, public_url }: Content) {
  const { document, frozen_at, sha256, since } = published
  const heading = headingOf(document.year)
  return (
    <>
      <header className={styles.head}>
        <h1>{heading}</h1>
        {document.title !== heading && <p className={styles.title}>{document.title}</p>}
        <p>
          How the Cancun safeguards for REDD+ are addressed by rules and institutions, and respected in what
          was done. Every number in it leads to its row in the annex.
        </p>
        <p className={styles.since}>{sinceWords(since)}</p>
      </header>
      <Files year={document.year} />
      <DocumentView
        document={document}
        facts={[
          ['Frozen', `${formatDateTime(frozen_at)}, Manila time`],
          ['SHA-256', sha256],
          ['Proof', <CheckSummary key="proof" year={document.year} public_url={public_url} />],
        ]}
      />
      <p className={styles.paper}>
        {address}
        <br />
        SHA-256 {sha256}
      </p>
    </>
  )
}

const ToAllSites = () => (
  <p>
    <a className={controls.primary} href="/site/approved">
      See all approved SITES
    </a>
  </p>
)

/** A summary that FMB has withdrawn: when, and why (S-150). */
export const WithdrawnPage = ({ year, withdrawn_at, reason }: WithdrawnSummaryPage) => (
  <>
    <h1>{headingOf(year)} was withdrawn</h1>
    <p>{withdrawnWords(withdrawn_at, reason)}</p>
    <ToAllSites />
  </>
)

/** A year without a published summary; the page does not reveal whether an unpublished one exists. */
export const NoSummaryPage = () => (
  <>
    <h1>This summary was not found</h1>
    <p>It may not be published, or the address may be incomplete.</p>
    <ToAllSites />
  </>
)
