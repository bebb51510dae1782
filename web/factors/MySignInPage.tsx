import { InactivityWarning } from '../auth/InactivityWarning.tsx'
import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'
import { PublicLayout } from '../public/PublicLayout.tsx'
import styles from './MySignIn.module.css'
import { Parts } from './Parts.tsx'
import { useMySignIn } from './useMySignIn.ts'
import { TITLES } from './useTitle.ts'

/** The person's factors, sessions and own computers. */
export function MySignInPage() {
  const { t } = useTexts()
  const { state, reload, refresh } = useMySignIn()
  return (
    <PublicLayout hasNav={false}>
      <div className={styles.page}>
        {state.at === 'loaded' ? (
          <Parts {...state} reload={reload} refresh={refresh} />
        ) : (
          <>
            <div className={styles.top}>
              {state.at === 'failed' && <a href="/dashboard">{t('my_sign_in.back_to_dashboard')}</a>}
            </div>
            <h1>{t(TITLES.overview)}</h1>
            <noscript>
              <p className={controls.alert}>{t('sign_in.needs_javascript')}</p>
            </noscript>
            {state.at === 'loading' ? (
              <p role="status">{t('my_sign_in.loading')}</p>
            ) : (
              <>
                <p role="alert" className={controls.alert}>
                  {state.message}
                </p>
                <button type="button" className={controls.secondary} onClick={() => void reload()}>
                  {t('my_sign_in.try_again')}
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
