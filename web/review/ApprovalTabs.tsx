import { Link, useLocation } from '@tanstack/react-router'
import { mayOpen, screenAt } from '../../shared/access/screens.ts'
import { useActor } from '../app/actor.tsx'
import styles from './ApprovalTabs.module.css'

const TABS = [
  { path: '/sites/approval', label: 'Profiling of SITES' },
  { path: '/sites/activity/approval', label: 'SITES Activities' },
] as const

/** The two approval lists, each shown to holders of its own keys (C-01). */
export function ApprovalTabs() {
  const actor = useActor()
  const { pathname } = useLocation()
  const shown = TABS.filter(({ path }) => mayOpen(actor, screenAt(path) ?? {}))
  return (
    <nav aria-label="Approval lists" className={styles.tabs}>
      {shown.map(({ path, label }) => (
        <Link
          key={path}
          to={path as '/sites/approval'}
          activeProps={{}}
          className={styles.tab}
          data-active={pathname === path || undefined}
          aria-current={pathname === path ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
