import type { ReactNode } from 'react'
import { CommandText } from '../public/CommandText.tsx'
import styles from './LogPages.module.css'

type SectionProps = { id: string; title: string; children: ReactNode }

export function Section({ id, title, children }: SectionProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** A step of a list: what it does, and the command for it. */
export const Step = ({ text, children }: { text?: string; children: ReactNode }) => (
  <li>
    <div>{children}</div>
    {text === undefined ? null : <CommandText text={text} />}
  </li>
)

export const BackToVerify = () => (
  <p className={styles.back}>
    <a href="/how-to-check">← Verify our records</a>
  </p>
)
