import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { mayOpen, screenAt } from '../../shared/access/screens.ts'
import { canCreateActivity, canReviewActivities } from '../../shared/activities/activities.policy.ts'
import { canCreateSite, canReviewSites } from '../../shared/sites/sites.policy.ts'
import { useActor } from '../app/actor.tsx'
import { toMessage } from '../lib/call.ts'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import styles from './DashboardPage.module.css'
import {
  useActivitiesInHand,
  useActivitiesWaiting,
  useHasGeneratedPassword,
  useSitesReturned,
  useSitesWaiting,
  type Work,
} from './dashboard.calls.ts'

function WorkList({ title, work, empty, all }: { title: string; work: Work; empty: string; all: ReactNode }) {
  const { items, more, error, loading } = work
  return (
    <Panel title={title} actions={all}>
      {error ? <Notice tone="danger">{toMessage(error)}</Notice> : null}
      {loading ? <p className={styles.quiet}>Loading…</p> : null}
      {!loading && !error && items.length === 0 ? <p className={styles.quiet}>{empty}</p> : null}
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
      {more ? <p className={styles.quiet}>and more in the list</p> : null}
    </Panel>
  )
}

const QUICK = [
  { path: '/sitemap', words: 'Browse all profiles' },
  { path: '/sites/activity/datatable', words: 'Browse all activities' },
] as const

/** Where the day starts: what waits for this person, and the ways to everything else. */
export function DashboardPage() {
  const actor = useActor()
  const reviewsSites = canReviewSites(actor).ok
  const reviewsActivities = canReviewActivities(actor).ok
  const encodes = canCreateSite(actor).ok
  const sites = useSitesWaiting(reviewsSites)
  const activities = useActivitiesWaiting(reviewsActivities)
  const returned = useSitesReturned(encodes)
  const encodesActivities = canCreateActivity(actor).ok
  const inHand = useActivitiesInHand(encodesActivities)
  const mustChangePassword = useHasGeneratedPassword()
  const quick = QUICK.filter(({ path }) => mayOpen(actor, screenAt(path) ?? {}))

  return (
    <>
      <PageHeader
        title={`Good day, ${actor.first_name}`}
        intro="What waits for you, longest waiting first."
      />
      {mustChangePassword ? (
        <Notice tone="warning" title="Your password was made by an administrator">
          <p>
            Please <a href="/change-password">change it</a> to one that only you know.
          </p>
        </Notice>
      ) : null}
      <div className={styles.grid}>
        {reviewsSites ? (
          <WorkList
            title="Profiles to review"
            work={sites}
            empty="No profile waits for you."
            all={<Link to="/sites/approval">All profiles in review</Link>}
          />
        ) : null}
        {reviewsActivities ? (
          <WorkList
            title="Activities to review"
            work={activities}
            empty="No activity waits for you."
            all={<Link to="/sites/activity/approval">All activities in review</Link>}
          />
        ) : null}
        {encodes ? (
          <WorkList
            title="Profiles returned to you"
            work={returned}
            empty="No profile was returned."
            all={<Link to="/sitemap">All profiles</Link>}
          />
        ) : null}
        {encodesActivities ? (
          <WorkList
            title="Activities in your hands"
            work={inHand}
            empty="No activity was returned or waits to be submitted."
            all={<Link to="/sites/activity/datatable">All activities</Link>}
          />
        ) : null}
        <Panel title="Quick links">
          <ul className={styles.links}>
            {encodes ? (
              <li>
                <Link to="/sitemap/add">Add a profile</Link>
              </li>
            ) : null}
            {encodesActivities ? (
              <li>
                <Link to="/sites/activity/add">Add a SITES activity</Link>
              </li>
            ) : null}
            {quick.map(({ path, words }) => (
              <li key={path}>
                <Link to={path as '/sitemap'}>{words}</Link>
              </li>
            ))}
            <li>
              <a href="/site/approved">Public list of approved sites</a>
            </li>
          </ul>
        </Panel>
      </div>
    </>
  )
}
