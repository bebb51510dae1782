import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Grade } from '../../shared/activities/grading.ts'
import { GradeBadge } from '../ui/GradeStrip.tsx'
import styles from './PrincipleCard.module.css'

/** The eight cards, side by side where the screen is wide enough. */
export const PrincipleCards = ({ children }: { children: ReactNode }) => (
  <ul className="tiles" aria-label="Principles">
    {children}
  </ul>
)

type PrincipleCardProps = {
  number: number
  title: string
  grade?: Grade
  /** the link that the whole card follows; its class is `principleLink` */
  link: ReactNode
  children?: ReactNode
}

export const principleLink = styles.link ?? ''

/** One of the eight principles: number, title, and the page's own content. */
export function PrincipleCard({ number, title, grade, link, children }: PrincipleCardProps) {
  return (
    <li className={`framed ${styles.card}`}>
      <Group justify="space-between" gap={8} wrap="nowrap">
        <h2 className="card-title">{link}</h2>
        {grade ? <GradeBadge principle={number} grade={grade} /> : null}
      </Group>
      <p className="breaks">{title}</p>
      {children}
    </li>
  )
}
