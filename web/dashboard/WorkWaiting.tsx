import { Box } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { canCreateActivity, canReviewActivities } from '../../shared/activities/activities.policy.ts'
import { formatCount } from '../../shared/lib/format.ts'
import type { DisplayStatus } from '../../shared/review/review-chain.ts'
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

/** `exact`: the address of the list with exactly this work; absent if there is none, as for other people's records */
type Queue = { title: string; work: Work; all: ReactNode; exact?: (status?: DisplayStatus) => ListLink }
type OwnQueue = Queue & { mine: boolean }
type ListLink = { to: string; search: object }

/** "Showing: 5 of 23", as in every list; the number opens the list of all 23. */
function CountNote({ title, work, exact }: Pick<Queue, 'title' | 'work' | 'exact'>) {
  const { items, count, read, byStatus } = work
  const all = count === null ? `${formatCount(read)} or more` : formatCount(count)
  const linkTo = (words: string, name: string, status?: DisplayStatus) => {
    const list = exact?.(status)
    if (!list) return words
    return (
      <Link
        to={list.to as '/dashboard'}
        search={list.search as Record<string, never>}
        aria-label={`${words}, ${name}: open the list`}
      >
        {words}
      </Link>
    )
  }
  return (
    <Box component="p" mt={8} className="muted">
      Showing: {items.length} of {byStatus || count === null ? all : linkTo(all, title)}
      {exact && byStatus
        ? byStatus.map((part) => (
            <Box key={part.status} component="span" display="inline-block" ml="md">
              {linkTo(`${part.status}: ${formatCount(part.count)}`, title, part.status)}
            </Box>
          ))
        : null}
    </Box>
  )
}

function WorkList({ title, work, all, exact }: Queue) {
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
      {items.length > 0 ? <CountNote title={title} work={work} {...(exact ? { exact } : {})} /> : null}
    </Panel>
  )
}

/** Returns the pending work of the signed-in person, what was returned apart; `settled` once all of it is loaded. */
export function useWork(): { returned: Queue[]; queues: Queue[]; settled: boolean } {
  const actor = useActor()
  const reviewsSites = canReviewSites(actor).ok
  const reviewsActivities = canReviewActivities(actor).ok
  const encodes = canCreateSite(actor).ok
  const encodesActivities = canCreateActivity(actor).ok
  const sites = useSitesWaiting(reviewsSites)
  const activities = useActivitiesWaiting(reviewsActivities)
  const returned = useSitesInHand(encodes, 'returned')
  const recalled = useSitesInHand(encodes, 'others')
  const returnedActivities = useActivitiesInHand(encodesActivities, 'returned')
  const inHand = useActivitiesInHand(encodesActivities, 'others')
  const queue = (to: string) => () => ({ to, search: { record_status: 'Submitted' } })
  // an office sees no other records; other people's lists have more than what is theirs to do
  const own = (to: string, only?: DisplayStatus) =>
    actor.access_level === 'PENRO'
      ? { exact: (status = only) => ({ to, search: { record_status: status, status: 'Activated' } }) }
      : {}
  // "All 12" opens the list of exactly these
  const allOf = (to: string, { count }: Work, words: string) => {
    const list: ListLink | undefined = own(to, 'Returned').exact?.()
    return list && count !== null ? (
      <Link to={list.to as '/sitemap'} search={list.search as Record<string, never>}>
        All {formatCount(count)}
      </Link>
    ) : (
      <Link to={to as '/sitemap'}>{words}</Link>
    )
  }
  const first: OwnQueue[] = [
    {
      mine: encodes,
      title: 'Profiles returned to you',
      work: returned,
      all: allOf('/sitemap', returned, 'All profiles'),
      ...own('/sitemap', 'Returned'),
    },
    {
      mine: encodesActivities,
      title: 'Activities returned to you',
      work: returnedActivities,
      all: allOf('/sites/activity/datatable', returnedActivities, 'All activities'),
      ...own('/sites/activity/datatable', 'Returned'),
    },
  ]
  const others: OwnQueue[] = [
    {
      mine: reviewsSites,
      title: 'Profiles to review',
      work: sites,
      all: <Link to="/sites/approval">All profiles in review</Link>,
      exact: queue('/sites/approval'),
    },
    {
      mine: reviewsActivities,
      title: 'Activities to review',
      work: activities,
      all: <Link to="/sites/activity/approval">All activities in review</Link>,
      exact: queue('/sites/activity/approval'),
    },
    {
      mine: encodes,
      title: 'Profiles your office recalled',
      work: recalled,
      all: <Link to="/sitemap">All profiles</Link>,
      ...own('/sitemap', 'Recalled'),
    },
    {
      mine: encodesActivities,
      title: 'Activities to complete',
      work: inHand,
      all: <Link to="/sites/activity/datatable">All activities</Link>,
      ...own('/sites/activity/datatable'),
    },
  ]
  const isMine = ({ mine }: OwnQueue) => mine
  const [lists, queues] = [first.filter(isMine), others.filter(isMine)]
  return { returned: lists, queues, settled: [...lists, ...queues].every(({ work }) => !work.loading) }
}

const hasWork = ({ work }: Queue): boolean => work.items.length > 0 || Boolean(work.error)

/**
 * The queues that are not empty, longest waiting first; one line when there is nothing to do, in `others` either if they
 * are given.
 */
export function WorkWaiting({ queues, others }: { queues: Queue[]; others?: Queue[] }) {
  const busy = queues.filter(hasWork)
  if (busy.length === 0)
    return others && queues.length > 0 && !others.some(hasWork) ? (
      <p className="card no-print" data-tone="success">
        Nothing is waiting for you today.
      </p>
    ) : null
  return (
    <div className="tiles no-print" data-tile="large">
      {busy.map((queue) => (
        <WorkList key={queue.title} {...queue} />
      ))}
    </div>
  )
}
