import { PASSWORD_RULES, type Strength, STRENGTHS } from '../../shared/auth/password.ts'
import styles from './NewPassword.module.css'

/** The strength of the password, as a bar and in words (000 §5). */
export function StrengthMeter({ strength, isEmpty }: { strength: Strength; isEmpty: boolean }) {
  const reached = isEmpty ? -1 : STRENGTHS.indexOf(strength)
  return (
    <div className={styles.strength} data-strength={strength}>
      {STRENGTHS.map((step, index) => (
        <i key={step} data-on={index <= reached} aria-hidden="true" />
      ))}
      <output aria-label="Password strength">{strength}</output>
    </div>
  )
}

/** The rules for a new password, ticked while the person types. */
export function PasswordChecklist({ password }: { password: string }) {
  return (
    <ul className={styles.rules} aria-label="Password rules">
      {PASSWORD_RULES.map(({ key, label, holds }) => {
        const held = holds(password)
        return (
          <li key={key} data-holds={held}>
            <span>
              {label}
              <span className="visually-hidden">{held ? ' (done)' : ' (to do)'}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
