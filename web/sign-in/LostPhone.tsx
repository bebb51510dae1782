import { RESET_CODE_HOURS } from '../../shared/factors/factors.schema.ts'
import { useTexts } from '../lib/texts.tsx'
import styles from './SecondStep.module.css'

/** What to do without the second factor, and the way back to the password. */
export function LostPhone() {
  const { t, href } = useTexts()
  return (
    <>
      <details className={styles.lost}>
        <summary>{t('sign_in.lost_phone')}</summary>
        <p>{t('sign_in.lost_phone_codes')}</p>
        <p>{t('sign_in.lost_phone_reset', { hours: RESET_CODE_HOURS })}</p>
      </details>
      <p className={styles.again}>
        <a href={href('/login')}>{t('sign_in.back_to_password')}</a>
      </p>
    </>
  )
}
