import { useState } from 'react'
import { alternativeComplaint } from '../../../shared/files/file-checks.ts'
import { FILE_KINDS, MEGABYTE } from '../../../shared/files/files.schema.ts'
import { coversOf } from '../../../shared/land/covers.ts'
import { VERSION } from '../../../shared/land/layers.fields.ts'
import type { Layer, VersionInput } from '../../../shared/land/layers.schema.ts'
import { UploadField } from '../../files/UploadField.tsx'
import { DayField } from '../../ui/DatePicker.tsx'
import type { Place } from '../../ui/Fields.tsx'
import { FieldsForm } from '../../ui/FieldsForm.tsx'
import type { FormWindow, Send } from '../../ui/RecordForm.tsx'
import { CoversField } from './CoversField.tsx'

type VersionFormProps = {
  layer: Layer
  state: FormWindow
  save: (input: VersionInput, send: Send) => Promise<void>
}

const { extensions, max_bytes } = FILE_KINDS.layer
const MAX_MB = max_bytes / MEGABYTE

const dayInput = (place: Place<string | null>) => <DayField {...place} description={place.help} />

/** The next version usually comes from the same source. */
const fromLast = ({ current }: Layer) => ({
  source: current?.source,
  licence: current?.licence,
  attribution: current?.attribution,
  covers: coversOf(current),
})

/** The file of a new version, and the fifth sentence: its source, licence and date. */
export function VersionForm({ layer, state, save }: VersionFormProps) {
  const [isUploading, setUploading] = useState(false)
  const hasOutlines = layer.kind === 'municipal_boundary'
  return (
    <FieldsForm
      of={VERSION}
      stored={fromLast(layer)}
      inputs={{
        file_id: (place) => (
          <UploadField
            {...place}
            help={`${VERSION.fields.file_id.help}, at most ${MAX_MB} MB`}
            kinds={['layer']}
            form={`layer:${layer.id}`}
            check={(file) => alternativeComplaint(file, extensions, MAX_MB)}
            onBusy={setUploading}
          />
        ),
        covers: hasOutlines ? null : (place) => <CoversField {...place} />,
        source_date: dayInput,
        valid_from: hasOutlines ? dayInput : null,
        valid_until: hasOutlines ? dayInput : null,
      }}
      state={state}
      save={save}
      button="Read the file"
      disabled={isUploading}
    />
  )
}
