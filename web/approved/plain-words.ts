import type { Grade } from '../../shared/activities/grades.ts'
import type { PlainKey, Translate } from '../../shared/texts/translate.ts'

const MEANINGS = {
  'Very Compliant': 'approved.very_compliant_means',
  'Somewhat Compliant': 'approved.somewhat_compliant_means',
  'Not Compliant': 'approved.not_compliant_means',
  'Not Applicable': 'approved.not_applicable_means',
} as const satisfies Record<Grade, PlainKey>

/** The meaning of a grade for the evidence (S-54), in one short sentence. */
export const meaningOf = (t: Translate, grade: Grade): string => t(MEANINGS[grade])
