import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { APPROVAL_TAB, tabsFor } from '../../shared/access/screens.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { CloseIcon, MenuIcon } from '../ui/icons.tsx'
import { useWaitingCount } from '../review/waiting.ts'
import { useActor } from '../lib/useActor.ts'
import { useHasChanged } from '../lib/useHasChanged.ts'
import styles from './Shell.module.css'

/** The tabs that this person may open; behind a menu button on narrow screens. */
export function Tabs() {
  const actor = useActor()
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const tabs = tabsFor(actor)
  const waiting = useWaitingCount()
  if (useHasChanged(pathname)) setOpen(false)

  return (
    <nav aria-label="Main" className={styles.tabs} data-open={open || undefined}>
      <button
        type="button"
        className={styles.menuButton}
        aria-expanded={open}
        aria-controls="main-tabs"
        onClick={() => setOpen(!open)}
      >
        {open ? <CloseIcon /> : <MenuIcon />}
        Menu
      </button>
      <ul id="main-tabs">
        {tabs.map((tab) => (
          <li key={tab.title}>
            <Link
              to={tab.path as '/dashboard'}
              className={styles.tab}
              activeProps={{}}
              data-active={tab.active(pathname) || undefined}
              aria-current={tab.active(pathname) ? 'page' : undefined}
            >
              {tab.title}
              {tab.title === APPROVAL_TAB && waiting ? (
                <>
                  {' '}
                  <span className={styles.count}>
                    {formatCount(waiting)}
                    <span className="visually-hidden"> waiting</span>
                  </span>
                </>
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
