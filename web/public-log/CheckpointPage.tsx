import type { CheckpointPage as Content } from '../../shared/public/public-page.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { dateTimeIn } from '../../shared/texts/times.ts'
import { RichText } from '../lib/RichText.tsx'
import { useTexts } from '../lib/texts.tsx'
import { CommandText } from '../public/CommandText.tsx'
import { LogNotices } from './LogNotices.tsx'
import styles from './LogPages.module.css'
import { BackToVerify, Section } from './PageParts.tsx'
import { Signers } from './Signers.tsx'

function Facts({ log: { entries, published_at }, checkpoint }: Content) {
  const { t } = useTexts()
  if (!checkpoint) return null
  return (
    <dl className={styles.facts}>
      <dt>{t('checking.log_name')}</dt>
      <dd>{checkpoint.origin}</dd>
      <dt>{t('checking.entries')}</dt>
      <dd>{formatCount(entries)}</dd>
      <dt>{t('checking.published')}</dt>
      <dd>{published_at === null ? t('checking.not_known') : dateTimeIn(t, published_at)}</dd>
      <dt>{t('checking.root')}</dt>
      <dd>
        <code>{checkpoint.root}</code>
      </dd>
    </dl>
  )
}

/** The last checkpoint of the public log. */
export function CheckpointPage(content: Content) {
  const { t, href } = useTexts()
  const { log, checkpoint } = content
  return (
    <>
      <BackToVerify />
      <h1>{t('checking.checkpoint_title')}</h1>
      <LogNotices log={log} />
      <p>{t('checking.checkpoint_is')}</p>
      {checkpoint ? (
        <>
          <Facts {...content} />
          <Section id="text" title={t('checking.text')}>
            <CommandText text={checkpoint.text.trimEnd()} />
            <p>
              <RichText
                of="checking.programs"
                values={{
                  checkpoint: <a href="/log/checkpoint">/log/checkpoint</a>,
                  key: <a href="/log/key">/log/key</a>,
                  how: <a href={href('/how-to-check#commands')}>{t('checking.how_link')}</a>,
                }}
              />
            </p>
          </Section>
          <Section id="signers" title={t('checking.signers')}>
            <Signers log={log} />
          </Section>
        </>
      ) : (
        <p>{t('checking.unpublished')}</p>
      )}
    </>
  )
}
