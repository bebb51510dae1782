import { LAYER } from '../../../shared/land/layers.fields.ts'
import type { Layer, LayerInput } from '../../../shared/land/layers.schema.ts'
import { FieldsForm } from '../../ui/FieldsForm.tsx'
import type { FormWindow, Send } from '../../ui/RecordForm.tsx'

type LayerFormProps = {
  /** the layer that is changed; null for a new one */
  layer: Layer | null
  state: FormWindow
  save: (input: LayerInput, send: Send) => Promise<void>
}

const FIXED_KIND = { disabled: true, help: 'The kind of a layer cannot be changed.' }

/** Name, kind and audience of a layer, and its sentences; the fifth, on the source, is asked with each version. */
export const LayerForm = ({ layer, state, save }: LayerFormProps) => (
  <FieldsForm
    of={LAYER}
    stored={layer}
    inputs={layer ? { kind: FIXED_KIND } : {}}
    state={state}
    save={save}
    button={layer ? 'Save layer' : 'Add layer'}
  >
    <p className="quiet">
      The fifth sentence, on source, licence and date, is asked with the file of each version.
    </p>
  </FieldsForm>
)
