import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { daysSince } from '../lib/days.ts'
import { ChevronLeftIcon, ChevronRightIcon } from '../ui/icons.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useNow } from '../ui/useNow.ts'
import styles from './QueueNav.module.css'
import { type QueuedRecord, waitingAround } from './queue.ts'

/** The screens of one module's approvals. */
export type QueueScreens = {
  list: '/sites/approval' | '/sites/activity/approval'
  /** the address of one record's decision */
  decision: (id: number) => string
}

type ToRecordProps = {
  screens: QueueScreens
  record: QueuedRecord
  className?: string
  children: ReactNode
}

/** To another record's decision; page, search and sort of the list travel along (S-103). */
const ToRecord = ({ screens, record, className, children, ...more }: ToRecordProps) => (
  <Link
    to={screens.decision(record.id) as '/sites/approval'}
    search={(all) => all}
    {...(className ? { className } : {})}
    {...more}
  >
    {children}
  </Link>
)

type QueueNavProps = { screens: QueueScreens; rows: QueuedRecord[]; id: number }

/** To the record that waits before this one and to the one after it. */
export function QueueNav({ screens, rows, id }: QueueNavProps) {
  const { previous, next } = waitingAround(rows, id, 0)
  if (!rows.some((row) => row.id === id && row.waiting_since !== null)) return null
  if (!previous && !next) return null
  const button = (record: QueuedRecord, words: string, icon: 'left' | 'right') => (
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
    <nav aria-label="Records waiting for you" className={styles.nav}>
      {previous ? button(previous, 'Previous waiting', 'left') : null}
      {next ? button(next, 'Next waiting', 'right') : null}
    </nav>
  )
}

type DecidedProps = QueueNavProps & {
  /** "SITES-R04A-2026-0007 approved." */
  words: string
  /** where the record stood among those that wait */
  place: number
}

/** Stands in the place of a decision that was just made, and offers the record that waits next. */
export function Decided({ screens, rows, id, words, place }: DecidedProps) {
  const box = useRef<HTMLElement>(null)
  const now = useNow()
  useEffect(() => box.current?.focus(), [])
  const around = waitingAround(rows, id, place)
  const next = around.next ?? around.first
  return (
    <section ref={box} tabIndex={-1} aria-label="Decision" className={styles.decided}>
      <Notice tone="success" title={words}>
        {next ? (
          <>
            <p>
              Next: <strong>{next.code}</strong>, {next.name}
              {next.waiting_since ? `, waiting for you ${daysSince(next.waiting_since, now)}` : ''}.
            </p>
            <div className={styles.ways}>
              <Button
                className={styles.primary ?? ''}
                rightSection={<ChevronRightIcon size={16} />}
                renderRoot={(props) => <ToRecord {...props} screens={screens} record={next} />}
              >
                Open the next record
              </Button>
              <Button
                variant="default"
                renderRoot={(props) => <Link to={screens.list} search={(all) => all} {...props} />}
              >
                Back to SITES Approval
              </Button>
            </div>
          </>
        ) : (
          <>
            <p>Nothing else on this list waits for you.</p>
            <div className={styles.ways}>
              <Button
                className={styles.primary ?? ''}
                renderRoot={(props) => <Link to={screens.list} search={(all) => all} {...props} />}
              >
                Back to SITES Approval
              </Button>
            </div>
          </>
        )}
      </Notice>
    </section>
  )
}
