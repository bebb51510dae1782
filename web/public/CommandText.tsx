import styles from './CommandText.module.css'

/** What a reader types into a terminal of their own, to be copied whole. */
export const CommandText = ({ text }: { text: string }) => (
  <pre className={styles.command}>
    <code>{text}</code>
  </pre>
)
