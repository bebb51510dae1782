import type { PlainKey } from '../../shared/texts/translate.ts'
import { useTexts } from '../lib/texts.tsx'
import styles from './LogPages.module.css'

const COLUMNS = [
  'checking.by_nothing',
  'checking.by_store',
  'checking.by_checkpoint',
  'checking.by_witness',
  'checking.by_stamp',
] as const

/** The attacks of `tests/api/public-log-attacks.test.ts`, in words for readers. */
const ATTACKS = [
  'checking.row_changed',
  'checking.days_removed',
  'checking.rebuilt',
  'checking.inserted',
  'checking.cut',
  'checking.key_replaced',
  'checking.day_removed',
] as const

const LIMITS = [
  'checking.limit_store',
  'checking.limit_checkpoint',
  'checking.limit_witness',
  'checking.limit_stamp',
] as const

/** a replaced key is found by comparing with the saved key, and by checkers who know the log by its key */
function foundBy(attack: (typeof ATTACKS)[number], column: (typeof COLUMNS)[number]): PlainKey {
  if (column === 'checking.by_nothing') return 'checking.no'
  const isKept = column === 'checking.by_checkpoint' || column === 'checking.by_stamp'
  return attack === 'checking.key_replaced' && isKept ? 'checking.yes_key' : 'checking.yes'
}

/** Which method of checking finds which attack. */
export function FoundTable() {
  const { t } = useTexts()
  return (
    <>
      <div className={styles.wide}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('checking.done')}</th>
              {COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {t(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ATTACKS.map((attack) => (
              <tr key={attack}>
                <th scope="row">{t(attack)}</th>
                {COLUMNS.map((column) => (
                  <td key={column}>
                    <span className={styles.short}>{`${t(column)} `}</span>
                    {t(foundBy(attack, column))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul>
        {LIMITS.map((limit) => (
          <li key={limit}>{t(limit)}</li>
        ))}
      </ul>
    </>
  )
}
