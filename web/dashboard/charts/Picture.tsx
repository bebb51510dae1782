import { type ReactNode, useId, useState } from 'react'
import styles from './charts.module.css'

type PictureTable = {
  caption: string
  head: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}

type PictureProps = {
  /** the conclusion from the numbers, computed */
  message: string
  about: string
  table: PictureTable
  /** there is nothing to draw; only the message is shown */
  empty?: boolean
  busy?: boolean
  className?: string | undefined
  children: ReactNode
}

/**
 * A chart with its message as the title and its numbers as a table. Screen readers always get the table; other people
 * open it below the drawing.
 */
export function Picture({
  message,
  about,
  table,
  empty = false,
  busy = false,
  className,
  children,
}: PictureProps) {
  const id = useId()
  const [shown, setShown] = useState(false)
  return (
    <section className={`${styles.picture} ${className ?? ''}`} aria-labelledby={id} aria-busy={busy}>
      <h3 id={id}>{message}</h3>
      <p className="quiet">{about}</p>
      {empty ? <p className={styles.empty}>Nothing to draw here yet.</p> : null}
      {empty ? null : (
        <>
          <div role="img" aria-label={`Chart: ${message}`}>
            <div className={styles.drawing} aria-hidden="true">
              {children}
            </div>
          </div>
          <button
            type="button"
            className={styles.toggle}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            Show as table
          </button>
          <div
            className={shown ? styles.table : 'visually-hidden'}
            {...(shown ? { tabIndex: 0, role: 'group', 'aria-label': table.caption } : {})}
          >
            <table>
              <caption>{table.caption}</caption>
              <thead>
                <tr>
                  {table.head.map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {table.rows.map(([first, ...rest]) => (
                  <tr key={first}>
                    <th scope="row">{first}</th>
                    {rest.map((value, index) => (
                      <td key={table.head[index + 1]}>{value}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  )
}
