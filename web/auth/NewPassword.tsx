import { PASSWORD_RULES, type Strength, STRENGTHS } from '../../shared/auth/password.ts'
import type { PlainKey } from '../../shared/texts/translate.ts'
import { useTexts } from '../lib/texts.tsx'
import styles from './NewPassword.module.css'

const NAMES: Record<Strength, PlainKey> = {
  'Very Weak': 'password.very_weak',
  Weak: 'password.weak',
  Fair: 'password.fair',
  Strong: 'password.strong',
  'Very Strong': 'password.very_strong',
}

/** The strength of the password, as a bar and in words (000 §5). */
export function StrengthMeter({ strength, isEmpty }: { strength: Strength; isEmpty: boolean }) {
  const { t } = useTexts()
  const reached = isEmpty ? -1 : STRENGTHS.indexOf(strength)
  return (
    <div className={styles.strength} data-strength={strength}>
      {STRENGTHS.map((step, index) => (
        <i key={step} data-on={index <= reached} aria-hidden="true" />
      ))}
      <output aria-label={t('password.strength')}>{t(NAMES[strength])}</output>
    </div>
  )
}

/** The rules for a new password, ticked while the person types. */
export function PasswordChecklist({ password }: { password: string }) {
  const { t } = useTexts()
  return (
    <ul className={styles.rules} aria-label={t('password.rules')}>
      {PASSWORD_RULES.map(({ key, label, holds }) => {
        const held = holds(password)
        return (
          <li key={key} data-holds={held}>
            <span>
              {t(label)}
              <span className="visually-hidden">{` (${t(held ? 'password.rule_done' : 'password.rule_to_do')})`}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
