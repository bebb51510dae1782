import { NativeSelect, Radio, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { CONSIDERATION_FIELDS } from '../../../shared/land/consideration.ts'
import { LAYER_KINDS } from '../../../shared/land/layer-kinds.ts'
import {
  AUDIENCES,
  type Consideration,
  type Layer,
  type LayerInput,
} from '../../../shared/land/layers.schema.ts'
import { first } from '../../ui/options.ts'
import { type FormWindow, RecordForm, type Send } from '../../ui/RecordForm.tsx'
import { AUDIENCE_WORDS } from './layer-words.ts'
import { LimitedLine, LimitedText } from '../../ui/limited-text.tsx'

type LayerFormProps = {
  /** the layer that is changed; null for a new one */
  layer: Layer | null
  state: FormWindow
  save: (input: LayerInput, send: Send) => Promise<void>
}

type Values = Omit<LayerInput, 'kind'> & { kind: LayerInput['kind'] | '' }

const KINDS = Object.entries(LAYER_KINDS).map(([value, { label }]) => ({ value, label }))
const SENTENCES = Object.entries(CONSIDERATION_FIELDS) as [
  keyof Consideration,
  { label: string; help: string },
][]

const AUDIENCE_HELP = {
  staff: 'Nothing of it is on public pages.',
  public: 'It is drawn on the public picture of a site as well.',
} as const

const required = (label: string) => (text: string) => (text.trim() === '' ? `${label} is required.` : null)

/** Name, kind and audience of a layer, and its sentences; the fifth, on the source, is asked with each version. */
export function LayerForm({ layer, state, save }: LayerFormProps) {
  const form = useForm<Values>({
    initialValues: {
      kind: layer?.kind ?? '',
      name: layer?.name ?? '',
      audience: layer?.audience ?? 'staff',
      purpose: layer?.purpose ?? '',
      effect: layer?.effect ?? '',
      legal_base: layer?.legal_base ?? '',
      not_good_for: layer?.not_good_for ?? '',
    },
    validate: {
      kind: (kind) => (kind === '' ? 'Choose a kind of layer.' : null),
      name: required('Name'),
      ...Object.fromEntries(SENTENCES.map(([field, { label }]) => [field, required(label)])),
    },
  })
  return (
    <RecordForm
      form={form}
      state={state}
      save={({ kind, ...values }, send) => save({ ...values, kind: kind as LayerInput['kind'] }, send)}
      button={layer ? 'Save layer' : 'Add layer'}
    >
      <Stack gap="md">
        <LimitedLine
          {...form.getInputProps('name')}
          value={form.values.name}
          label="Name"
          description="As it is named beside each finding, such as Ancestral domains of MIMAROPA"
          required
          max={120}
          autoComplete="off"
        />
        <NativeSelect
          {...form.getInputProps('kind')}
          label="Kind"
          description={
            layer
              ? 'The kind of a layer cannot be changed.'
              : 'An ancestral domain needs a consent; of NCIP and PAMB the page says who must be asked.'
          }
          required
          disabled={layer !== null}
          data={layer ? KINDS : first('Select a kind', KINDS)}
        />
        <Radio.Group {...form.getInputProps('audience')} label="Seen by" required>
          <Stack gap={8} mt={4}>
            {AUDIENCES.map((value) => (
              <Radio
                key={value}
                value={value}
                label={AUDIENCE_WORDS[value]}
                description={AUDIENCE_HELP[value]}
              />
            ))}
          </Stack>
        </Radio.Group>
        {SENTENCES.map(([field, { label, help }]) => (
          <LimitedText
            key={field}
            {...form.getInputProps(field)}
            value={form.values[field]}
            label={label}
            description={help}
            required
            max={600}
            minRows={2}
          />
        ))}
        <p className="quiet">
          The fifth sentence, on source, licence and date, is asked with the file of each version.
        </p>
      </Stack>
    </RecordForm>
  )
}
