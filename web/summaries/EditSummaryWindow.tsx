import { summariesApi, type SummaryRow } from '../../shared/summaries/summaries.schema.ts'
import { useChange } from '../lib/queries.ts'
import { notifyDone } from '../ui/notify.ts'
import { RecordWindow } from '../ui/RecordWindow.tsx'
import type { RecordWindowState } from '../ui/useRecordWindow.ts'
import { SummaryForm } from './SummaryForm.tsx'
import { valuesOfSummary } from './summary-form-values.ts'

type EditSummaryWindowProps = {
  /** the summary as it was when the window opened; it does not change under the form */
  state: RecordWindowState<SummaryRow>
  id: number
}

/** Changes the years, the regions and the title of a draft. */
export function EditSummaryWindow({ state, id }: EditSummaryWindowProps) {
  const edit = useChange(summariesApi.edit)
  const { shown } = state
  return (
    <RecordWindow {...state.window} title="Edit what it covers" size="lg" closeOnClickOutside={false}>
      {shown ? (
        <SummaryForm
          start={valuesOfSummary(shown)}
          button="Save"
          state={state}
          save={async (input, form_key) => {
            const body = { ...input, updated_at: shown.updated_at }
            await edit.mutateAsync({ params: { id }, body, form_key })
            state.close(() => notifyDone('Saved. The numbers were computed again.'))
          }}
        />
      ) : null}
    </RecordWindow>
  )
}
