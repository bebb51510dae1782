import type { Grade } from '../../shared/activities/grades.ts'

/** The meaning of each grade for the evidence (S-54), in one short sentence. */
export const GRADE_IN_PLAIN_WORDS: Record<Grade, string> = {
  'Very Compliant': 'Reviewers accepted evidence for every point that applies.',
  'Somewhat Compliant': 'There is accepted evidence for some points, but not for all of them.',
  'Not Compliant': 'No evidence has been uploaded for this principle yet.',
  'Not Applicable': 'This principle does not apply to the site, so no evidence was asked for.',
}
