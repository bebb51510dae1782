import { NativeSelect, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { alternativeComplaint, type ChosenFile } from '../../../shared/files/file-checks.ts'
import { FILE_KINDS, MEGABYTE, type UploadedFile } from '../../../shared/files/files.schema.ts'
import type { Crs } from '../../../shared/land/boundary-answers.ts'
import { CRS } from '../../../shared/land/crs.ts'
import type { Layer, VersionInput } from '../../../shared/land/layers.schema.ts'
import { typedDayComplaint } from '../../../shared/lib/typed-date.ts'
import { UploadField } from '../../files/UploadField.tsx'
import { DayField } from '../../ui/DatePicker.tsx'
import { first } from '../../ui/options.ts'
import { CoversField, type Covers, coversInput, coversOf } from './CoversField.tsx'
import { type FormWindow, RecordForm, type Send } from '../../ui/RecordForm.tsx'
import { LimitedLine } from '../../ui/limited-text.tsx'

type VersionFormProps = {
  layer: Layer
  state: FormWindow
  save: (input: VersionInput, send: Send) => Promise<void>
}

type Values = {
  file_id: UploadedFile | null
  source: string
  licence: string
  source_date: string | null
  attribution: string
  valid_from: string | null
  valid_until: string | null
  crs: Crs | ''
  covers: Covers
}

const { extensions, max_bytes } = FILE_KINDS.layer
const MAX_MB = max_bytes / MEGABYTE

const complaintOf = (file: ChosenFile | null | undefined) => alternativeComplaint(file, extensions, MAX_MB)

export const CRS_CHOICES = Object.entries(CRS).map(([value, label]) => ({
  value,
  label: `${label} (${value})`,
}))

const required = (label: string) => (text: string | null) =>
  (text ?? '').trim() === '' ? `${label} is required.` : null

const dayComplaint = (label: string) => (text: string | null) =>
  text === null ? null : typedDayComplaint(label, text)

/** The file of a new version, and the fifth sentence: its source, licence and date. */
export function VersionForm({ layer, state, save }: VersionFormProps) {
  const [isUploading, setUploading] = useState(false)
  const last = layer.current
  const form = useForm<Values>({
    initialValues: {
      file_id: null,
      // the next version usually comes from the same source
      source: last?.source ?? '',
      licence: last?.licence ?? '',
      source_date: null,
      attribution: last?.attribution ?? '',
      valid_from: null,
      valid_until: null,
      crs: '',
      covers: coversOf(last),
    },
    validate: {
      file_id: (file) => (file ? null : 'Please add the file of the layer.'),
      source: required('Source'),
      licence: required('Licence'),
      source_date: (text) => required('Date of the source')(text) ?? dayComplaint('Date of the source')(text),
      attribution: required('Attribution'),
      valid_from: dayComplaint('Start of validity'),
      valid_until: dayComplaint('End of validity'),
    },
  })
  return (
    <RecordForm
      form={form}
      state={state}
      disabled={isUploading}
      save={({ file_id, source_date, crs, covers, ...values }, send) =>
        save(
          {
            ...values,
            file_id: file_id?.id ?? 0,
            source_date: source_date ?? '',
            crs: crs === '' ? null : crs,
            covers: coversInput(covers),
          },
          send,
        )
      }
      button="Read the file"
    >
      <Stack gap="md">
        <UploadField
          label="File"
          help={`KML, KMZ, GeoJSON, zipped Shapefile or GeoPackage, at most ${MAX_MB} MB`}
          kinds={['layer']}
          form={`layer:${layer.id}`}
          check={complaintOf}
          value={form.values.file_id}
          error={form.errors.file_id}
          onChange={(file) => form.setFieldValue('file_id', file)}
          onBusy={setUploading}
        />
        <NativeSelect
          {...form.getInputProps('crs')}
          label="Coordinate system"
          description="Leave this as it is where the file names its own, as a .prj does; otherwise you are asked."
          data={first('As the file says', CRS_CHOICES)}
        />
        {layer.kind === 'municipal_boundary' ? null : (
          <CoversField
            value={form.values.covers}
            error={form.errors.covers}
            onChange={(covers) => form.setFieldValue('covers', covers)}
          />
        )}
        <LimitedLine
          {...form.getInputProps('source')}
          value={form.values.source}
          label="Source"
          description="Who made it: the office, and the name of its data"
          required
          max={200}
        />
        <DayField
          label="Date of the source"
          description="The day as of which it is right, as its maker says"
          required
          value={form.values.source_date}
          onChange={(day) => form.setFieldValue('source_date', day)}
          error={form.errors.source_date}
        />
        <LimitedLine
          {...form.getInputProps('licence')}
          value={form.values.licence}
          label="Licence"
          description="What allows the bureau to use it, such as a data sharing agreement or CC BY 4.0"
          required
          max={200}
        />
        <LimitedLine
          {...form.getInputProps('attribution')}
          value={form.values.attribution}
          label="Attribution"
          description="The words to show beside a map of it"
          required
          max={200}
        />
        {layer.kind === 'municipal_boundary' ? (
          <>
            <DayField
              label="Start of validity"
              description="Of outlines that changed on a day, such as those of a province that was divided"
              value={form.values.valid_from}
              onChange={(day) => form.setFieldValue('valid_from', day)}
              error={form.errors.valid_from}
            />
            <DayField
              label="End of validity"
              value={form.values.valid_until}
              onChange={(day) => form.setFieldValue('valid_until', day)}
              error={form.errors.valid_until}
            />
          </>
        ) : null}
      </Stack>
    </RecordForm>
  )
}
