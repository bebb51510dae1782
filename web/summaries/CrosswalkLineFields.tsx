import { Input, Radio, Textarea } from '@mantine/core'
import { PRINCIPLE_SHORT_TITLES, type PrincipleNumber } from '../../shared/principles/principle-titles.ts'
import type { CrosswalkLine } from '../../shared/summaries/crosswalk.schema.ts'
import { SAFEGUARD_WORDING, SAFEGUARDS } from '../../shared/summaries/safeguards.ts'
import styles from './Crosswalk.module.css'
import { ANSWER_WORDS, ANSWERS, type Answer, answerOf, withAnswer } from './crosswalk-form.ts'

type CrosswalkLineFieldsProps = {
  line: CrosswalkLine
  onChange: (line: CrosswalkLine) => void
  errors: { answers: string | undefined; why: string | undefined }
}

/** Which safeguards one principle answers and how, and why. */
export function CrosswalkLineFields({ line, onChange, errors }: CrosswalkLineFieldsProps) {
  const number = line.principle_number as PrincipleNumber
  return (
    <section className={styles.principle} aria-labelledby={`principle-${number}`}>
      <h3 id={`principle-${number}`}>
        Principle {number}: {PRINCIPLE_SHORT_TITLES[number]}
      </h3>
      <Input.Wrapper component="div" error={errors.answers}>
        <div className={styles.answers}>
          {SAFEGUARDS.map((safeguard) => (
            <Radio.Group
              key={safeguard}
              className={styles.answer ?? ''}
              label={`(${safeguard}) ${SAFEGUARD_WORDING[safeguard]}`}
              value={answerOf(line, safeguard)}
              onChange={(answer) => onChange(withAnswer(line, safeguard, answer as Answer))}
            >
              <div className={styles.radios}>
                {ANSWERS.map((answer) => (
                  <Radio key={answer} value={answer} label={ANSWER_WORDS[answer]} />
                ))}
              </div>
            </Radio.Group>
          ))}
        </div>
      </Input.Wrapper>
      <Textarea
        value={line.why}
        onChange={(event) => onChange({ ...line, why: event.currentTarget.value })}
        error={errors.why}
        label="Reason"
        aria-label={`Reason of principle ${number}`}
        required
        maxLength={500}
        autosize
        minRows={2}
        maxRows={8}
      />
    </section>
  )
}
