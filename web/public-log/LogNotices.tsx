import type { LogState } from '../../shared/public/public-page.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { dateTimeIn } from '../../shared/texts/times.ts'
import { RichText } from '../lib/RichText.tsx'
import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'

const WHY = { differs: 'checking.differs', waiting: 'checking.waiting' } as const

function Stopped({ log: { stopped, entries } }: { log: LogState }) {
  const { t } = useTexts()
  if (!stopped) return null
  const { since, cause } = stopped
  return (
    <p className={controls.alert}>
      <strong>
        <RichText
          of="checking.stopped"
          values={{ moment: <time dateTime={since}>{dateTimeIn(t, since)}</time> }}
        />
      </strong>{' '}
      {t(WHY[cause])}{' '}
      {entries === 0
        ? t('checking.none_covered')
        : t('checking.some_covered', { count: formatCount(entries) })}
    </p>
  )
}

function Altered({ log: { altered } }: { log: LogState }) {
  const { t } = useTexts()
  if (altered === 0) return null
  const isOne = altered === 1
  return (
    <p className={controls.alert}>
      <strong>
        {isOne ? t('checking.one_altered') : t('checking.many_altered', { count: formatCount(altered) })}
      </strong>{' '}
      {isOne ? t('checking.one_notified') : t('checking.many_notified')}
    </p>
  )
}

/** The present problems of the log, at the top of each page that describes it. */
export const LogNotices = ({ log }: { log: LogState }) => (
  <>
    <Stopped log={log} />
    <Altered log={log} />
  </>
)
