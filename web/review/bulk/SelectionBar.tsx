import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../../shared/lib/format.ts'
import { BULK_MAX } from '../../../shared/review/bulk.schema.ts'
import type { ReviewFacts } from '../../../shared/review/review.schema.ts'
import { trackBarHeight } from '../../ui/bar-height.ts'
import { fail } from '../../ui/fail.ts'
import type { TableState } from '../../ui/useTableState.ts'
import { useChoices } from '../RecordFilters.tsx'
import type { ReviewedRow } from '../review.calls.ts'
import type { ReviewedScreens } from '../reviewed-screens.ts'
import { useWaitingInFilter } from './bulk.calls.ts'
import styles from './SelectionBar.module.css'
import type { Selection } from './selection.ts'
import { counted } from './words.ts'

type SelectionBarProps<Shown extends ReviewFacts, Row extends ReviewedRow> = {
  of: Pick<ReviewedScreens<Shown, Row>, 'calls' | 'approval'>
  ticks: Selection
  query: TableState['query']
}

/**
 * Over the head of an approval list while records are ticked, on a narrow screen at its lower edge: their number, a tick
 * for all that the filter finds, and the link to decide on them together.
 */
export function SelectionBar<Shown extends ReviewFacts, Row extends ReviewedRow>({
  of: { calls, approval },
  ticks: { ids, ...ticks },
  query,
}: SelectionBarProps<Shown, Row>) {
  const found = useWaitingInFilter(calls, query)
  const waiting = useChoices(calls, query).record_status?.find(({ value }) => value === 'Submitted')?.count
  const isAny = ids.length > 0
  const isFull = ids.length >= BULK_MAX
  const isFirst = isFull && found.data?.every(ticks.has) && waiting !== undefined && waiting > BULK_MAX
  const most = isFirst ? `, the first ${BULK_MAX} of ${formatCount(waiting)}` : ', the most at a time'
  const tickFound = () =>
    found.mutate(undefined, { onSuccess: ticks.tick, onError: (error) => void fail(error) })
  return (
    <section
      ref={trackBarHeight}
      className={isAny ? styles.bar : 'visually-hidden'}
      aria-label="Decide on several"
    >
      <p role="status" className={styles.count}>
        {isAny ? `${counted(ids.length, approval)} ticked${isFull ? most : ''}` : 'Nothing ticked'}
      </p>
      {isAny && !isFull ? (
        <Button variant="default" size="xs" loading={found.isPending} onClick={tickFound}>
          {waiting !== undefined && waiting > BULK_MAX
            ? `Tick the first ${BULK_MAX} of ${formatCount(waiting)} that the filter finds`
            : 'Tick all that the filter finds'}
        </Button>
      ) : null}
      {isAny ? (
        <>
          <Button variant="default" size="xs" onClick={() => ticks.untick(ids)}>
            Untick all
          </Button>
          <Button
            size="xs"
            className={styles.decide ?? ''}
            renderRoot={(props) => (
              <Link to={approval.bulk.path as '/sites/approval'} search={(all) => all} {...props} />
            )}
          >
            Decide on {counted(ids.length, approval)}
          </Button>
        </>
      ) : null}
    </section>
  )
}
