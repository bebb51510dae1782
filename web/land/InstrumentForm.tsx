import { Button, Checkbox, NativeSelect, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { canUploadFile } from '../../shared/file-access/file-access.policy.ts'
import { movUploadFailed, paperComplaint } from '../../shared/files/file-checks.ts'
import type { FileKind } from '../../shared/files/files.schema.ts'
import {
  dayErrors,
  instrumentErrors,
  instrumentTitle,
  landMeant,
  renewalErrors,
  tidyInstrument,
} from '../../shared/land/instruments.rules.ts'
import {
  INSTRUMENT_KINDS,
  type Instrument,
  type InstrumentKind,
  instrumentsApi,
} from '../../shared/land/instruments.schema.ts'
import { featureWords } from '../../shared/land/land-states.ts'
import { findingsOf } from '../../shared/land/open-findings.ts'
import { DraftGate } from '../drafts/DraftGate.tsx'
import { DraftRecordForm } from '../drafts/DraftRecordForm.tsx'
import type { OpenDraft } from '../drafts/useDraft.ts'
import { UploadField } from '../files/UploadField.tsx'
import { useChange } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { formatDay } from '../../shared/lib/manila-days.ts'
import { readDay, typedDayComplaint } from '../../shared/lib/typed-date.ts'
import { DayField } from '../ui/DatePicker.tsx'
import { notifyDone } from '../ui/notify.ts'
import { useToday } from '../ui/useNow.ts'
import type { RecordWindowState } from '../ui/useRecordWindow.ts'
import { type InstrumentValues, instrumentInput, instrumentValues } from './instrument-form-values.ts'
import { useInstruments } from './instruments.calls.ts'
import { landQuery } from './land.calls.ts'
import { LimitedLine } from '../ui/limited-text.tsx'

const KINDS = [
  { value: '', label: 'Choose a kind' },
  ...Object.entries(INSTRUMENT_KINDS).map(([value, { label }]) => ({ value, label })),
]
const EXPIRED = 'It has expired. It can be recorded, and does not count as a consent that holds today.'
const DAYS = [
  { field: 'asked_on', label: 'Asked on', help: 'When it was applied for, if known' },
  { field: 'issued_on', label: 'Issued on', help: 'Leave it empty while it is only asked for' },
  { field: 'valid_until', label: 'Valid until', help: 'Leave it empty if it has no end' },
] as const

/** "CBFMA 12, DENR Region IV-A, valid until Dec 27, 2026" */
const renewedWords = (one: Instrument): string =>
  [
    instrumentTitle(one),
    one.issuer,
    ...(one.valid_until === null ? [] : [`valid until ${formatDay(one.valid_until)}`]),
  ].join(', ')

/** The errors of the form: what is missing, then the rules that the server has too. */
function errorsOf(values: InstrumentValues, today: string): Record<string, string> {
  if (values.kind === '') return { kind: 'Choose a kind of instrument.' }
  const unread = DAYS.flatMap(({ field, label }) => {
    const text = values[field]
    const complaint = text === null ? null : typedDayComplaint(label, text)
    return complaint === null ? [] : [[field, complaint] as const]
  })
  // the rules between the days count once each of them is read
  const read =
    unread.length === 0 ? values : { ...values, asked_on: null, issued_on: null, valid_until: null }
  const errors = instrumentErrors(tidyInstrument(instrumentInput(read)), today)
  const said = Object.entries(errors).map(([field, [sentence = '']]) => [field, sentence] as const)
  const issuer = values.issuer.trim() === '' ? { issuer: 'Issuer is required.' } : {}
  return { ...Object.fromEntries([...said, ...unread]), ...issuer }
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
  const [record] = useState(() => instrumentValues(instrument, kind))
  const of = {
    form: instrument ? 'instrument-edit' : 'instrument-add',
    name: instrument ? instrumentTitle(instrument) : 'a new instrument',
    record_id: instrument?.id ?? siteId,
    revision: instrument?.revision ?? 0,
    record,
    read: (stored: unknown) => stored as InstrumentValues,
  } as const
  return <DraftGate of={of}>{(draft) => <Fields {...props} draft={draft} initial={record} />}</DraftGate>
}

type FieldsProps = InstrumentFormProps & { draft: OpenDraft<InstrumentValues>; initial: InstrumentValues }

function Fields({ siteId, instrument, kind, state, draft, initial }: FieldsProps) {
  const actor = useActor()
  const today = useToday()
  const add = useChange(instrumentsApi.add)
  const correct = useChange(instrumentsApi.update)
  const recorded = useInstruments(siteId).data?.instruments ?? []
  const [uploads, setUploads] = useState(0)
  const form = useForm<InstrumentValues>({
    initialValues: { ...initial, ...draft.start },
    validate: (values) => errorsOf(values, today),
  })
  const { values } = form
  const kinds: readonly [FileKind, ...FileKind[]] = canUploadFile(actor, 'image').ok
    ? ['pdf', 'image']
    : ['pdf']
  const renewable = recorded.filter(
    (one) => Object.keys(renewalErrors(instrument?.id ?? null, one.id, recorded)).length === 0,
  )
  const land = useQuery(landQuery(siteId)).data?.land
  const found = land ? findingsOf(land) : []
  const renewed = recorded.find(({ id }) => String(id) === values.renews_id)
  const ticksOf = (typed: InstrumentValues) => typed.finding_ids ?? landMeant(typed.kind, renewed, found)
  const { valid_until } = daysRead(values)
  const hasExpired = valid_until !== null && valid_until < today
  return (
    <DraftRecordForm
      draft={draft}
      form={form}
      save={async (typed, send) => {
        const body = instrumentInput({ ...typed, finding_ids: ticksOf(typed) })
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
        <NativeSelect
          {...form.getInputProps('kind')}
          label="Kind"
          required
          data={KINDS}
          {...(instrument || kind ? {} : { 'data-autofocus': true })}
        />
        {values.kind === 'other' ? (
          <LimitedLine
            {...form.getInputProps('other_kind')}
            value={values.other_kind}
            label="What it is called"
            required
            max={150}
            named="Kind"
            autoComplete="off"
          />
        ) : null}
        <LimitedLine
          {...form.getInputProps('issuer')}
          value={values.issuer}
          label="Issuer"
          description="The office that issued it or is asked to, such as NCIP Regional Office IV-A"
          required
          max={150}
          autoComplete="off"
        />
        <LimitedLine
          {...form.getInputProps('number')}
          value={values.number}
          label="Number"
          max={150}
          autoComplete="off"
        />
        {renewable.length > 0 ? (
          <NativeSelect
            {...form.getInputProps('renews_id')}
            label="Renews"
            description="The instrument that this one continues: its end is no longer announced once this one is issued"
            data={[
              { value: '', label: 'None' },
              ...renewable.map((one) => ({ value: String(one.id), label: renewedWords(one) })),
            ]}
          />
        ) : null}
        {DAYS.map(({ field, label, help }) => (
          <DayField
            key={field}
            label={label}
            description={field === 'valid_until' && hasExpired ? EXPIRED : help}
            value={values[field]}
            onChange={(day) => form.setFieldValue(field, day)}
            complaintOf={(day) => dayErrors({ ...daysRead(values), [field]: day }, today)[field]?.[0] ?? null}
            error={form.errors[field]}
          />
        ))}
        {found.length > 0 ? (
          <Checkbox.Group
            label="For this land"
            description="A consent or clearance counts for the land that is ticked, and for no other"
            error={form.errors.finding_ids}
            value={ticksOf(values).map(String)}
            onChange={(ids) => form.setFieldValue('finding_ids', ids.map(Number))}
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
        ) : null}
        <UploadField
          label="File"
          help={`${kinds.length > 1 ? 'A PDF or a picture' : 'A PDF'}, at most 40 MB`}
          kinds={kinds}
          form={`instrument:${siteId}:${instrument?.id ?? 'new'}`}
          check={(file) => paperComplaint(file, kinds)}
          value={values.file_id}
          error={form.errors.file_id}
          onChange={(file) => form.setFieldValue('file_id', file)}
          onBusy={(moving) => setUploads((count) => count + (moving ? 1 : -1))}
          required={false}
          failed={movUploadFailed}
        />
        {values.file_id && uploads === 0 ? (
          <Button
            variant="subtle"
            size="compact-sm"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => form.setFieldValue('file_id', null)}
          >
            Leave the file out
          </Button>
        ) : null}
      </Stack>
    </DraftRecordForm>
  )
}
