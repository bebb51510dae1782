import { type ReactNode, useEffect, useState } from 'react'
import { storedToken } from '../lib/session.ts'
import { NO_LINE } from '../lib/line.ts'
import { useLine } from '../lib/useLine.ts'
import controls from './controls.module.css'
import { InfoLink } from './InfoLink.tsx'
import styles from './PublicLayout.module.css'
import { useConfig } from './public-config.ts'

type Props = { children: ReactNode; narrow?: boolean }

/** The frame of every public page: who publishes it, the way in for staff, and the bureau's links. */
export function PublicLayout({ children, narrow = false }: Props) {
  const { bureau_name, helpdesk_url, privacy_url, terms_url } = useConfig()
  const [signedIn, setSignedIn] = useState(false)
  const hasLine = useLine()
  useEffect(() => setSignedIn(storedToken() !== null), [])

  return (
    <div className={styles.page}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <header className={styles.header}>
        <div className={styles.bar}>
          <a className={styles.brand} href="/site/approved">
            <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
              <rect width="32" height="32" rx="7" fill="currentColor" />
              <path d="M16 5.5 24 17h-4.2l4.7 6.8H7.5L12.2 17H8z" fill="#fff" />
              <path d="M16 13v13.5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
              <path d="M16 23.8v3.7" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
            </svg>
            <span className={styles.bureau}>{bureau_name}</span>
            <span className={styles.product}>REDD+ Safeguards Information System</span>
          </a>
          <nav aria-label="Main">
            {!narrow && (signedIn ? <a href="/dashboard">Dashboard</a> : <a href="/login">Log in</a>)}
          </nav>
        </div>
      </header>
      <main id="content" tabIndex={-1} className={narrow ? styles.narrow : styles.main}>
        <div role="status">{hasLine ? null : <p className={controls.alert}>{NO_LINE}</p>}</div>
        {children}
      </main>
      <footer className={styles.footer}>
        <div className={styles.bar}>
          <p>{`© 2025 ${bureau_name}`}</p>
          <ul>
            <li>
              <InfoLink label="Helpdesk" href={helpdesk_url} bureau={bureau_name} />
            </li>
            <li>
              <InfoLink label="Privacy policy" href={privacy_url} bureau={bureau_name} />
            </li>
            <li>
              <InfoLink label="Terms of use" href={terms_url} bureau={bureau_name} />
            </li>
          </ul>
        </div>
      </footer>
    </div>
  )
}
