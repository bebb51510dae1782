import { CONTENTS } from './outline.ts'
import styles from './Contents.module.css'

/** The table of contents: every chapter, and each safeguard in the two chapters that treat them one by one. */
export const Contents = () => (
  <nav aria-label="Contents" className={styles.contents}>
    <p className={styles.title}>Contents</p>
    <ol>
      {CONTENTS.map(({ id, title, parts }) => (
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
