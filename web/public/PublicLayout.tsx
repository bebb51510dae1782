import { type ReactNode, useEffect, useState } from 'react'
import { storedToken } from '../lib/session.ts'
import { NO_CONNECTION } from '../lib/connection.ts'
import { useIsOnline } from '../lib/useConnection.ts'
import frame from '../ui/theme/frame.module.css'
import controls from './controls.module.css'
import { Brand, DemonstrationBand, FrameFooter } from './Frame.tsx'
import styles from './PublicLayout.module.css'
import { useConfig } from './public-config.ts'

type Props = { children: ReactNode; narrow?: boolean; hasNav?: boolean }

/** The frame of every public page: the publisher, the staff login, and the bureau's links. */
export function PublicLayout({ children, narrow = false, hasNav = !narrow }: Props) {
  const config = useConfig()
  const [signedIn, setSignedIn] = useState(false)
  const hasLine = useIsOnline()
  useEffect(() => setSignedIn(storedToken() !== null), [])

  return (
    <div className={frame.page}>
      <a className={frame.skip} href="#content">
        Skip to content
      </a>
      <header className={frame.header}>
        {config.demonstration ? <DemonstrationBand /> : null}
        <div className={frame.bar}>
          <a className={frame.brand} href="/site/approved">
            <Brand bureau={config.bureau_name} />
          </a>
          <nav aria-label="Main" className={styles.nav}>
            {hasNav && (signedIn ? <a href="/dashboard">Dashboard</a> : <a href="/login">Log in</a>)}
          </nav>
        </div>
      </header>
      <main id="content" tabIndex={-1} className={narrow ? styles.narrow : styles.main}>
        <div role="status">{hasLine ? null : <p className={controls.alert}>{NO_CONNECTION}</p>}</div>
        {children}
      </main>
      <FrameFooter {...config} />
    </div>
  )
}
