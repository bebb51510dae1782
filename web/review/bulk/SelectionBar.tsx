import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { QUEUE_OF } from '../../../shared/access/levels.ts'
import { formatCount } from '../../../shared/lib/format.ts'
import { BULK_MAX } from '../../../shared/review/bulk.schema.ts'
import { call } from '../../lib/call.ts'
import { readPages } from '../../lib/queries.ts'
import { useActor } from '../../lib/useActor.ts'
import { trackBarHeight } from '../../ui/bar-height.ts'
import { fail } from '../../ui/fail.ts'
import type { TableState } from '../../ui/useTableState.ts'
import { useChoices } from '../RecordFilters.tsx'
import type { ReviewedScreens } from '../reviewed-screens.ts'
import styles from './SelectionBar.module.css'
import { isSelectable, type Selection } from './selection.tsx'
import { counted } from './bulk.calls.ts'

type SelectionBarProps = {
  of: Pick<ReviewedScreens, 'calls' | 'approval'>
  ticks: Selection
  query: TableState['query']
}

/**
 * Over the head of an approval list while records are ticked, on a narrow screen at its lower edge: their number, a tick
 * for all that the filter finds, and the link to decide on them together.
 */
export function SelectionBar({
  of: { calls, approval },
  ticks: { ids, ...ticks },
  query,
}: SelectionBarProps) {
  const params = QUEUE_OF[useActor().access_level]
  // those that wait for the person's decision come first in the list, so the rest of it is not read (S-140)
  const found = useMutation({
    mutationFn: async () => {
      const { data } = await readPages(
        (page) => call(calls.queue, { params, query: { ...query, ...page } }),
        (rows) => rows.length >= BULK_MAX || !rows.every(isSelectable),
      )
      const waiting = data.filter(isSelectable).map(({ id }) => id)
      return waiting.slice(0, BULK_MAX)
    },
  })
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
