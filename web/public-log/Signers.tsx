import type { LogState, WitnessState } from '../../shared/public/public-page.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { formatCount } from '../../shared/lib/format.ts'
import styles from './LogPages.module.css'

/** other signers are counted from this many organisations on: a single one could collude with the bureau */
const ENOUGH = 2

function Verdict({ organisations }: LogState) {
  if (organisations.length >= ENOUGH)
    return (
      <p>
        <strong>
          Signed by us and by {organisations.length} organisations besides us: {organisations.join(', ')}.
        </strong>
      </p>
    )
  return (
    <p>
      <strong>Signed by us only.</strong>{' '}
      {organisations.length === 0
        ? 'No organisation besides us has signed a checkpoint in the last two days.'
        : `One organisation besides us has signed a checkpoint in the last two days: ${organisations[0]}. We count others from two on, because one alone could work with us.`}
    </p>
  )
}

const coveredBy = ({ cosigned }: WitnessState): string => {
  if (cosigned === null) return 'has signed nothing yet'
  const what = cosigned.isLast
    ? 'has signed the last checkpoint'
    : `has signed an earlier checkpoint of ${formatCount(cosigned.size)} entries`
  return `${what}, ${formatDateTime(cosigned.at)}`
}

/** How many organisations besides the bureau have signed, how they are counted, and each witness. */
export const Signers = ({ log }: { log: LogState }) => (
  <>
    <Verdict {...log} />
    {log.witnesses.length === 0 ? (
      <p>No witness is set.</p>
    ) : (
      <ul>
        {log.witnesses.map((witness) => (
          <li key={witness.key}>
            {witness.name} {coveredBy(witness)}.
            {witness.organisation === null ? ' It runs under our own domain and does not count.' : null} Its
            key, which you should get from the witness and not from us:{' '}
            <code className={styles.long}>{witness.key}</code>
          </li>
        ))}
      </ul>
    )}
    <p>
      An organisation is the domain in the name of a witness. Two witnesses under one domain count as one, and
      a witness under our domain counts as none. You can become one:{' '}
      <a href="/how-to-check/witness">run a witness in ten minutes</a>.
    </p>
  </>
)
