import styles from './CommandText.module.css'

/** A command for the reader's own terminal, to be copied whole. */
export const CommandText = ({ text }: { text: string }) => (
  <pre className={styles.command}>
    <code>{text}</code>
  </pre>
)
