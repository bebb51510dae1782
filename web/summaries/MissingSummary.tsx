import type { WithdrawnSummaryPage } from '../../shared/public/public-page.ts'
import { withdrawnWords } from '../../shared/summaries/changed-since-words.ts'
import { summaryPath, versionOf } from '../../shared/summaries/summary-names.ts'
import { RichText } from '../lib/RichText.tsx'
import { useTexts } from '../lib/texts.tsx'
import { ToApproved } from '../public/ToApproved.tsx'
import { ProofLink, ToVerify } from './CheckSummary.tsx'
import { FactList } from './DocumentView.tsx'
import styles from './SummaryPage.module.css'

/** A summary that FMB has withdrawn: when, why, with its proof, and the newer one (S-150). */
export function WithdrawnPage({ year, withdrawn_at, reason, sha256, newer }: WithdrawnSummaryPage) {
  const { t, href } = useTexts()
  return (
    <div className={styles.gone}>
      <h1>{t('summaries.was_withdrawn', { title: t('summaries.title', { year }) })}</h1>
      <p>{withdrawnWords(t, withdrawn_at, reason)}</p>
      {newer === null ? null : (
        <p>
          <a href={href(summaryPath(newer, null))}>{t('summaries.see_newer', { year: newer })}</a>
        </p>
      )}
      <FactList
        facts={[
          [t('summaries.withdrawn_sha256'), sha256],
          [
            t('summaries.withdrawn_proof'),
            <ProofLink key="proof" year={year} version={versionOf(sha256)} event="withdrawn" />,
          ],
        ]}
      />
      <p>
        <RichText of="summaries.withdrawn_how" values={{ page: <ToVerify /> }} />
      </p>
      <ToApproved />
    </div>
  )
}

/** A year without a published summary; the page does not reveal whether an unpublished one exists. */
export function NoSummaryPage() {
  const { t } = useTexts()
  return (
    <>
      <h1>{t('summaries.none')}</h1>
      <p>{t('summaries.none_why')}</p>
      <ToApproved />
    </>
  )
}
