import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMemo, useState } from 'react'
import { crosswalkDifference } from '../../shared/summaries/crosswalk.rules.ts'
import type { Crosswalk } from '../../shared/summaries/crosswalk.schema.ts'
import { DraftFoot } from '../drafts/DraftFoot.tsx'
import { DraftStatus } from '../drafts/DraftGate.tsx'
import { Overtaken } from '../drafts/Overtaken.tsx'
import type { OpenDraft } from '../drafts/useDraft.ts'
import { useFormDraft } from '../drafts/useDraftGuard.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { BusyOverlay } from '../ui/BusyOverlay.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useErrorFocus } from '../ui/useErrorFocus.ts'
import styles from './Crosswalk.module.css'
import { CrosswalkDifferences } from './CrosswalkDifferences.tsx'
import { CrosswalkLineFields } from './CrosswalkLineFields.tsx'
import {
  type CrosswalkFormValues,
  crosswalkFormComplaints,
  lineComplaint,
  linesOf,
  valuesOfCrosswalk,
  wholeComplaints,
} from './crosswalk-form.ts'
import { useCrosswalkSave } from './useCrosswalkSave.tsx'

type CrosswalkFormProps = {
  crosswalk: Crosswalk
  draft: OpenDraft<CrosswalkFormValues>
  onCancel: () => void
  /** somebody else saved a newer one, which the form is to go on with */
  onOutdated: (newest: Crosswalk) => void
}

/** The answers of every principle, to be rewritten as a new version. */
export function CrosswalkForm({ crosswalk, draft, onCancel, onOutdated }: CrosswalkFormProps) {
  const { version } = crosswalk
  const { form: place, toFirstError } = useErrorFocus()
  const form = useForm<CrosswalkFormValues>({
    mode: 'controlled',
    initialValues: draft.start ?? valuesOfCrosswalk(crosswalk),
    validate: (values) => crosswalkFormComplaints(version, values),
    clearInputErrorOnChange: true,
  })
  const { values } = form
  const lines = useMemo(() => linesOf(values), [values])
  const differences = useMemo(() => crosswalkDifference(crosswalk.lines, lines), [crosswalk, lines])
  // what the crosswalk says now, against what it said when this form was begun
  const theirs = useMemo(
    () => (draft.began ? crosswalkDifference(linesOf(draft.began), crosswalk.lines) : []),
    [crosswalk, draft.began],
  )
  const isOvertaken = draft.start !== null && (theirs.length > 0 || draft.began === null)
  const [isCompared, setCompared] = useState(false)
  const whole = wholeComplaints(values)
  const release = useFormDraft({ draft, form, title: 'Cancel editing the crosswalk?' })
  const { busy, leave, save } = useCrosswalkSave({
    crosswalk,
    key: draft.key,
    onRefused: (errors) => {
      form.setErrors(errors)
      toFirstError()
    },
    onSaved: draft.drop,
    onOutdated,
    release,
  })

  return (
    <form
      ref={place}
      className={styles.form}
      noValidate
      onSubmit={(event) => form.onSubmit((valid) => void save(linesOf(valid)), toFirstError)(event)}
    >
      <BusyOverlay visible={busy} onLeave={leave} />
      {isOvertaken ? (
        <Overtaken
          who={`${crosswalk.created_by ?? 'Another user'} saved version ${version} on ${formatDateTime(crosswalk.created_at)}, after this form was begun`}
          theirs={<CrosswalkDifferences differences={theirs} />}
          mine={<CrosswalkDifferences differences={differences} />}
          isCompared={isCompared}
          onCompared={setCompared}
        />
      ) : null}
      {lines.map(({ principle_number }, index) => (
        <CrosswalkLineFields
          key={principle_number}
          form={form}
          index={index}
          complaint={lineComplaint(values, index)}
        />
      ))}
      <div role="status">
        {whole.length > 0 ? (
          <Notice tone="warning" title="Before it can be saved">
            {whole.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Notice>
        ) : null}
      </div>
      <DraftFoot kept={<DraftStatus kept={draft.kept} />}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={busy || differences.length === 0 || (isOvertaken && !isCompared)}>
          Save
        </Button>
      </DraftFoot>
    </form>
  )
}
