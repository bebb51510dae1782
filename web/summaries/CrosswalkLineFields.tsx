import { Input, Radio, TextInput } from '@mantine/core'
import { useState } from 'react'
import { PRINCIPLE_SHORT_TITLES, type PrincipleNumber } from '../../shared/principles/principle-titles.ts'
import type { CrosswalkLine } from '../../shared/summaries/crosswalk.schema.ts'
import {
  CODE_EXAMPLES,
  codesIn,
  type Framework,
  FRAMEWORK_NAMES,
  FRAMEWORKS,
} from '../../shared/summaries/frameworks.ts'
import { SAFEGUARD_WORDING, SAFEGUARDS } from '../../shared/summaries/safeguards.ts'
import styles from './Crosswalk.module.css'
import { ANSWER_WORDS, ANSWERS, type Answer, answerOf, withAnswer, withCodes } from './crosswalk-form.ts'
import { LimitedText } from '../ui/limited-text.tsx'

type CrosswalkLineFieldsProps = {
  line: CrosswalkLine
  onChange: (line: CrosswalkLine) => void
  errors: { answers: string | undefined; why: string | undefined } & Record<Framework, string | undefined>
}

type CodesFieldProps = {
  name: Framework
  codes: string[]
  onChange: (codes: string[]) => void
  error: string | undefined
}

/** The codes of one framework, typed as a list with commas, which stays as it is typed. */
function CodesField({ name, codes, onChange, error }: CodesFieldProps) {
  const [typed, setTyped] = useState(codes.join(', '))
  return (
    <TextInput
      label={FRAMEWORKS[name]}
      description={CODE_EXAMPLES[name]}
      value={typed}
      error={error}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange(codesIn(event.currentTarget.value))
      }}
    />
  )
}

/** Which safeguards one principle answers and how, why, and the codes of other frameworks. */
export function CrosswalkLineFields({ line, onChange, errors }: CrosswalkLineFieldsProps) {
  const number = line.principle_number as PrincipleNumber
  // as the form opened; after that the person opens and closes it
  const [isFilled] = useState(line.frameworks !== undefined)
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
      <LimitedText
        value={line.why}
        onChange={(event) => onChange({ ...line, why: event.currentTarget.value })}
        error={errors.why}
        label="Reason"
        aria-label={`Reason of principle ${number}`}
        required
        max={500}
        named="The reason"
        minRows={2}
        maxRows={8}
      />
      <details className={styles.frameworks} open={isFilled}>
        <summary>Other frameworks</summary>
        <div>
          {FRAMEWORK_NAMES.map((name) => (
            <CodesField
              key={name}
              name={name}
              codes={line.frameworks?.[name] ?? []}
              onChange={(codes) => onChange(withCodes(line, name, codes))}
              error={errors[name]}
            />
          ))}
        </div>
      </details>
    </section>
  )
}
