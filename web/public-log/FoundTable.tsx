import type { PlainKey } from '../../shared/texts/translate.ts'
import { useTexts } from '../lib/texts.tsx'
import { WordTable } from '../public/WordTable.tsx'

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
      <WordTable
        columns={[t('checking.done'), ...COLUMNS.map((column) => t(column))]}
        rows={ATTACKS.map((attack) => [
          attack,
          t(attack),
          ...COLUMNS.map((column) => t(foundBy(attack, column))),
        ])}
      />
      <ul>
        {LIMITS.map((limit) => (
          <li key={limit}>{t(limit)}</li>
        ))}
      </ul>
    </>
  )
}
