import { ActionIcon, Group } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { QUEUE_OF } from '../../shared/access/levels.ts'
import { formatCount, plural } from '../../shared/lib/format.ts'
import type { WaitingReply } from '../../shared/review/review.schema.ts'
import { daysSince } from '../lib/days.ts'
import { useRead } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { ChevronLeftIcon, ChevronRightIcon, WarningIcon } from '../ui/icons.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { useNow } from '../ui/useNow.ts'
import type { TableState } from '../ui/useTableState.ts'
import { ToRecord } from './QueueNav.tsx'
import styles from './QueueList.module.css'
import type { Queued, ReviewedRow, ReviewedScreens } from './reviewed-screens.ts'

const LENGTH = 50

type QueueListProps = {
  of: ReviewedScreens
  /** the record beside the list */
  id: number
  /** search, filters and order of the approval list */
  query: TableState['query']
  neighbours: WaitingReply | undefined
  /** false until the record is shown, which loads first */
  isReady: boolean
  /** the person chooses a record, also the one that is shown */
  onOpen: () => void
  onSkip: () => void
}

/** The page of the list that contains the record; another one once the person turns the pages. */
function usePage(id: number, place: number | null) {
  const [page, setPage] = useState(1)
  const [followed, follow] = useState<number | null>(null)
  if (place !== null && followed !== id) {
    follow(id)
    setPage(Math.ceil(place / LENGTH))
  }
  return { page, setPage }
}

/** Scrolls only the list: a new page to its top, and the current record into view. */
function useCurrentInView(id: number, page: number, isLoaded: boolean) {
  const box = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (box.current) box.current.scrollTop = 0
  }, [page])
  useEffect(() => {
    const current = isLoaded ? box.current?.querySelector<HTMLElement>('[aria-current]') : null
    if (!box.current || !current) return
    const { scrollTop, clientHeight } = box.current
    const { offsetTop, offsetHeight } = current
    // a record of each neighbour stays in view
    if (offsetTop - offsetHeight < scrollTop) box.current.scrollTop = offsetTop - offsetHeight
    if (offsetTop + 2 * offsetHeight > scrollTop + clientHeight)
      box.current.scrollTop = offsetTop + 2 * offsetHeight - clientHeight
  }, [id, page, isLoaded])
  return box
}

/**
 * The pending records beside the one that is being decided on, in the order of the approval list and with its filters,
 * fifty at a time. A record is dropped from it once anyone has decided on it.
 */
export function QueueList(props: QueueListProps) {
  const { of, id, query, neighbours, isReady, onOpen, onSkip } = props
  const { calls, approval } = of
  const place = neighbours?.place ?? null
  const { page, setPage } = usePage(id, place)
  // only pending records have neighbours, so the list contains no others (S-120)
  const { data, error, refetch } = useRead(calls.queue, {
    params: QUEUE_OF[useActor().access_level],
    query: { ...query, record_status: 'Submitted', page, length: LENGTH },
    enabled: isReady && neighbours !== undefined,
  })
  const box = useCurrentInView(id, page, data !== undefined)

  const isListed = data?.data.some((row) => row.id === id) ?? false
  const isGone = neighbours !== undefined && place === null && isListed
  useEffect(() => {
    // another user has decided on it since the list was loaded
    if (isGone) void refetch()
  }, [isGone, refetch])

  const count = data?.filteredCount ?? 0
  const pages = Math.max(1, Math.ceil(count / LENGTH))
  // others have decided on what was behind the end
  if (data && page > pages) setPage(pages)
  const from = (page - 1) * LENGTH + 1
  const turn = (to: number, label: string, icon: ReactNode) => (
    <ActionIcon
      variant="default"
      size={28}
      aria-label={label}
      disabled={to < 1 || to > pages}
      onClick={() => setPage(to)}
    >
      {icon}
    </ActionIcon>
  )
  return (
    <nav aria-label="Review queue" className={styles.list}>
      <div className={styles.head}>
        <strong>Waiting for you</strong>
        <span>{neighbours ? formatCount(neighbours.count) : null}</span>
        <button type="button" className={`plain-button ${styles.skip}`} onClick={onSkip}>
          Skip to the record
        </button>
      </div>
      {error ? (
        <LoadFailed title="The list could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : null}
      {data || error ? null : <p className={`quiet ${styles.message}`}>Loading…</p>}
      <ol ref={box} className={styles.records}>
        {(data?.data ?? []).map((row) => (
          <li key={row.id}>
            <ToRecord
              screens={approval}
              record={row}
              className={styles.record ?? ''}
              onClick={onOpen}
              aria-current={row.id === id ? 'page' : undefined}
            >
              <RecordLines of={of} row={row} />
            </ToRecord>
          </li>
        ))}
      </ol>
      {pages > 1 ? (
        <div className={styles.foot}>
          <span>
            {formatCount(from)} to {formatCount(Math.min(count, page * LENGTH))} of {formatCount(count)}
          </span>
          <Group gap={4}>
            {turn(page - 1, 'Earlier in the queue', <ChevronLeftIcon size={16} />)}
            {turn(page + 1, 'Later in the queue', <ChevronRightIcon size={16} />)}
          </Group>
        </div>
      ) : null}
    </nav>
  )
}

type RecordLinesProps = {
  of: Pick<ReviewedScreens, 'codeOf' | 'nameOf'>
  row: Queued<ReviewedRow>
}

function RecordLines({ of: { codeOf, nameOf }, row }: RecordLinesProps) {
  const now = useNow()
  // an approver of one office knows which it is
  const isOffice = useActor().access_level === 'PENRO'
  const { marks, waiting_since } = row
  return (
    <>
      <span className={styles.code}>{codeOf(row)}</span>
      {marks.length > 0 ? (
        <span className={styles.mark} title={marks.join(', ')}>
          <WarningIcon size={14} />
          <span aria-hidden="true">{marks.length}</span>
          <span className="visually-hidden">{plural(marks.length, 'warning')}</span>
        </span>
      ) : null}
      <span className={styles.name} title={nameOf(row)}>
        {nameOf(row)}
      </span>
      <span className="fine breaks">{isOffice ? row.city : row.office}</span>
      <span className={styles.days}>
        <span className="visually-hidden">waiting </span>
        {waiting_since ? daysSince(waiting_since, now) : null}
      </span>
    </>
  )
}
