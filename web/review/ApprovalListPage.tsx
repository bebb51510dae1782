import { Group } from '@mantine/core'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { isAuditor } from '../../shared/access/actor.ts'
import { QUEUE_OF } from '../../shared/access/levels.ts'
import { formatCount, plural } from '../../shared/lib/format.ts'
import type { WaitingReply } from '../../shared/review/review.schema.ts'
import { useRead } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { DataTable } from '../ui/DataTable.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useTableState } from '../ui/useTableState.ts'
import styles from './ApprovalListPage.module.css'
import { counted, countOf, useNewestBulk } from './bulk/bulk.calls.ts'
import { SelectionBar } from './bulk/SelectionBar.tsx'
import { selectionColumn, useSelection } from './bulk/selection.tsx'
import { UsualPointsLink } from './UsualPointsLink.tsx'
import { WAITING_FIRST } from './queue.ts'
import { QUEUE_FILTERS, useQueueFilters } from './RecordFilters.tsx'
import type { ReviewedScreens } from './reviewed-screens.ts'
import { useWaitingLists } from './waiting.ts'

type ApprovalListPageProps = {
  of: ReviewedScreens
}

/** The approval lists that the person may open (C-01), each with its number of pending records once known. */
function ApprovalTabs() {
  const { pathname } = useLocation()
  return (
    <Group component="nav" gap={8} aria-label="Approval lists">
      {useWaitingLists().map(({ path, label, count }) => (
        <Link
          key={path}
          to={path as '/sites/approval'}
          activeProps={{}}
          className={styles.tab}
          data-active={pathname === path || undefined}
          aria-current={pathname === path ? 'page' : undefined}
        >
          {label}{' '}
          {count === undefined ? null : <span className={styles.count}>{formatCount(count)} waiting</span>}
        </Link>
      ))}
    </Group>
  )
}

type WaitingIntroProps = { waiting: WaitingReply | undefined; one: string; many: string }

/** The number of pending records of an approval list, and what else is on it (S-120). */
function WaitingIntro({ waiting, one, many }: WaitingIntroProps) {
  const reads = isAuditor(useActor())
  const rest = `Those ${reads ? 'FMB has' : 'you'} passed on are below.`
  if (!waiting) return rest
  const { count } = waiting
  const who = count === 0 ? `No ${many} wait` : plural(count, `${one} waits`, `${many} wait`)
  return (
    <>
      <strong>
        {who} for {reads ? 'FMB' : 'your decision'}.
      </strong>{' '}
      <span className={styles.rest}>{rest}</span>
    </>
  )
}

/** The link to the person's newest decision on many: how far it is, then its result. */
function LastDecision({ of: { calls, approval } }: ApprovalListPageProps) {
  const bulk = useNewestBulk(calls).data?.bulk
  if (!bulk) return null
  const records = counted(bulk.rows.length, approval)
  const done = bulk.rows.length - countOf(bulk, 'Waiting')
  return (
    <Link to={approval.bulk.path as '/sites/approval'} search={(all) => all}>
      {bulk.state === 'Running'
        ? `Your decision is being processed: ${formatCount(done)} of ${records}`
        : `Result of your decision on ${records}`}
    </Link>
  )
}

/** The approval list of the person's level, the longest pending records on top; a click or Enter opens a row (C-48). */
export function ApprovalListPage({ of }: ApprovalListPageProps) {
  const { calls, approval, codeOf } = of
  const navigate = useNavigate()
  const state = useTableState({ defaultSort: WAITING_FIRST, filters: QUEUE_FILTERS })
  const actor = useActor()
  const rows = useRead(calls.queue, { params: QUEUE_OF[actor.access_level], query: state.query })
  const ticks = useSelection(approval.bulk.path)
  // auditors decide nothing, so they have nothing to tick
  const ticked = isAuditor(actor) ? [] : [selectionColumn(ticks, codeOf, rows.data?.data)]
  const columns = [...ticked, ...approval.columns]
  const fields = useQueueFilters(calls)
  const { data: waiting } = useRead(calls.waiting)
  return (
    <>
      <PageHeader
        title="SITES Approval"
        tabs={<ApprovalTabs />}
        intro={<WaitingIntro waiting={waiting} one={approval.one} many={approval.many} />}
        actions={
          <>
            <LastDecision of={of} />
            {approval.list === '/sites/approval' ? (
              <Link to="/land/tasks" search={{}}>
                Land
              </Link>
            ) : null}
            <UsualPointsLink />
          </>
        }
      />
      <DataTable
        title={`${approval.tab} Approval`}
        columns={columns}
        rows={rows}
        state={state}
        fields={fields}
        selection={{
          isTicked: ticks.ids.length > 0,
          bar: <SelectionBar of={of} ticks={ticks} query={state.query} />,
        }}
        onRow={({ id }) =>
          void navigate({ to: approval.decision(id) as '/sites/approval', search: (all) => all })
        }
        {...(approval.rowActions ? { rowActions: approval.rowActions } : {})}
        empty={{
          text: `Nothing is waiting for you. Submitted ${approval.many} appear here.`,
        }}
      />
    </>
  )
}
