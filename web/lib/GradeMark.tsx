import type { ComponentProps, ReactNode } from 'react'
import type { Grade } from '../../shared/activities/grades.ts'
import styles from './grade.module.css'

const LOOK: Record<Grade, string | undefined> = {
  'Very Compliant': styles.very,
  'Somewhat Compliant': styles.somewhat,
  'Not Compliant': styles.not,
  'Not Applicable': styles.none,
}

type Props = Omit<ComponentProps<'span'>, 'className' | 'children'> & {
  grade: Grade
  size?: 'small' | 'large'
  /** the number of the principle, where it is shown */
  children?: ReactNode
}

/** The colour and shape of a grade, the same on every page; the caller adds the grade in words. */
export const GradeMark = ({ grade, size, ...rest }: Props) => (
  <span {...rest} className={[styles.badge, LOOK[grade], size && styles[size]].filter(Boolean).join(' ')} />
)
