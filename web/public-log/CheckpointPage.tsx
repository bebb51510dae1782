import type { CheckpointPage as Content } from '../../shared/public/public-page.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { CommandText } from '../public/CommandText.tsx'
import { LogNotices } from './LogNotices.tsx'
import styles from './LogPages.module.css'
import { BackToVerify, Section } from './PageParts.tsx'
import { Signers } from './Signers.tsx'

function Facts({ log: { entries, published_at }, checkpoint }: Content) {
  if (!checkpoint) return null
  return (
    <dl className={styles.facts}>
      <dt>Name of the log</dt>
      <dd>{checkpoint.origin}</dd>
      <dt>Entries</dt>
      <dd>{formatCount(entries)}</dd>
      <dt>Published</dt>
      <dd>{published_at === null ? 'not known' : formatDateTime(published_at)}</dd>
      <dt>Root</dt>
      <dd>
        <code>{checkpoint.root}</code>
      </dd>
    </dl>
  )
}

/** The last checkpoint of the public log. */
export function CheckpointPage(content: Content) {
  const { log, checkpoint } = content
  return (
    <>
      <BackToVerify />
      <h1>The last checkpoint</h1>
      <LogNotices log={log} />
      <p>
        A checkpoint is the signed sum of all rows of the log up to one moment. If one of them is changed,
        removed or inserted, the log no longer matches it.
      </p>
      {checkpoint ? (
        <>
          <Facts {...content} />
          <Section id="text" title="The text">
            <CommandText text={checkpoint.text.trimEnd()} />
            <p>
              Programs read it at <a href="/log/checkpoint">/log/checkpoint</a>. The key that has signed it is
              at <a href="/log/key">/log/key</a>. Save both where we cannot change them: with them you can
              find out later whether the log was changed (<a href="/how-to-check#commands">how</a>).
            </p>
          </Section>
          <Section id="signers" title="Who has signed">
            <Signers log={log} />
          </Section>
        </>
      ) : (
        <p>Nothing has been published yet. The first checkpoint appears here within a minute.</p>
      )}
    </>
  )
}
