import { Link, useLocation } from '@tanstack/react-router'
import { formatCount } from '../../shared/lib/format.ts'
import styles from './ApprovalTabs.module.css'
import { useWaitingLists } from './waiting.ts'

/** The approval lists that the person may open (C-01), each with its number of pending records once known. */
export function ApprovalTabs() {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Approval lists" className={styles.tabs}>
      {useWaitingLists().map(({ path, label, count }) => (
        <Link
          key={path}
          to={path as '/sites/approval'}
          activeProps={{}}
          className={styles.tab}
          data-active={pathname === path || undefined}
          aria-current={pathname === path ? 'page' : undefined}
        >
          {label}{' '}
          {count === undefined ? null : <span className={styles.count}>{formatCount(count)} waiting</span>}
        </Link>
      ))}
    </nav>
  )
}
