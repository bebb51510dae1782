import { Button, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { BULK_MAX } from '../../../shared/review/bulk.schema.ts'
import type { ReviewFacts } from '../../../shared/review/review.schema.ts'
import { fail } from '../../ui/fail.ts'
import type { TableState } from '../../ui/useTableState.ts'
import type { Queued, ReviewedRow } from '../review.calls.ts'
import type { ReviewedScreens } from '../reviewed-screens.ts'
import { useNewestBulk, useWaitingInFilter } from './bulk.calls.ts'
import styles from './SelectionBar.module.css'
import { isSelectable, type Selection } from './selection.ts'
import { counted } from './words.ts'

type SelectionBarProps<Shown extends ReviewFacts, Row extends ReviewedRow> = {
  of: Pick<ReviewedScreens<Shown, Row>, 'calls' | 'approval'>
  ticks: Selection
  /** of the current page */
  rows: readonly Queued<Row>[] | undefined
  query: TableState['query']
}

/** The number of ticked records of an approval list, and the link to decide on them together. */
export function SelectionBar<Shown extends ReviewFacts, Row extends ReviewedRow>({
  of: { calls, approval },
  ticks,
  rows = [],
  query,
}: SelectionBarProps<Shown, Row>) {
  const { data } = useNewestBulk(calls)
  const found = useWaitingInFilter(calls, query)
  const last = data?.bulk ?? null
  const here = rows.filter(isSelectable).map(({ id }) => id)
  const tickedHere = here.filter(ticks.has).length
  const { ids } = ticks
  if (here.length === 0 && ids.length === 0 && !last) return null
  const toPage = (props: object) => (
    <Link to={approval.bulk.path as '/sites/approval'} search={(all) => all} {...props} />
  )
  return (
    <section className={styles.bar} aria-label="Decide on several">
      {here.length > 0 ? (
        <Checkbox
          label="Tick all on this page"
          checked={tickedHere === here.length}
          indeterminate={tickedHere > 0 && tickedHere < here.length}
          onChange={(event) => (event.currentTarget.checked ? ticks.tick(here) : ticks.untick(here))}
        />
      ) : null}
      {here.length > 0 && ids.length < BULK_MAX ? (
        <Button
          variant="default"
          size="sm"
          loading={found.isPending}
          onClick={() =>
            found.mutate(undefined, { onSuccess: ticks.tick, onError: (error) => void fail(error) })
          }
        >
          Tick all that the filter finds
        </Button>
      ) : null}
      <p role="status" className={styles.count}>
        {ids.length > 0 ? `${counted(ids.length, approval)} ticked` : 'Nothing ticked'}
        {ids.length === BULK_MAX ? '. That is the most at a time.' : ''}
      </p>
      {ids.length > 0 ? (
        <>
          <Button variant="default" size="sm" onClick={() => ticks.untick(ids)}>
            Untick all
          </Button>
          <Button size="sm" renderRoot={toPage}>
            Decide on {counted(ids.length, approval)}
          </Button>
        </>
      ) : null}
      {last && ids.length === 0 ? (
        <Link
          className={styles.last ?? ''}
          to={approval.bulk.path as '/sites/approval'}
          search={(all) => all}
        >
          {last.state === 'Running'
            ? `Your decision on ${counted(last.rows.length, approval)} is being processed`
            : `Result of your decision on ${counted(last.rows.length, approval)}`}
        </Link>
      ) : null}
    </section>
  )
}
