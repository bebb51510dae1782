import styles from './Setup.module.css'

const ANSWERS = [
  { isOwn: false, label: 'No, others use it too' },
  { isOwn: true, label: 'Yes, only I use it' },
]

const WHY = {
  no: 'On a shared computer only a security key, or the passkey of your phone, can be added: one that is stored on the computer would stay there for everyone who uses it.',
  yes: 'The passkey may be stored on this device, on your phone, or on a security key.',
}

type Props = { isOwn: boolean; onAnswer: (isOwn: boolean) => void }

/** Whose computer this is: on a shared one no passkey is stored. */
export const OwnComputerQuestion = ({ isOwn, onAnswer }: Props) => (
  <fieldset className={styles.question} aria-describedby="own-why">
    <legend>Is this your own computer or phone?</legend>
    {ANSWERS.map((answer) => (
      <label key={answer.label} className={styles.choice}>
        <input
          type="radio"
          name="own_computer"
          checked={answer.isOwn === isOwn}
          onChange={() => onAnswer(answer.isOwn)}
        />
        {answer.label}
      </label>
    ))}
    <p id="own-why" className={styles.help} aria-live="polite">
      {isOwn ? WHY.yes : WHY.no}
    </p>
  </fieldset>
)
