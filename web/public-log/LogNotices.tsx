import type { LogState, WitnessState } from '../../shared/public/public-page.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { dateTimeIn } from '../../shared/texts/times.ts'
import { RichText } from '../lib/RichText.tsx'
import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'

const WHY = { differs: 'checking.differs', waiting: 'checking.waiting' } as const

const When = ({ at }: { at: string }) => {
  const { t } = useTexts()
  return <time dateTime={at}>{dateTimeIn(t, at)}</time>
}

function Stopped({ log: { stopped, entries } }: { log: LogState }) {
  const { t } = useTexts()
  if (!stopped) return null
  const { since, cause } = stopped
  return (
    <p className={controls.alert}>
      <strong>
        <RichText of="checking.stopped" values={{ moment: <When at={since} /> }} />
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

function Refused({ witness: { name, refused_since } }: { witness: WitnessState }) {
  const { t } = useTexts()
  if (refused_since === null) return null
  return (
    <p className={controls.alert}>
      <strong>
        <RichText of="checking.refused" values={{ name, moment: <When at={refused_since} /> }} />
      </strong>{' '}
      {t('checking.refused_means')}
    </p>
  )
}

function Accepted({ at }: { at: string }) {
  const { t } = useTexts()
  return (
    <p className={controls.alert}>
      <strong>
        <RichText of="checking.accepted" values={{ moment: <When at={at} /> }} />
      </strong>{' '}
      {t('checking.accepted_means')}
    </p>
  )
}

/** The problems of the log, present and settled, at the top of each page that describes it. */
export const LogNotices = ({ log }: { log: LogState }) => (
  <>
    <Stopped log={log} />
    {log.witnesses.map((witness) => (
      <Refused key={witness.key} witness={witness} />
    ))}
    {log.accepted.map((at) => (
      <Accepted key={at} at={at} />
    ))}
    <Altered log={log} />
  </>
)
