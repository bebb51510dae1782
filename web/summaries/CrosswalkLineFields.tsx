import { Input, Radio, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { PRINCIPLE_SHORT_TITLES, type PrincipleNumber } from '../../shared/principles/principle-titles.ts'
import { SAFEGUARD_WORDING, SAFEGUARDS } from '../../shared/summaries/safeguards.ts'
import styles from './Crosswalk.module.css'
import { ANSWER_WORDS, ANSWERS, type Answer, type CrosswalkFormValues } from './crosswalk-form.ts'

type CrosswalkLineFieldsProps = {
  form: UseFormReturnType<CrosswalkFormValues>
  /** of the principle, from 0 */
  index: number
  /** what is wrong with its answers */
  complaint: string | null
}

/** How one principle answers each safeguard, and why. */
export function CrosswalkLineFields({ form, index, complaint }: CrosswalkLineFieldsProps) {
  const number = (index + 1) as PrincipleNumber
  const answers = form.values.lines[index]?.answers
  const said = complaint ?? form.errors[`lines.${index}.primary`] ?? form.errors[`lines.${index}.supporting`]
  return (
    <section className={styles.principle} aria-labelledby={`principle-${number}`}>
      <h2 id={`principle-${number}`}>
        Principle {number}: {PRINCIPLE_SHORT_TITLES[number]}
      </h2>
      <Input.Wrapper component="div" error={said}>
        <div className={styles.answers}>
          {SAFEGUARDS.map((safeguard) => (
            <Radio.Group
              key={safeguard}
              className={styles.answer ?? ''}
              label={`(${safeguard}) ${SAFEGUARD_WORDING[safeguard]}`}
              value={answers?.[safeguard] ?? 'none'}
              onChange={(answer) =>
                form.setFieldValue(`lines.${index}.answers.${safeguard}`, answer as Answer)
              }
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
        {...form.getInputProps(`lines.${index}.why`)}
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
