import { RecordForm, type RecordFormProps } from '../ui/RecordForm.tsx'
import { DraftStatus } from './DraftGate.tsx'
import type { OpenDraft } from './useDraft.ts'
import { useKeptForm } from './useDraftGuard.ts'

type DraftRecordFormProps<Values extends object> = Omit<RecordFormProps<Values>, 'kept'> & {
  draft: OpenDraft<Values>
}

/** A form in a window whose entries are stored as a draft: closed or lost, it opens again with them (S-166). */
export function DraftRecordForm<Values extends object>({
  draft,
  children,
  save,
  ...props
}: DraftRecordFormProps<Values>) {
  useKeptForm({ draft, form: props.form })
  return (
    <RecordForm
      {...props}
      kept={draft}
      save={async (values, send) => {
        const goOn = await draft.hold()
        try {
          await save(values, send)
        } catch (error) {
          goOn()
          throw error
        }
        await draft.drop()
      }}
    >
      {children}
      <DraftStatus stored={draft.stored} />
    </RecordForm>
  )
}
