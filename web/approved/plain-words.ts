import type { Grade } from '../../shared/activities/grades.ts'
import type { PrincipleNumber } from '../../shared/principles/principle-titles.ts'

/** What each principle asks of a site, for someone who has never read a safeguard (000 §9). */
export const PRINCIPLE_IN_PLAIN_WORDS: Record<PrincipleNumber, string> = {
  1: 'The work follows Philippine law and forest policy, on land the partner has a right to use.',
  2: 'People can find out who decides, how money is used and where to complain.',
  3: 'The rights, lands and customs of indigenous peoples and local communities are respected, and nothing starts without their consent.',
  4: 'Everyone the work affects, women and youth among them, can take part in decisions about it.',
  5: 'The people who look after the site get the training and means to do so.',
  6: 'The gains from the forest are shared fairly with those who protect it.',
  7: 'Gains for the climate last: risks such as fire are watched, and cutting does not simply move elsewhere.',
  8: 'Natural forest, threatened plants and animals, and what the forest gives, such as water, are protected.',
}

/** What a grade says about the evidence (S-54), in one short sentence. */
export const GRADE_IN_PLAIN_WORDS: Record<Grade, string> = {
  'Very Compliant': 'Reviewers accepted evidence for every point that applies.',
  'Somewhat Compliant': 'There is accepted evidence for some points, but not for all of them.',
  'Not Compliant': 'No evidence has been uploaded for this principle yet.',
  'Not Applicable': 'This principle does not apply to the site, so no evidence was asked for.',
}
