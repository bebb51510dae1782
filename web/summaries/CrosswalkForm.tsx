import { Input, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { PRINCIPLE_SHORT_TITLES, type PrincipleNumber } from '../../shared/principles/principle-titles.ts'
import { CROSSWALK, CROSSWALK_LINE } from '../../shared/summaries/crosswalk.fields.ts'
import { type Crosswalk, crosswalkApi } from '../../shared/summaries/crosswalk.schema.ts'
import {
  CODE_EXAMPLES,
  codesIn,
  type Framework,
  FRAMEWORK_NAMES,
  FRAMEWORKS,
} from '../../shared/summaries/frameworks.ts'
import { SAFEGUARD_WORDING, SAFEGUARDS } from '../../shared/summaries/safeguards.ts'
import { saveOrShowConflict } from '../drafts/save-or-show-conflict.tsx'
import { call } from '../lib/call.ts'
import { failureMessage } from '../lib/failures.ts'
import { useChange } from '../lib/queries.ts'
import { confirm, inform } from '../ui/dialogs.tsx'
import { useFields } from '../ui/Fields.tsx'
import { LimitedText } from '../ui/limited-text.tsx'
import { Notice } from '../ui/Notice.tsx'
import { RecordForm, type Send } from '../ui/RecordForm.tsx'
import type { RecordWindowState } from '../ui/useRecordWindow.ts'
import styles from './Crosswalk.module.css'
import {
  type Answer,
  ANSWERS,
  answerOf,
  complaintAt,
  type CrosswalkFormValues,
  crosswalkSides,
  type FormLine,
  withAnswer,
  withCodes,
} from './crosswalk-form.ts'

type LineProps = {
  line: FormLine
  onChange: (line: FormLine) => void
  /** Returns the complaint about a place of the line. */
  complaint: (place: string) => string | undefined
}

/** The codes of one framework, typed as a list with commas, which stays as it is typed. */
function Codes({ name, line, onChange, complaint }: LineProps & { name: Framework }) {
  const [typed, setTyped] = useState((line.frameworks[name] ?? []).join(', '))
  return (
    <TextInput
      label={FRAMEWORKS[name]}
      description={CODE_EXAMPLES[name]}
      value={typed}
      error={complaint(`frameworks.${name}`)}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange(withCodes(line, name, codesIn(event.currentTarget.value)))
      }}
    />
  )
}

/** Which safeguards one principle answers and how, why, and the codes of other frameworks. */
function LineFields(props: LineProps) {
  const { line, onChange, complaint } = props
  const number = line.principle_number as PrincipleNumber
  const { label, max, named } = CROSSWALK_LINE.fields.why
  // as the form opened; after that the person opens and closes it
  const [isFilled] = useState(Object.keys(line.frameworks).length > 0)
  return (
    <section className={styles.principle} aria-labelledby={`principle-${number}`}>
      <h3 id={`principle-${number}`}>
        Principle {number}: {PRINCIPLE_SHORT_TITLES[number]}
      </h3>
      <Input.Wrapper component="div" error={complaint('primary') ?? complaint('supporting')}>
        <div>
          {SAFEGUARDS.map((safeguard) => (
            <Radio.Group
              key={safeguard}
              className={styles.answer ?? ''}
              label={`(${safeguard}) ${SAFEGUARD_WORDING[safeguard]}`}
              value={answerOf(line, safeguard)}
              onChange={(answer) => onChange(withAnswer(line, safeguard, answer as Answer))}
            >
              <div className={styles.radios}>
                {ANSWERS.map(({ value, label: words }) => (
                  <Radio key={value} value={value} label={words} />
                ))}
              </div>
            </Radio.Group>
          ))}
        </div>
      </Input.Wrapper>
      <LimitedText
        value={line.why}
        onChange={(event) => onChange({ ...line, why: event.currentTarget.value })}
        error={complaint('why')}
        label={label}
        aria-label={`Reason of principle ${number}`}
        required
        max={max}
        named={named}
        minRows={2}
        maxRows={8}
      />
      <details className={styles.frameworks} open={isFilled}>
        <summary>Other frameworks</summary>
        <div>
          {FRAMEWORK_NAMES.map((name) => (
            <Codes key={name} name={name} {...props} />
          ))}
        </div>
      </details>
    </section>
  )
}

type CrosswalkFormProps = { opened: Crosswalk; state: RecordWindowState<Crosswalk> }

/** The answers of every principle, saved as a new version. */
export function CrosswalkForm({ opened, state }: CrosswalkFormProps) {
  const { mutateAsync } = useChange(crosswalkApi.save)
  const form = useFields(CROSSWALK, opened)
  const complaints = CROSSWALK.complaints(form.values)

  const save = async (values: CrosswalkFormValues, send: Send) => {
    const answer = await confirm({
      title: 'Save the crosswalk?',
      message: 'It becomes a new version, for drafts and for summaries frozen from now on.',
      confirmLabel: 'Save',
    })
    if (!answer) return
    const reload = async () => (await call(crosswalkApi.current)).crosswalk
    const record = { seen: opened, reload, sides: crosswalkSides }
    await saveOrShowConflict(values, record, async (from) => {
      const body = { version: (from ?? opened).version, ...CROSSWALK.body(values) }
      const { crosswalk } = await send((form_key) => mutateAsync({ body, form_key }))
      const message = `Version ${crosswalk.version} is in use. Summaries that are frozen from now on are made with it.`
      state.close(() => void inform({ title: 'Crosswalk saved', message }))
    })
  }

  return (
    <RecordForm
      form={form}
      state={state}
      save={save}
      onFailed={(error) => inform({ title: 'Crosswalk not saved', message: failureMessage(error) })}
      button="Save"
      disabled={!form.isDirty()}
    >
      <Stack gap="lg">
        <p>Saving makes a new version. Drafts use it from then on; frozen summaries keep theirs.</p>
        {form.values.lines.map((line, index) => (
          <LineFields
            key={line.principle_number}
            line={line}
            onChange={(changed) => form.setFieldValue(`lines.${index}`, changed)}
            complaint={(place) => complaintAt(complaints, index, place)}
          />
        ))}
        <div role="status">
          {complaints.lines ? <Notice tone="warning">{complaints.lines}</Notice> : null}
        </div>
      </Stack>
    </RecordForm>
  )
}
