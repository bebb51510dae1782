import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { isAuditor } from '../../shared/access/actor.ts'
import type { ReviewFacts } from '../../shared/review/review.schema.ts'
import { useActor } from '../lib/useActor.ts'
import { DataTable } from '../ui/DataTable.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useTableState } from '../ui/useTableState.ts'
import { ApprovalTabs } from './ApprovalTabs.tsx'
import { LastDecision } from './bulk/LastDecision.tsx'
import { SelectionBar } from './bulk/SelectionBar.tsx'
import { selectionColumn } from './bulk/selection-column.tsx'
import { useSelection } from './bulk/selection.ts'
import { UsualPointsLink } from './UsualPointsLink.tsx'
import { WAITING_FIRST } from './queue.ts'
import { QUEUE_FILTERS, useQueueFilters } from './RecordFilters.tsx'
import { type ReviewedRow, useQueue, waitingQuery } from './review.calls.ts'
import type { ReviewedScreens } from './reviewed-screens.ts'
import { WaitingIntro } from './WaitingIntro.tsx'

type ApprovalListPageProps<Shown extends ReviewFacts, Row extends ReviewedRow> = {
  of: ReviewedScreens<Shown, Row>
}

/** The approval list of the person's level, the longest pending records on top; a click or Enter opens a row (C-48). */
export function ApprovalListPage<Shown extends ReviewFacts, Row extends ReviewedRow>({
  of: { calls, approval, codeOf },
}: ApprovalListPageProps<Shown, Row>) {
  const navigate = useNavigate()
  const state = useTableState({ defaultSort: WAITING_FIRST, filters: QUEUE_FILTERS })
  const rows = useQueue(calls, state.query)
  const ticks = useSelection(approval.bulk.path)
  const reads = isAuditor(useActor())
  // auditors decide nothing, so they have nothing to tick
  const ticked = reads ? [] : [selectionColumn(ticks, codeOf, rows.data?.data)]
  const columns = [...ticked, ...approval.columns]
  const fields = useQueueFilters(calls)
  const { data: waiting } = useQuery(waitingQuery(calls, {}, {}))
  return (
    <>
      <PageHeader
        title="SITES Approval"
        tabs={<ApprovalTabs />}
        intro={<WaitingIntro waiting={waiting} one={approval.one} many={approval.many} />}
        actions={
          <>
            <LastDecision of={{ calls, approval }} />
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
          bar: <SelectionBar of={{ calls, approval }} ticks={ticks} query={state.query} />,
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
