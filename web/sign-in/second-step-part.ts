import { SECOND_STEP_MINUTES } from '../../shared/factors/factors.schema.ts'
import type { Translate } from '../../shared/texts/translate.ts'
import { SecondStep } from './SecondStep.tsx'

/** The second step as the card shows it, with its heading and what is announced; loaded when it is asked. */
export const secondStepPart = {
  Part: SecondStep,
  title: 'sign_in.second_step',
  leadIn: (t: Translate) => t('sign_in.second_step_lead', { minutes: SECOND_STEP_MINUTES }),
  announcement: 'sign_in.second_step_asked',
} as const
