import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { mayOpen, screenAt } from '../../shared/access/screens.ts'
import { ACTIVITY_CALLS } from '../activities/activities.calls.ts'
import { useActor } from '../app/actor.tsx'
import { SITE_CALLS } from '../sites/sites.calls.ts'
import styles from './ApprovalTabs.module.css'
import { waitingQuery } from './review.calls.ts'

const TABS = [
  { path: '/sites/approval', label: 'Profiling of SITES', waiting: waitingQuery(SITE_CALLS, {}, {}) },
  {
    path: '/sites/activity/approval',
    label: 'SITES Activities',
    waiting: waitingQuery(ACTIVITY_CALLS, {}, {}),
  },
] as const

/** How many records of a list wait for this person (S-120); nothing until it is known. */
function Waiting({ of }: { of: (typeof TABS)[number]['waiting'] }) {
  const { data } = useQuery(of)
  if (!data) return null
  return <span className={styles.count}>{data.count.toLocaleString('en-PH')} waiting</span>
}

/** The two approval lists, each shown to holders of its own keys (C-01), with what waits in it. */
export function ApprovalTabs() {
  const actor = useActor()
  const { pathname } = useLocation()
  const shown = TABS.filter(({ path }) => mayOpen(actor, screenAt(path) ?? {}))
  return (
    <nav aria-label="Approval lists" className={styles.tabs}>
      {shown.map(({ path, label, waiting }) => (
        <Link
          key={path}
          to={path as '/sites/approval'}
          activeProps={{}}
          className={styles.tab}
          data-active={pathname === path || undefined}
          aria-current={pathname === path ? 'page' : undefined}
        >
          {label} <Waiting of={waiting} />
        </Link>
      ))}
    </nav>
  )
}
