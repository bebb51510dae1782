import { useTexts } from '../lib/texts.tsx'
import styles from './Setup.module.css'

const ANSWERS = [
  { isOwn: false, label: 'my_sign_in.own_no' },
  { isOwn: true, label: 'my_sign_in.own_yes' },
] as const

type Props = { isOwn: boolean; onAnswer: (isOwn: boolean) => void }

/** Whose computer this is: on a shared one no passkey is stored. */
export function OwnComputerQuestion({ isOwn, onAnswer }: Props) {
  const { t } = useTexts()
  return (
    <fieldset className={styles.question} aria-describedby="own-why">
      <legend>{t('my_sign_in.own')}</legend>
      {ANSWERS.map((answer) => (
        <label key={answer.label} className={styles.choice}>
          <input
            type="radio"
            name="own_computer"
            checked={answer.isOwn === isOwn}
            onChange={() => onAnswer(answer.isOwn)}
          />
          {t(answer.label)}
        </label>
      ))}
      <p id="own-why" className={styles.help} aria-live="polite">
        {t(isOwn ? 'my_sign_in.own_yes_why' : 'my_sign_in.own_no_why')}
      </p>
    </fieldset>
  )
}
