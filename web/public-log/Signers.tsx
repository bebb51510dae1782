import type { LogState, WitnessState } from '../../shared/public/public-page.ts'
import { formatCount } from '../../shared/lib/format.ts'
import type { Translate } from '../../shared/texts/translate.ts'
import { dateTimeIn } from '../../shared/texts/times.ts'
import { RichText } from '../lib/RichText.tsx'
import { useTexts } from '../lib/texts.tsx'
import styles from './LogPages.module.css'

/** other signers are counted from this many organisations on: a single one could collude with the bureau */
const ENOUGH = 2

function Verdict({ organisations }: LogState) {
  const { t } = useTexts()
  const [name] = organisations
  if (organisations.length >= ENOUGH)
    return (
      <p>
        <strong>
          {t('checking.signed_by', { count: organisations.length, names: organisations.join(', ') })}
        </strong>
      </p>
    )
  return (
    <p>
      <strong>{t('checking.signed_by_us')}</strong>{' '}
      {name === undefined ? t('checking.no_other') : t('checking.one_other', { name })}
    </p>
  )
}

function whatSigned(t: Translate, { name, cosigned }: WitnessState): string {
  if (cosigned === null) return t('checking.signed_nothing', { name })
  const moment = dateTimeIn(t, cosigned.at)
  return cosigned.isLast
    ? t('checking.signed_last', { name, moment })
    : t('checking.signed_earlier', { name, moment, count: formatCount(cosigned.size) })
}

function Witness({ witness }: { witness: WitnessState }) {
  const { t } = useTexts()
  return (
    <li>
      {whatSigned(t, witness)} {witness.organisation === null ? `${t('checking.own_domain')} ` : null}
      <RichText
        of="checking.witness_key"
        values={{ key: <code className={styles.long}>{witness.key}</code> }}
      />
    </li>
  )
}

/** How many organisations besides the bureau have signed, how they are counted, and each witness. */
export function Signers({ log }: { log: LogState }) {
  const { t, href } = useTexts()
  const link = <a href={href('/how-to-check/witness')}>{t('checking.witness_link')}</a>
  return (
    <>
      <Verdict {...log} />
      {log.witnesses.length === 0 ? (
        <p>{t('checking.no_witness')}</p>
      ) : (
        <ul>
          {log.witnesses.map((witness) => (
            <Witness key={witness.key} witness={witness} />
          ))}
        </ul>
      )}
      <p>
        <RichText of="checking.organisations" values={{ link }} />
      </p>
    </>
  )
}
