import { useNavigate } from '@tanstack/react-router'
import { DraftGate } from '../drafts/DraftGate.tsx'
import { useFresh } from '../lib/queries.ts'
import { Loading } from '../ui/Loading.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { CrosswalkForm } from './CrosswalkForm.tsx'
import { crosswalkQuery } from './crosswalk.calls.ts'
import { draftOfCrosswalk } from './crosswalk-form.ts'
import { useOpened } from './useOpened.ts'

/** Rewriting the crosswalk, which makes a new version. */
export function CrosswalkEditPage() {
  const navigate = useNavigate()
  const { data: newest, error, refetch } = useFresh(crosswalkQuery)
  const { opened: crosswalk, reopen } = useOpened(newest)
  return (
    <>
      <PageHeader
        title="Edit crosswalk"
        intro="A save makes a new version. Drafts are computed with it from then on; frozen summaries keep theirs."
      />
      {crosswalk ? (
        <DraftGate key={crosswalk.version} of={draftOfCrosswalk(crosswalk)}>
          {(draft) => (
            <CrosswalkForm
              crosswalk={crosswalk}
              draft={draft}
              onCancel={() => void navigate({ to: '/summary/crosswalk', search: {} })}
              onOutdated={reopen}
            />
          )}
        </DraftGate>
      ) : (
        <Loading error={error} onRetry={() => void refetch()} />
      )}
    </>
  )
}
