import { useTexts } from '../lib/texts.tsx'
import styles from './MySignIn.module.css'

type Props = { name: string; note: string | null; facts: readonly (readonly [string, string])[] }

/** A browser of the person, with its facts. */
export function Device({ name, note, facts }: Props) {
  const { t } = useTexts()
  return (
    <div className={styles.facts}>
      <p>
        <strong>{name || t('my_sign_in.device_unknown')}</strong>
        {note && <span className={styles.badge}>{note}</span>}
      </p>
      <dl>
        {facts.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
