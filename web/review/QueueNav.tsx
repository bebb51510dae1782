import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { KindNames } from '../../shared/access/record-kinds.ts'
import { formatCount } from '../../shared/lib/format.ts'
import type { WaitingRecord, WaitingReply } from '../../shared/review/review.schema.ts'
import { ApiError } from '../lib/call.ts'
import { daysSince } from '../lib/days.ts'
import { ChevronLeftIcon, ChevronRightIcon } from '../ui/icons.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useNow } from '../ui/useNow.ts'
import styles from './ApprovalPage.module.css'

/** The addresses of one module's approvals. */
export type QueueScreens = {
  list: KindNames['lists']['approval']
  decision: (id: number) => string
}

type ToRecordProps = {
  screens: QueueScreens
  record: Pick<WaitingRecord, 'id'>
  className?: string
  'aria-current'?: 'page' | undefined
  onClick?: () => void
  children: ReactNode
}

/** Links to the decision on another record; keeps page, search and sort of the list in the address (S-103). */
export const ToRecord = ({ screens, record, className, children, ...more }: ToRecordProps) => (
  <Link
    to={screens.decision(record.id) as '/sites/approval'}
    search={(all) => all}
    {...(className ? { className } : {})}
    {...more}
  >
    {children}
  </Link>
)

type QueueNavProps = { screens: QueueScreens; neighbours: WaitingReply | undefined }

/** Links to the previous and the next pending record, in the order of the whole queue (S-120). */
export function QueueNav({ screens, neighbours }: QueueNavProps) {
  if (!neighbours || neighbours.place === null) return null
  const { previous, next, place, count } = neighbours
  const button = (record: WaitingRecord, words: string, icon: 'left' | 'right') => (
    <Button
      variant="default"
      size="sm"
      {...(icon === 'left'
        ? { leftSection: <ChevronLeftIcon size={16} /> }
        : { rightSection: <ChevronRightIcon size={16} /> })}
      renderRoot={(props) => <ToRecord {...props} screens={screens} record={record} />}
    >
      {words}
      <span className="visually-hidden"> ({record.code})</span>
    </Button>
  )
  return (
    <Group component="nav" gap={8} aria-label="Records waiting for you" className="no-print">
      <span className="quiet numbers">
        {formatCount(place)} of {formatCount(count)} waiting for you
      </span>
      {previous ? button(previous, 'Previous waiting', 'left') : null}
      {next ? button(next, 'Next waiting', 'right') : null}
    </Group>
  )
}

type WaysProps = QueueNavProps & { primary?: WaitingRecord | null }

function Ways({ screens, primary = null }: WaysProps) {
  return (
    <Group gap={8} mt={12}>
      {primary ? (
        <Button
          className={styles.primary ?? ''}
          rightSection={<ChevronRightIcon size={16} />}
          renderRoot={(props) => <ToRecord {...props} screens={screens} record={primary} />}
        >
          Open the next record
        </Button>
      ) : null}
      <Button
        {...(primary ? { variant: 'default' } : { className: styles.primary ?? '' })}
        renderRoot={(props) => (
          <Link to={screens.list} search={({ from: _bulk, ...all }) => all} {...props} />
        )}
      >
        Back to SITES Approval
      </Button>
    </Group>
  )
}

const waitingWords = (count: number): string =>
  count === 1 ? 'It is the only one waiting.' : `${formatCount(count)} are waiting for you.`

/** Names the next pending record of the whole queue, or says that there is none. */
export function NextWaiting({ screens, neighbours }: QueueNavProps) {
  const now = useNow()
  if (!neighbours) return <p>Looking for the next record…</p>
  const next = neighbours.next ?? neighbours.first
  return (
    <>
      {next ? (
        <p>
          Next: <strong>{next.code}</strong>, {next.name}, waiting for you{' '}
          {daysSince(next.waiting_since, now)}. {waitingWords(neighbours.count)}
        </p>
      ) : (
        <p>Nothing else on this list is waiting for you.</p>
      )}
      <Ways screens={screens} neighbours={neighbours} primary={next} />
    </>
  )
}

const CONFLICT = 409

const NOT_RECORDED = 'Your decision was not recorded.'
const RELOAD_ADVICE =
  'The record changed while you were looking at it. It is shown as it is now: please look again and decide.'

/** The decision on a record that its reviewer has open. */
type Outcome = {
  /** "SITES-R04A-2026-0007 approved." */
  words: string
  /** false when another user was quicker */
  isOwn: boolean
  /** the position of the record among the pending ones */
  place: number
}

/** Remembers how a decision ended and where its record was in the queue. */
export function useDecisionOutcome() {
  const [decided, setDecided] = useState<Outcome | null>(null)
  return {
    decided,
    /**
     * Makes the decision. On a conflict, `became` reloads the record and returns what happened to it, or null if it can
     * still be decided on. Resolves with whether the decision was made.
     */
    decide: async (
      act: () => Promise<unknown>,
      { words, place, became }: { words: string; place: number; became: () => Promise<string | null> },
    ): Promise<boolean> => {
      try {
        await act()
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== CONFLICT) throw error
        const happened = await became()
        // the record is as it was: what was found on its land, or sent before, is said by the server
        if (happened === null)
          throw /^(finding|sent_before)/.test(error.code ?? '')
            ? error
            : new ApiError(CONFLICT, { message: RELOAD_ADVICE })
        setDecided({ words: happened, isOwn: false, place })
        return false
      }
      setDecided({ words, isOwn: true, place })
      return true
    },
  }
}

/** Replaces the decision once this person or another user has made it, and offers the next pending record. */
export function DecisionMade({ screens, neighbours, words, isOwn }: QueueNavProps & Outcome) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <section ref={box} tabIndex={-1} aria-label="Decision" className={styles.decided}>
      <Notice tone={isOwn ? 'success' : 'warning'} title={words}>
        {isOwn ? null : <p>{NOT_RECORDED}</p>}
        <NextWaiting screens={screens} neighbours={neighbours} />
      </Notice>
    </section>
  )
}
