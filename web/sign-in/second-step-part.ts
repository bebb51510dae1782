import { SECOND_STEP_MINUTES } from '../../shared/factors/factors.schema.ts'
import { SecondStep } from './SecondStep.tsx'

/** The second step as the card shows it, with its heading and what is announced; loaded when it is asked. */
export const secondStepPart = {
  Part: SecondStep,
  title: 'Second step',
  lead: `Confirm that it is you within ${SECOND_STEP_MINUTES} minutes.`,
  announcement: 'Second step: please enter a code or use a passkey.',
}
