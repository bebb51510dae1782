import { Box, UnstyledButton } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import type { Lead } from '../../../shared/dashboard/leads.ts'
import { formatCount } from '../../../shared/lib/format.ts'
import { CountLink } from '../CountLink.tsx'
import styles from './charts.module.css'

/** a text, or a number that opens its list */
type Cell = string | Lead

type PictureTable = {
  caption: string
  head: readonly string[]
  rows: readonly (readonly [string, ...Cell[]])[]
}

/** A hidden table has no links: they would be in the tab order, unseen. */
function NumberCell({ cell, isLinked }: { cell: Cell; isLinked: boolean }) {
  if (typeof cell === 'string') return cell
  return isLinked ? <CountLink lead={cell} /> : formatCount(cell.count)
}

type PictureProps = {
  /** the conclusion from the numbers, computed */
  message: string
  about: ReactNode
  table: PictureTable
  /** there is nothing to draw; only the message is shown */
  empty?: boolean
  busy?: boolean
  className?: string | undefined
  children: ReactNode
}

/**
 * A chart with its message as the title and its numbers as a table. Screen readers always get the table; other people
 * open it below the drawing. Each part of the drawing, and each number of the open table, opens the list behind it.
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
    <section className={`framed ${styles.picture} ${className ?? ''}`} aria-labelledby={id} aria-busy={busy}>
      <h3 id={id}>{message}</h3>
      <p className="quiet">{about}</p>
      {empty ? (
        <Box component="p" py="xl" ta="center" className="muted">
          Nothing to draw here yet.
        </Box>
      ) : null}
      {empty ? null : (
        <>
          <div role="group" aria-label={`Chart: ${message}`} className={styles.drawing}>
            {children}
          </div>
          <UnstyledButton
            mt="auto"
            mih={24}
            fz="sm"
            td="underline"
            className="plain-button no-print"
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            Show as table
          </UnstyledButton>
          <div
            className={shown ? 'scrolled quiet' : 'visually-hidden'}
            {...(shown ? { tabIndex: 0, role: 'group', 'aria-label': table.caption } : {})}
          >
            <table className="tight" data-numbers>
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
                      <td key={table.head[index + 1]}>
                        <NumberCell cell={value} isLinked={shown} />
                      </td>
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
