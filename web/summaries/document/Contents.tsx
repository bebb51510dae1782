import styles from './Contents.module.css'

/** A chapter, and its parts by their short titles. */
export type ContentsEntry = {
  id: string
  title: string
  parts: readonly { id: string; title: string; short: string }[]
}

/** The table of contents: every chapter, and the parts of those that have some. */
export const Contents = ({ of }: { of: readonly ContentsEntry[] }) => (
  <nav aria-label="Contents" className={styles.contents}>
    <p className={styles.title}>Contents</p>
    <ol>
      {of.map(({ id, title, parts }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
          {parts.length > 0 && (
            <ul className={styles.parts}>
              {parts.map((part) => (
                <li key={part.id}>
                  <a href={`#${part.id}`} aria-label={`${part.title}: ${title}`}>
                    {part.short}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  </nav>
)
