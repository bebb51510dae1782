import { useMemo } from 'react'
import { useActor } from '../lib/useActor.ts'
import { DraftGate } from '../drafts/DraftGate.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { readSiteDraft } from './site-draft.ts'
import { SiteForm } from './SiteForm.tsx'
import { emptySite } from './site-form-values.ts'
import { useCreateSite } from './sites.calls.ts'

const WORDS = {
  action: 'Add Profile',
  question: 'Add this profile?',
  consequence: 'It is submitted to PENRO for review. It can only be edited once it is returned or recalled.',
  done: 'Add Profiling of SITES Successful',
  doneMessage: 'was submitted and is waiting for PENRO.',
}

/** Add a profile: created and submitted in one step. */
export function SiteAddPage() {
  const actor = useActor()
  const create = useCreateSite()
  const initial = useMemo(() => emptySite(actor.region_id, actor.province_id), [actor])

  return (
    <>
      <PageHeader
        title="Add profile"
        intro="Say where the site lies, draw its boundary from a map file, then describe the project."
      />
      <DraftGate of={{ form: 'site-add', name: 'a new profile', read: readSiteDraft }}>
        {(draft) => (
          <SiteForm
            initial={initial}
            regionFixed={actor.region_id !== null}
            words={WORDS}
            draft={draft}
            record={null}
            reload={() => Promise.reject(new Error('A new profile has no earlier state.'))}
            rebase={() => undefined}
            save={(body, form_key) => create.mutateAsync({ body, form_key })}
          />
        )}
      </DraftGate>
    </>
  )
}
