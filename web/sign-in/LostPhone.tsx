import { RESET_CODE_HOURS } from '../../shared/factors/factors.schema.ts'
import styles from './SecondStep.module.css'

/** What to do without the second factor, and the way back to the password. */
export const LostPhone = () => (
  <>
    <details className={styles.lost}>
      <summary>Lost your phone?</summary>
      <p>
        Type one of your recovery codes, or the next code of your code sheet. If you have neither, ask the
        approver of your office, or an administrator, for a reset code.
      </p>
      <p>
        They read eight characters out to you, in person. The code works once, within {RESET_CODE_HOURS}{' '}
        hours; after it you set up a new second factor. Approvers and administrators of FMB get four
        characters from each of two administrators.
      </p>
    </details>
    <p className={styles.again}>
      <a href="/login">Back to the password</a>
    </p>
  </>
)
