import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { canCreateActivity, canReviewActivities } from '../../shared/activities/activities.policy.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { canCreateSite, canReviewSites } from '../../shared/sites/sites.policy.ts'
import { useActor } from '../lib/useActor.ts'
import { toMessage } from '../lib/call.ts'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import {
  useActivitiesInHand,
  useActivitiesWaiting,
  useSitesInHand,
  useSitesWaiting,
  type Work,
} from './work.calls.ts'
import styles from './WorkWaiting.module.css'

type Queue = { title: string; work: Work; all: ReactNode }

/** "Showing: 5 of 23", as in every list */
const countNote = ({ items, count, read }: Work): string => {
  const all = count === null ? `${formatCount(read)} or more` : formatCount(count)
  return `Showing: ${items.length} of ${all}`
}

function WorkList({ title, work, all }: Queue) {
  const { items, error } = work
  return (
    <Panel title={title} actions={all}>
      {error ? <Notice tone="danger">{toMessage(error)}</Notice> : null}
      {items.length > 0 ? (
        <ul className={styles.list}>
          {items.map((item) => (
            <li key={item.href}>
              <Link to={item.href as '/dashboard'} className={styles.item}>
                <strong>{item.code}</strong>
                <span>{item.name}</span>
                {item.note ? <small>{item.note}</small> : null}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {items.length > 0 ? <p className={styles.quiet}>{countNote(work)}</p> : null}
    </Panel>
  )
}

/** Returns the pending work of the signed-in person; `settled` once all of it is loaded. */
export function useWork(): { queues: Queue[]; settled: boolean } {
  const actor = useActor()
  const reviewsSites = canReviewSites(actor).ok
  const reviewsActivities = canReviewActivities(actor).ok
  const encodes = canCreateSite(actor).ok
  const encodesActivities = canCreateActivity(actor).ok
  const sites = useSitesWaiting(reviewsSites)
  const activities = useActivitiesWaiting(reviewsActivities)
  const returned = useSitesInHand(encodes, 'returned')
  const recalled = useSitesInHand(encodes, 'recalled')
  const inHand = useActivitiesInHand(encodesActivities)
  const all: (Queue & { mine: boolean })[] = [
    {
      mine: reviewsSites,
      title: 'Profiles to review',
      work: sites,
      all: <Link to="/sites/approval">All profiles in review</Link>,
    },
    {
      mine: reviewsActivities,
      title: 'Activities to review',
      work: activities,
      all: <Link to="/sites/activity/approval">All activities in review</Link>,
    },
    {
      mine: encodes,
      title: 'Profiles returned to you',
      work: returned,
      all: <Link to="/sitemap">All profiles</Link>,
    },
    {
      mine: encodes,
      title: 'Profiles your office recalled',
      work: recalled,
      all: <Link to="/sitemap">All profiles</Link>,
    },
    {
      mine: encodesActivities,
      title: 'Activities to complete',
      work: inHand,
      all: <Link to="/sites/activity/datatable">All activities</Link>,
    },
  ]
  const queues = all.filter(({ mine }) => mine)
  return { queues, settled: queues.every(({ work }) => !work.loading) }
}

const hasWork = ({ work }: Queue): boolean => work.items.length > 0 || Boolean(work.error)

/** The queues that are not empty, longest waiting first; one line when there is nothing to do. */
export function WorkWaiting({ queues }: { queues: Queue[] }) {
  const busy = queues.filter(hasWork)
  if (busy.length === 0)
    return queues.length > 0 ? <p className={styles.calm}>Nothing is waiting for you today.</p> : null
  return (
    <div className={styles.grid}>
      {busy.map((queue) => (
        <WorkList key={queue.title} {...queue} />
      ))}
    </div>
  )
}
