import { type ReactNode, useEffect, useState } from 'react'
import { storedToken } from '../lib/token.ts'
import { useTexts } from '../lib/texts.tsx'
import { useIsOnline } from '../lib/useConnection.ts'
import frame from '../ui/theme/frame.module.css'
import controls from './controls.module.css'
import { LanguageLinks, UnofficialNote } from './LanguageLinks.tsx'
import { Brand, DemonstrationBand, FrameFooter } from './Frame.tsx'
import styles from './PublicLayout.module.css'
import { useConfig } from './public-config.ts'

type Props = { children: ReactNode; narrow?: boolean; hasNav?: boolean }

/** The frame of every public page: the publisher, the staff login, and the bureau's links. */
export function PublicLayout({ children, narrow = false, hasNav = !narrow }: Props) {
  const config = useConfig()
  const { t, href } = useTexts()
  const [signedIn, setSignedIn] = useState(false)
  const hasLine = useIsOnline()
  // oxlint-disable-next-line react/set-state-in-effect -- the server's page cannot know what the browser stores
  useEffect(() => setSignedIn(storedToken() !== null), [])

  return (
    <div className={frame.page}>
      <a className={frame.skip} href="#content">
        {t('common.skip')}
      </a>
      <header className={frame.header}>
        {config.demonstration ? <DemonstrationBand /> : null}
        <div className={frame.bar}>
          <a className={frame.brand} href={href('/site/approved')}>
            <Brand bureau={config.bureau_name} />
          </a>
          <div className={styles.nav}>
            <LanguageLinks />
            <nav aria-label={t('common.main')}>
              {hasNav &&
                (signedIn ? (
                  <a href="/dashboard">{t('common.dashboard')}</a>
                ) : (
                  <a href={href('/login')}>{t('common.log_in')}</a>
                ))}
            </nav>
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className={narrow ? styles.narrow : styles.main}>
        <div role="status">
          {hasLine ? null : <p className={controls.alert}>{t('common.no_connection')}</p>}
        </div>
        <UnofficialNote />
        {children}
      </main>
      <FrameFooter {...config} />
    </div>
  )
}
