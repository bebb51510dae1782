import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { decisionOutcome } from '../../shared/review/outcome.ts'
import type { ReviewFacts, WaitingRecord, WaitingReply } from '../../shared/review/review.schema.ts'
import { useActor } from '../lib/useActor.ts'
import { toMessage } from '../lib/call.ts'
import { useRecordView } from '../lib/queries.ts'
import { ArrowLeftIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useShortcuts } from '../ui/useShortcuts.ts'
import { useTableState } from '../ui/useTableState.ts'
import { BackToDeciding } from './bulk/BackToDeciding.tsx'
import { isOutOfReach, RecordOutOfReach } from './Deactivated.tsx'
import { FactsFirst } from './FactsFirst.tsx'
import { DecisionMade, NextWaiting, QueueNav, type QueueScreens } from './QueueNav.tsx'
import { WAITING_FIRST } from './queue.ts'
import { QUEUE_FILTERS } from './RecordFilters.tsx'
import { ReviewPanel } from './ReviewPanel.tsx'
import { type ReviewedRow, recordQuery, useRecordChange, waitingQuery } from './review.calls.ts'
import type { ReviewedScreens } from './reviewed-screens.ts'
import { useDecisionOutcome } from './useDecisionOutcome.ts'

type ApprovalPageProps<Shown extends ReviewFacts, Row extends ReviewedRow> = {
  of: ReviewedScreens<Shown, Row>
  id: number | string
  children: (shown: Shown) => ReactNode
}

/** j opens the next pending record and k the previous one; after the decision, only j. */
function useQueueShortcuts(approval: QueueScreens, around: WaitingReply | undefined, isDone: boolean) {
  const navigate = useNavigate()
  const to = (record: WaitingRecord | null | undefined) => () => {
    if (record) void navigate({ to: approval.decision(record.id) as '/sites/approval', search: (all) => all })
  }
  const isAmong = isDone || (around?.place ?? null) !== null
  useShortcuts(
    isAmong
      ? { j: to(around?.next ?? (isDone ? around?.first : null)), k: to(isDone ? null : around?.previous) }
      : {},
  )
}

/** A record for its reviewer: its facts, then Approve and Return; once decided, the next pending record. */
export function ApprovalPage<Shown extends ReviewFacts, Row extends ReviewedRow>(
  props: ApprovalPageProps<Shown, Row>,
) {
  // each record has its own state: no comment or decision goes on to the next one
  return <Approval key={props.id} {...props} />
}

function Approval<Shown extends ReviewFacts, Row extends ReviewedRow>({
  of: { calls, codeOf, nameOf, noun, may, approval },
  id,
  children,
}: ApprovalPageProps<Shown, Row>) {
  const actor = useActor()
  const { decided, decide } = useDecisionOutcome()
  // page, search and filters of the approval list, from the address
  const { query } = useTableState({ defaultSort: WAITING_FIRST, filters: QUEUE_FILTERS })
  const at = decided ? { id: Number(id), place: decided.place } : { id: Number(id) }
  const { data: around } = useQuery(waitingQuery(calls, query, at))
  const { data, error, refetch } = useQuery(recordQuery(calls, id))
  useQueueShortcuts(approval, around, decided !== null || isOutOfReach(error))
  const approve = useRecordChange(calls, id, calls.approve)
  const returning = useRecordChange(calls, id, calls.return)
  useRecordView(calls.view, data ? calls.recordOf(data) : {})
  const back = (
    <BackToDeciding approval={approval}>
      <Link to={approval.list} search={(all) => all}>
        <ArrowLeftIcon size={16} />
        SITES Approval
      </Link>
    </BackToDeciding>
  )
  if (!data || isOutOfReach(error))
    return (
      <>
        <PageHeader title="SITES Approval" back={back} />
        {decided ? (
          <DecisionMade screens={approval} neighbours={around} {...decided} />
        ) : isOutOfReach(error) ? (
          <RecordOutOfReach error={error}>
            <NextWaiting screens={approval} neighbours={around} />
          </RecordOutOfReach>
        ) : (
          <Loading error={error} onRetry={() => void refetch()} />
        )}
      </>
    )
  const record = calls.recordOf(data)
  const { revision } = record
  const params = { id: record.id }
  const code = codeOf(record)
  const place = around?.place ?? 1
  const verdicts = {
    approve: may.approve(actor, record, data.only_approver),
    return: may.return(actor, record),
  }
  const became = async () => {
    const now = await refetch()
    if (isOutOfReach(now.error)) return toMessage(now.error)
    return now.data
      ? decisionOutcome(code, calls.recordOf(now.data), now.data.history, actor.access_level)
      : null
  }
  return (
    <>
      <PageHeader
        title={nameOf(record)}
        code={code}
        intro={`${code} · ${record.city}, ${record.province ?? record.region}`}
        back={back}
        actions={<QueueNav screens={approval} neighbours={around} />}
      />
      <FactsFirst>
        {decided ? <DecisionMade screens={approval} neighbours={around} {...decided} /> : null}
        {children(data)}
        <ReviewPanel
          subject={noun}
          name={`${code}, ${nameOf(record)}`}
          marks={data.marks}
          may={verdicts}
          fields={approval.comments}
          of={{ form: approval.form, record }}
          onApprove={(form_key) =>
            decide(() => approve.mutateAsync({ params, body: { revision }, form_key }), {
              words: `${code} approved.`,
              place,
              became,
            })
          }
          onReturn={(comments, form_key) =>
            decide(() => returning.mutateAsync({ params, body: { ...comments, revision }, form_key }), {
              words: `${code} returned to its encoder.`,
              place,
              became,
            })
          }
        />
      </FactsFirst>
    </>
  )
}
