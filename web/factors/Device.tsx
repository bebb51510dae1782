import styles from './MySignIn.module.css'

type Props = { name: string; note: string | null; facts: readonly (readonly [string, string])[] }

/** A browser of the person, with its facts. */
export const Device = ({ name, note, facts }: Props) => (
  <div className={styles.facts}>
    <p>
      <strong>{name || 'Unknown device'}</strong>
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
