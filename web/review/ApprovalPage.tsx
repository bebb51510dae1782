import { Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { decisionOutcome } from '../../shared/review/outcome.ts'
import type { PointPlace } from '../../shared/review/points.schema.ts'
import type { ReviewFacts, WaitingRecord, WaitingReply } from '../../shared/review/review.schema.ts'
import { recordViewsApi } from '../../shared/review/review.schema.ts'
import { useActor } from '../lib/useActor.ts'
import { toMessage } from '../lib/call.ts'
import { useRead, useRecordView } from '../lib/queries.ts'
import { ArrowLeftIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useShortcuts } from '../ui/useShortcuts.ts'
import { type TableState, useTableState } from '../ui/useTableState.ts'
import styles from './ApprovalPage.module.css'
import { isOutOfReach, RecordOutOfReach } from './WithRecord.tsx'
import { WithDecision } from './decision-context.tsx'
import { sentEdits } from './decision-draft.ts'
import { sentPoints } from './points/draft-points.ts'
import { EarlierPoints } from './points/record-points.tsx'
import type { PlaceFound } from './points/PointLists.tsx'
import { WithPoints } from './points/points-context.tsx'
import { DecisionMade, NextWaiting, QueueNav, type QueueScreens, useDecisionOutcome } from './QueueNav.tsx'
import { QueueList } from './QueueList.tsx'
import { FROM_BULK, neighboursQuery, WAITING_FIRST } from './queue.ts'
import { QUEUE_FILTERS } from './RecordFilters.tsx'
import { ReviewPanel } from './ReviewPanel.tsx'
import { useRecordChange } from './review.calls.ts'
import type { ReviewedScreens } from './reviewed-screens.ts'

type ApprovalPageProps<Shown extends ReviewFacts> = {
  of: ReviewedScreens<Shown>
  id: number | string
  /** what points can be about: "a field, a document, the boundary or the whole profile" */
  places: string
  /** the page of a place for its reviewer; null if the record has no such place */
  placeOf: (shown: Shown, place: PointPlace) => PlaceFound
  children: (shown: Shown) => ReactNode
}

/** The link back from a record: to the approval list, or to the decision on many if it was opened from there. */
function BackLink({ approval }: { approval: ReviewedScreens['approval'] }) {
  const { from } = useSearch({ strict: false }) as { from?: unknown }
  const isFromBulk = from === FROM_BULK.from
  return (
    <Link
      to={(isFromBulk ? approval.bulk.path : approval.list) as '/sites/approval'}
      search={({ from: _here, ...all }) => all}
    >
      <ArrowLeftIcon size={16} />
      {isFromBulk ? 'Decide on several' : 'SITES Approval'}
    </Link>
  )
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

/** Focuses the title of each further record that the list opens, once it is shown. */
function useFocusedTitle(id: string, isShown: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const focused = useRef(id)
  useEffect(() => {
    if (!isShown || focused.current === id) return undefined
    focused.current = id
    // after the frame of the page has taken the focus
    const frame = requestAnimationFrame(() => heading.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [id, isShown])
  return heading
}

/** The parts of a return that have something in them: one without points is sent as ever. */
const filledParts = <Parts extends Record<string, readonly unknown[]>>(parts: Parts): Partial<Parts> =>
  Object.fromEntries(Object.entries(parts).filter(([, all]) => all.length > 0)) as Partial<Parts>

/** after an own decision on a wide screen: what was decided, and the record that is shown instead */
type MovedOn = { words: string; to: number }

/**
 * A record for its reviewer: its facts, then Approve and Return; once decided, the next pending record. On a wide
 * screen the queue is beside it, and a decision shows the next record at once.
 */
export function ApprovalPage<Shown extends ReviewFacts>(props: ApprovalPageProps<Shown>) {
  const { calls } = props.of
  const id = String(props.id)
  const { from } = useSearch({ strict: false }) as { from?: unknown }
  const isWide = useMediaQuery('(min-width: 1280px)', true, { getInitialValueInEffect: false })
  // a record opened from a decision on many leads back to it, not through the queue
  const isInQueue = isWide && from !== FROM_BULK.from
  // page, search and filters of the approval list, from the address
  const { query } = useTableState({ defaultSort: WAITING_FIRST, filters: QUEUE_FILTERS })
  const { data: neighbours } = useRead(calls.waiting, {
    query: neighboursQuery(query, { id: Number(id) }),
    enabled: isInQueue,
  })
  const { isPending } = useRead(calls.show, { params: { id } })
  const heading = useFocusedTitle(id, isInQueue && !isPending)
  const [moved, setMoved] = useState<MovedOn | null>(null)
  const [shown, setShown] = useState(id)
  if (shown !== id) {
    setShown(id)
    // a record that is left and opened again is opened by the person
    if (moved?.to !== Number(id)) setMoved(null)
  }
  const isMoved = moved?.to === Number(id)
  const isListed = isInQueue && neighbours?.count !== 0
  return (
    <div className={styles.page} data-beside={isListed || undefined}>
      {isListed ? (
        <QueueList
          of={props.of}
          id={Number(id)}
          query={query}
          neighbours={neighbours}
          isReady={!isPending}
          onOpen={() => setMoved(null)}
          onSkip={() => heading.current?.focus()}
        />
      ) : null}
      <div>
        <div role="status" className={styles.moved}>
          {isMoved ? (
            <Notice tone="success" title={moved.words}>
              <p>This is the next record waiting for you.</p>
            </Notice>
          ) : null}
        </div>
        {/* each record has its own state: no comment or decision is left for the next one */}
        <Approval
          key={id}
          {...props}
          query={query}
          heading={heading}
          isOpened={!isMoved}
          {...(isInQueue ? { onMove: setMoved } : {})}
        />
      </div>
    </div>
  )
}

type ApprovalProps<Shown extends ReviewFacts> = ApprovalPageProps<Shown> & {
  query: TableState['query']
  heading: RefObject<HTMLHeadingElement | null>
  /** opened by the person: what a decision shows next does not count as opened (S-140) */
  isOpened: boolean
  /** given where the next record replaces one that was decided on */
  onMove?: (moved: MovedOn) => void
}

/** After the person's own decision opens the next pending record, if there is one. */
function useMoveOn(
  approval: QueueScreens,
  around: WaitingReply | undefined,
  words: string | null,
  onMove: ((moved: MovedOn) => void) | undefined,
) {
  const navigate = useNavigate()
  const to = words === null ? undefined : (around?.next ?? around?.first)?.id
  // a window that is made wider later does not move
  const isWanted = useRef<boolean | null>(null)
  useEffect(() => {
    if (words === null) return
    isWanted.current ??= onMove !== undefined
    if (!isWanted.current || to === undefined || !onMove) return
    onMove({ words, to })
    void navigate({ to: approval.decision(to) as '/sites/approval', search: (all) => all })
  }, [approval, words, to, onMove, navigate])
}

function Approval<Shown extends ReviewFacts>({
  of: { calls, recordOf, modelName, codeOf, nameOf, noun, may, approval, checklists, prepareApproval },
  id,
  places,
  placeOf,
  query,
  heading,
  isOpened,
  onMove,
  children,
}: ApprovalProps<Shown>) {
  const actor = useActor()
  const client = useQueryClient()
  const { decided, decide } = useDecisionOutcome()
  const at = decided ? { id: Number(id), place: decided.place } : { id: Number(id) }
  const { data: around } = useRead(calls.waiting, { query: neighboursQuery(query, at) })
  const { data, error, refetch } = useRead(calls.show, { params: { id } })
  useQueueShortcuts(approval, around, decided !== null || isOutOfReach(error))
  useMoveOn(approval, around, decided?.isOwn ? decided.words : null, onMove)
  const approve = useRecordChange(calls.show, id, calls.approve)
  const returning = useRecordChange(calls.show, id, calls.return)
  const viewed = data ? recordOf(data) : {}
  useRecordView(recordViewsApi.record, modelName, isOpened ? viewed : { ...viewed, revision: undefined })
  const back = <BackLink approval={approval} />
  if (!data || isOutOfReach(error))
    return (
      <>
        <PageHeader title="SITES Approval" back={back} heading={heading} />
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
  const record = recordOf(data)
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
    return now.data ? decisionOutcome(code, recordOf(now.data), now.data.history, actor.access_level) : null
  }
  const foundAt = (at: PointPlace) => placeOf(data, at)
  const isDeciding = verdicts.approve.ok || verdicts.return.ok
  return (
    <WithPoints calls={calls} record={record} keys={approval.bulk.keys}>
      <WithDecision
        of={{ form: approval.form, record }}
        name={`${code}, ${nameOf(record)}`}
        isOn={isDeciding}
        mayApprove={verdicts.approve.ok}
        mayReturn={verdicts.return.ok}
      >
        <PageHeader
          title={nameOf(record)}
          code={code}
          intro={`${code} · ${record.city}, ${record.province ?? record.region}`}
          back={back}
          heading={heading}
          actions={<QueueNav screens={approval} neighbours={around} />}
        />
        <Stack gap="md">
          {decided ? <DecisionMade screens={approval} neighbours={around} {...decided} /> : null}
          <EarlierPoints placeOf={foundAt} />
          {children(data)}
          <ReviewPanel
            subject={noun}
            name={`${code}, ${nameOf(record)}`}
            submittedBy={
              data.history.toSorted((a, b) => b.id - a.id).find(({ action }) => action === 'Submitted')?.by
            }
            marks={data.marks}
            may={verdicts}
            fields={approval.comments}
            checklists={checklists(data)}
            places={places}
            placeOf={foundAt}
            {...(prepareApproval
              ? {
                  prepareApproval: (ticked, keep) =>
                    prepareApproval({ client, record, level: actor.access_level }, ticked, keep),
                }
              : {})}
            onApprove={(prepared, form_key) => {
              const { looked, accepted } = prepared
              const edits = sentEdits(prepared)
              const body = { revision, looked, edits, ...filledParts({ accepted_findings: accepted }) }
              const words = `${code} approved.`
              return decide(() => approve.mutateAsync({ params, body, form_key }), { words, place, became })
            }}
            onReturn={({ comments, points, settled, reopened, looked }, form_key) => {
              const parts = filledParts({ points: sentPoints(points), settled, reopened, looked })
              const body = { ...comments, revision, ...parts }
              const words = `${code} returned to its encoder.`
              return decide(() => returning.mutateAsync({ params, body, form_key }), { words, place, became })
            }}
          />
        </Stack>
      </WithDecision>
    </WithPoints>
  )
}
