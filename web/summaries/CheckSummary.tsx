import {
  summaryCommands,
  type SummaryEvent,
  summaryProofFile,
  summaryProofName,
} from '../../shared/public-log/how-to-check.ts'
import { RichText } from '../lib/RichText.tsx'
import { useTexts } from '../lib/texts.tsx'
import { CommandText } from '../public/CommandText.tsx'
import styles from './SummaryPage.module.css'

/** The link to the page that explains how anything of ours is checked. */
export function ToVerify() {
  const { t, href } = useTexts()
  return <a href={href('/how-to-check')}>{t('common.verify')}</a>
}

type ProofLinkProps = { year: number; version: string | null; event?: SummaryEvent }

/** The file that proves what became of a summary. */
export const ProofLink = ({ year, version, event }: ProofLinkProps) => (
  <a className={styles.proof} href={`/log/${summaryProofFile(year, version, event)}`}>
    {summaryProofName(year, version)}.tlog-proof
  </a>
)

type Props = { year: number; version: string | null; public_url: string }

/** The proof of a public summary, and the commands that check it and the SHA-256. */
export function CheckSummary({ year, version, public_url }: Props) {
  const { t } = useTexts()
  return (
    <>
      <ProofLink year={year} version={version} />
      <details className={styles.check}>
        <summary>{t('summaries.how')}</summary>
        <p>{t('summaries.how_what')}</p>
        {summaryCommands(public_url, year, version).map((command) => (
          <CommandText key={command} text={command} />
        ))}
        <p>
          <RichText of="summaries.how_read" values={{ page: <ToVerify /> }} />
        </p>
      </details>
    </>
  )
}
