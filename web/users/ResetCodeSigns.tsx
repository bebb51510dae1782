import type { ResetCodeIssued } from '../../shared/factors/factors.schema.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import styles from './ResetCode.module.css'

const ORDER: Record<ResetCodeIssued['part'], string | null> = {
  whole: null,
  first: 'These are the first four signs. Another administrator of FMB issues the last four.',
  second: 'These are the last four signs. They are typed after the four of the first administrator.',
}

/** The signs of a reset code in large type, the only time they are shown. */
export const ResetCodeSigns = ({ issued, name }: { issued: ResetCodeIssued; name: string }) => {
  const { signs, part, expires_at } = issued
  return (
    <div className={styles.code}>
      <p className={styles.signs}>
        {/* in groups of four, and one by one for a screen reader */}
        <span aria-hidden>{signs.match(/.{1,4}/g)?.join(' ')}</span>
        <span className="visually-hidden">{[...signs].join(', ')}</span>
      </p>
      <p>
        <strong>Read them out to {name} now. They are not shown again.</strong>
      </p>
      {ORDER[part] ? <p>{ORDER[part]}</p> : null}
      <p>0 is always zero and 1 is always one: no code has the letters O, I, L or U.</p>
      <p>
        {part === 'first'
          ? 'The code works once both halves are issued.'
          : `The code works once, with the password, until ${formatDateTime(expires_at)}.`}
      </p>
    </div>
  )
}
