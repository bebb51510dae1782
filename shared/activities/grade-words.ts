import type { PlainKey, Translate } from '../texts/translate.ts'
import type { Grade } from './grades.ts'

const GRADE_KEYS = {
  'Very Compliant': 'record.very_compliant',
  'Somewhat Compliant': 'record.somewhat_compliant',
  'Not Compliant': 'record.not_compliant',
  'Not Applicable': 'record.not_applicable',
} as const satisfies Record<Grade, PlainKey>

/** A grade in the language of the page. */
export const gradeIn = (t: Translate, grade: Grade): string => t(GRADE_KEYS[grade])
