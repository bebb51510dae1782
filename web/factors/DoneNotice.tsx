import { useTexts } from '../lib/texts.tsx'
import controls from '../public/controls.module.css'
import styles from './MySignIn.module.css'

/** What was done, and whether it leads on to the dashboard. */
export type Done = { what: string; leadsOn?: boolean }

/** Says what was done, and where it leads. */
export function DoneNotice({ done }: { done: Done | null }) {
  const { t } = useTexts()
  return (
    <div role="status">
      {done && (
        <div className={styles.done}>
          <p>{done.what}</p>
          {done.leadsOn && (
            <a className={controls.primary} href="/dashboard">
              {t('my_sign_in.to_dashboard')}
            </a>
          )}
        </div>
      )}
    </div>
  )
}
