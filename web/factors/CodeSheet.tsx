import { useEffect, useRef, useState } from 'react'
import type { Actor } from '../../shared/access/actor.ts'
import { formatDay, manilaDay } from '../../shared/lib/manila-days.ts'
import controls from '../public/controls.module.css'
import { useConfig } from '../public/public-config.ts'
import styles from './CodeSheet.module.css'

type Props = { title: string; codes: readonly string[]; actor: Actor }

/** Codes that are shown once, with whose they are; printed alone, on one A4 sheet. */
export function CodeSheet({ title, codes, actor }: Props) {
  const { bureau_name } = useConfig()
  const [made] = useState(() => formatDay(manilaDay(new Date())))
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <section className={styles.sheet} aria-labelledby="sheet-title">
        <h2 ref={heading} id="sheet-title" tabIndex={-1}>
          {`${title} of ${actor.name}`}
        </h2>
        <p>{`${actor.penro ? `${actor.penro}, ` : ''}${bureau_name}. Made on ${made}.`}</p>
        <ol className={styles.codes} data-many={codes.length > 20}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <p className={styles.onPaper}>
          Each code works once, at the second step after your password: cross it out when you have used it.
          Keep this sheet locked away, and not at the computer. If it is lost, make new codes under “Your
          sign-in”: these then stop working.
        </p>
      </section>
      <p className="no-print">
        <button type="button" className={controls.secondary} onClick={() => print()}>
          Print
        </button>
      </p>
    </>
  )
}
