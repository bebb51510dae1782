import { useNavigate } from '@tanstack/react-router'
import { manilaYear } from '../../shared/lib/dates.ts'
import { summariesApi } from '../../shared/summaries/summaries.schema.ts'
import { useChange } from '../lib/queries.ts'
import { RecordWindow } from '../ui/RecordWindow.tsx'
import { useNow } from '../ui/useNow.ts'
import type { RecordWindowState } from '../ui/useRecordWindow.ts'
import { SummaryForm } from './SummaryForm.tsx'
import { emptySummary } from './summary-form-values.ts'

/** Creates a summary and opens it. */
export function NewSummaryWindow({ state }: { state: RecordWindowState<'new'> }) {
  const navigate = useNavigate()
  const create = useChange(summariesApi.create)
  const year = manilaYear(useNow())
  return (
    <RecordWindow {...state.window} title="New summary" size="lg" closeOnClickOutside={false}>
      {state.shown ? (
        <SummaryForm
          start={emptySummary(year)}
          button="Begin summary"
          state={state}
          save={async (body, form_key) => {
            const { summary } = await create.mutateAsync({ body, form_key })
            state.close(
              () =>
                void navigate({ to: '/summary/draft/$id', params: { id: String(summary.id) }, search: {} }),
            )
          }}
        />
      ) : null}
    </RecordWindow>
  )
}
