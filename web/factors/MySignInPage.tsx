import { InactivityWarning } from '../auth/InactivityWarning.tsx'
import controls from '../public/controls.module.css'
import { PublicLayout } from '../public/PublicLayout.tsx'
import styles from './MySignIn.module.css'
import { Parts } from './Parts.tsx'
import { useMySignIn } from './useMySignIn.ts'
import { TITLES } from './useTitle.ts'

/** The person's factors, sessions and own computers. */
export function MySignInPage() {
  const { state, reload, refresh } = useMySignIn()
  return (
    <PublicLayout hasNav={false}>
      <div className={styles.page}>
        {state.at === 'loaded' ? (
          <Parts {...state} reload={reload} refresh={refresh} />
        ) : (
          <>
            <div className={styles.top}>
              {state.at === 'failed' && <a href="/dashboard">← Back to the dashboard</a>}
            </div>
            <h1>{TITLES.overview}</h1>
            <noscript>
              <p className={controls.alert}>This page needs JavaScript. Please turn it on in your browser.</p>
            </noscript>
            {state.at === 'loading' ? (
              <p role="status">Loading…</p>
            ) : (
              <>
                <p role="alert" className={controls.alert}>
                  {state.message}
                </p>
                <button type="button" className={controls.secondary} onClick={() => void reload()}>
                  Try again
                </button>
              </>
            )}
          </>
        )}
      </div>
      <InactivityWarning />
    </PublicLayout>
  )
}
