import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMemo } from 'react'
import { crosswalkDifference } from '../../shared/summaries/crosswalk.rules.ts'
import type { Crosswalk } from '../../shared/summaries/crosswalk.schema.ts'
import { DraftFoot } from '../drafts/DraftFoot.tsx'
import { DraftStatus, OutdatedDraft } from '../drafts/DraftGate.tsx'
import type { OpenDraft } from '../drafts/useDraft.ts'
import { useFormDraft } from '../drafts/useDraftGuard.ts'
import { BusyOverlay } from '../ui/BusyOverlay.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useErrorFocus } from '../ui/useErrorFocus.ts'
import styles from './Crosswalk.module.css'
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
      {draft.isOutdated ? <OutdatedDraft /> : null}
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
        <Button type="submit" disabled={busy || differences.length === 0}>
          Save
        </Button>
      </DraftFoot>
    </form>
  )
}
