import { Button, Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import { canUploadFile } from '../../shared/file-access/file-access.policy.ts'
import { movUploadFailed, paperComplaint } from '../../shared/files/file-checks.ts'
import type { FileKind } from '../../shared/files/files.schema.ts'
import { landApi } from '../../shared/land/findings.schema.ts'
import {
  dayErrors,
  instrumentErrors,
  instrumentTitle,
  landMeant,
  renewalErrors,
  tidyInstrument,
} from '../../shared/land/instruments.rules.ts'
import type { InstrumentKind } from '../../shared/land/instrument-kinds.ts'
import { INSTRUMENT } from '../../shared/land/instruments.fields.ts'
import { type Instrument, instrumentsApi } from '../../shared/land/instruments.schema.ts'
import { featureWords } from '../../shared/land/land-states.ts'
import { findingsOf } from '../../shared/land/open-findings.ts'
import { DraftGate } from '../drafts/DraftGate.tsx'
import { DraftRecordForm } from '../drafts/DraftRecordForm.tsx'
import type { OpenDraft } from '../drafts/useDraft.ts'
import { UploadField } from '../files/UploadField.tsx'
import { useChange, useRead } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { formatDay } from '../../shared/lib/manila-days.ts'
import { readDay } from '../../shared/lib/typed-date.ts'
import { DayField } from '../ui/DatePicker.tsx'
import { Fields, type Inputs, type Place, useFields } from '../ui/Fields.tsx'
import { notifyDone } from '../ui/notify.ts'
import { useToday } from '../ui/useNow.ts'
import type { RecordWindowState } from '../ui/useRecordWindow.ts'

const EXPIRED = 'It has expired. It can be recorded, and does not count as a consent that holds today.'
const DAYS = ['asked_on', 'issued_on', 'valid_until'] as const
const NO_DAYS = { asked_on: null, issued_on: null, valid_until: null }

type InstrumentValues = ReturnType<typeof INSTRUMENT.start>

/** The values to start from: those of an instrument, or an empty form. */
const startValues = (instrument: Instrument | null, kind: InstrumentKind | undefined): InstrumentValues =>
  INSTRUMENT.start(
    instrument
      ? {
          ...instrument,
          finding_ids: instrument.findings.map(({ id }) => id),
          file_id: storedFile(instrument),
        }
      : { kind },
  )

const storedFile = ({ file_id, file_name, file_facts }: Instrument) =>
  file_id === null ? null : { id: file_id, name: file_name ?? 'file', ...file_facts }

/** "CBFMA 12, DENR Region IV-A, valid until Dec 27, 2026" */
const renewedWords = (one: Instrument): string =>
  [
    instrumentTitle(one),
    one.issuer,
    ...(one.valid_until === null ? [] : [`valid until ${formatDay(one.valid_until)}`]),
  ].join(', ')

/** The errors of the form: what is missing, then the rules that the server has too. */
function errorsOf(values: InstrumentValues, today: string): Record<string, string> {
  const { kind, ...complaints } = INSTRUMENT.complaints(values)
  if (values.kind === '') return { kind: kind ?? '' }
  // the rules between the days count once each of them is read
  const read = DAYS.some((field) => complaints[field]) ? { ...values, ...NO_DAYS } : values
  const errors = instrumentErrors(tidyInstrument(INSTRUMENT.sent(read)), today)
  const said = Object.entries(errors).map(([field, [sentence = '']]) => [field, sentence] as const)
  return { ...Object.fromEntries(said), ...complaints }
}

/** The days of the form as far as they are read. */
const daysRead = ({ asked_on, issued_on, valid_until }: InstrumentValues) => ({
  asked_on: readDay(asked_on),
  issued_on: readDay(issued_on),
  valid_until: readDay(valid_until),
})

type InstrumentFormProps = {
  siteId: number
  /** as it is stored now; null is a new one */
  instrument: Instrument | null
  kind?: InstrumentKind
  state: Pick<RecordWindowState<never>, 'setChanged' | 'ask' | 'close'>
}

/** Records or corrects an instrument. A correction that comes second keeps what was typed and says what changed. */
export function InstrumentForm(props: InstrumentFormProps) {
  const { siteId, instrument, kind } = props
  const [record] = useState(() => startValues(instrument, kind))
  const of = {
    form: instrument ? 'instrument-edit' : 'instrument-add',
    name: instrument ? instrumentTitle(instrument) : 'a new instrument',
    record_id: instrument?.id ?? siteId,
    revision: instrument?.revision ?? 0,
    record,
    read: (stored: unknown) => stored as InstrumentValues,
  } as const
  return <DraftGate of={of}>{(draft) => <Form {...props} draft={draft} initial={record} />}</DraftGate>
}

type FormProps = InstrumentFormProps & { draft: OpenDraft<InstrumentValues>; initial: InstrumentValues }

function Form({ siteId, instrument, kind, state, draft, initial }: FormProps) {
  const actor = useActor()
  const today = useToday()
  const add = useChange(instrumentsApi.add)
  const correct = useChange(instrumentsApi.update)
  const params = { id: siteId }
  const recorded = useRead(instrumentsApi.list, { params }).data?.instruments ?? []
  const [uploads, setUploads] = useState(0)
  const form = useFields(INSTRUMENT, null, {
    typed: { ...initial, ...draft.start },
    validate: (typed) => errorsOf(typed, today),
  })
  const { values } = form
  const kinds: readonly [FileKind, ...FileKind[]] = canUploadFile(actor, 'image').ok
    ? ['pdf', 'image']
    : ['pdf']
  const renewable = recorded.filter(
    (one) => Object.keys(renewalErrors(instrument?.id ?? null, one.id, recorded)).length === 0,
  )
  const land = useRead(landApi.show, { params }).data?.land
  const found = land ? findingsOf(land) : []
  const renewed = recorded.find(({ id }) => String(id) === values.renews_id)
  const ticksOf = (typed: InstrumentValues) => typed.finding_ids ?? landMeant(typed.kind, renewed, found)
  const { valid_until } = daysRead(values)
  const hasExpired = valid_until !== null && valid_until < today
  const dayInput = (field: (typeof DAYS)[number]) => (place: Place<string | null>) => (
    <DayField
      {...place}
      description={field === 'valid_until' && hasExpired ? EXPIRED : place.help}
      complaintOf={(day) => dayErrors({ ...daysRead(values), [field]: day }, today)[field]?.[0] ?? null}
    />
  )
  const inputs: Inputs<typeof INSTRUMENT.fields> = {
    kind: { opensHere: !instrument && !kind },
    other_kind: values.kind === 'other' ? { required: true } : null,
    renews_id:
      renewable.length > 0
        ? { options: renewable.map((one) => ({ value: String(one.id), label: renewedWords(one) })) }
        : null,
    asked_on: dayInput('asked_on'),
    issued_on: dayInput('issued_on'),
    valid_until: dayInput('valid_until'),
    finding_ids:
      found.length === 0
        ? null
        : ({ label, help, error, onChange }) => (
            <Checkbox.Group
              label={label}
              description={help}
              error={error}
              value={ticksOf(values).map(String)}
              onChange={(ids) => onChange(ids.map(Number))}
            >
              <Stack gap="xs" mt="xs">
                {found.map(({ layer, finding }) => (
                  <Checkbox
                    key={finding.id}
                    value={String(finding.id)}
                    label={`${featureWords(finding)} (${layer.name})`}
                  />
                ))}
              </Stack>
            </Checkbox.Group>
          ),
    file_id: (place) => (
      <>
        <UploadField
          {...place}
          help={`${kinds.length > 1 ? 'A PDF or a picture' : 'A PDF'}, at most 40 MB`}
          kinds={kinds}
          form={`instrument:${siteId}:${instrument?.id ?? 'new'}`}
          check={(file) => paperComplaint(file, kinds)}
          onBusy={(moving) => setUploads((count) => count + (moving ? 1 : -1))}
          failed={movUploadFailed}
        />
        {place.value && uploads === 0 ? (
          <Button
            variant="subtle"
            size="compact-sm"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => place.onChange(null)}
          >
            Leave the file out
          </Button>
        ) : null}
      </>
    ),
  }
  return (
    <DraftRecordForm
      draft={draft}
      form={form}
      save={async (typed, send) => {
        const body = INSTRUMENT.body({ ...typed, finding_ids: ticksOf(typed) })
        await send((form_key) =>
          instrument
            ? correct.mutateAsync({
                params: { id: siteId, instrument_id: instrument.id },
                body: { ...body, revision: instrument.revision },
              })
            : add.mutateAsync({ params: { id: siteId }, body, form_key }),
        )
        state.close(() =>
          notifyDone(instrument ? 'The instrument was corrected.' : 'The instrument is recorded.'),
        )
      }}
      state={state}
      button={instrument ? 'Save corrections' : 'Record instrument'}
      disabled={uploads > 0}
    >
      <Stack gap="md">
        <Fields of={INSTRUMENT} form={form} inputs={inputs} />
      </Stack>
    </DraftRecordForm>
  )
}
