import type { SummaryPage as Content } from '../../shared/public/public-page.ts'
import { recordsWithdrawnWords, sinceWords } from '../../shared/summaries/changed-since-words.ts'
import { publicFilePath } from '../../shared/summaries/summary-names.ts'
import { dateTimeIn } from '../../shared/texts/times.ts'
import { dateIn } from '../../shared/texts/words.ts'
import { RichText } from '../lib/RichText.tsx'
import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'
import { CheckSummary, ProofLink } from './CheckSummary.tsx'
import { WithdrawnScope } from './document/Citations.tsx'
import { DocumentView, type Fact, FactList } from './DocumentView.tsx'
import styles from './SummaryPage.module.css'

const FILES = [
  ['docx', 'summaries.docx'],
  ['json', 'summaries.json'],
  ['csv', 'summaries.csv'],
  ['evidence.csv', 'summaries.evidence'],
] as const

function Files({ year, version }: { year: number; version: string | null }) {
  const { t } = useTexts()
  return (
    <div className={styles.files}>
      <ul aria-label={t('summaries.files')}>
        {FILES.map(([format, label]) => (
          <li key={format}>
            <a href={publicFilePath(year, format, version)}>{t(label)}</a>
          </li>
        ))}
      </ul>
      <button type="button" className={controls.secondary} data-print hidden>
        {t('common.print')}
      </button>
    </div>
  )
}

/** Says at the head of a replaced summary since when it is one, and leads to the newer one (S-150). */
function Replaced({ replaced, published: { document } }: Content) {
  const { t, href } = useTexts()
  if (replaced === null) return null
  const { year } = document
  const newer = <a href={href(replaced.path)}>{t('summaries.newer_of', { year })}</a>
  return (
    <div className={styles.replaced}>
      <p>
        <strong>
          <RichText of="summaries.replaced" values={{ day: dateIn(t, replaced.at), newer }} />
        </strong>
      </p>
      <p>{t('summaries.replaced_why')}</p>
    </div>
  )
}

/** The summaries of the same year that this one came after. */
function Earlier({ earlier, published: { document } }: Content) {
  const { t, href } = useTexts()
  if (earlier.length === 0) return null
  return (
    <section aria-labelledby="earlier" className={styles.earlier}>
      <h2 id="earlier">{t('summaries.earlier', { year: document.year })}</h2>
      <ul>
        {earlier.map(({ path, frozen_at, state, at }) => (
          <li key={path}>
            <a href={href(path)}>
              {t(state === 'replaced' ? 'summaries.earlier_replaced' : 'summaries.earlier_withdrawn', {
                frozen: dateIn(t, frozen_at),
                day: dateIn(t, at),
              })}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A public summary; the top says what has changed since it was frozen. The document stays as FMB wrote it. */
export function SummaryPage(content: Content) {
  const { published, version, path, public_url, replaced } = content
  const { t, language } = useTexts()
  const { document, frozen_at, sha256, since, withdrawn_records } = published
  const { year, title } = document
  const heading = t('summaries.title', { year })
  const isEnglish = language.code === 'en'
  const facts: Fact[] = [
    [t('summaries.frozen'), t('summaries.manila', { moment: dateTimeIn(t, frozen_at) })],
    [t('summaries.sha256'), sha256],
    [
      t('summaries.proof'),
      <CheckSummary key="proof" year={year} version={version} public_url={public_url} />,
    ],
  ]
  if (replaced)
    facts.push([
      t('summaries.replaced_proof'),
      <ProofLink key="replaced" year={year} version={version} event="replaced" />,
    ])
  return (
    <>
      <header className={styles.head}>
        <h1>{heading}</h1>
        {title !== heading && <p className={styles.title}>{title}</p>}
        <Replaced {...content} />
        <p>{t('summaries.intro')}</p>
        <p className={styles.since}>{sinceWords(t, since)}</p>
        {withdrawn_records.length > 0 && (
          <p className={styles.since}>{recordsWithdrawnWords(t, withdrawn_records)}</p>
        )}
      </header>
      <Files year={year} version={version} />
      <FactList facts={facts} />
      <div lang={isEnglish ? undefined : 'en'}>
        <WithdrawnScope
          value={{ records: withdrawn_records, t, lang: isEnglish ? undefined : language.code }}
        >
          <DocumentView document={document} />
        </WithdrawnScope>
      </div>
      <Earlier {...content} />
      <p className={styles.paper}>
        {public_url + path}
        <br />
        {`SHA-256 ${sha256}`}
      </p>
    </>
  )
}
