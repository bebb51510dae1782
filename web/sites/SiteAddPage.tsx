import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { SiteProfile, SiteProfileInput } from '../../shared/sites/sites.schema.ts'
import { useActor } from '../app/actor.tsx'
import { DraftGate } from '../drafts/DraftGate.tsx'
import { useDialogs } from '../ui/dialogs.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { BoundaryWarning, knownWarnings } from './BoundaryWarning.tsx'
import { DuplicatesWarning, findDuplicates } from './duplicates.tsx'
import { readSiteDraft } from './site-draft.ts'
import { SiteForm } from './SiteForm.tsx'
import { emptySite } from './site-form-values.ts'
import { useCreateSite } from './sites.calls.ts'

/** Add a profile: it is created and submitted in one step. */
export function SiteAddPage() {
  const actor = useActor()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { confirm, inform } = useDialogs()
  const create = useCreateSite()
  const initial = useMemo(() => emptySite(actor.region_id, actor.province_id), [actor])
  const toList = () => navigate({ to: '/sitemap', search: (all) => all })

  const ask = async (input: SiteProfileInput) => {
    const duplicates = await findDuplicates(input, null)
    const answer = await confirm({
      title: 'Add this profile?',
      message: (
        <>
          <p>It is submitted to PENRO for review. It can only be edited once it is returned.</p>
          <DuplicatesWarning codes={duplicates} />
          <BoundaryWarning messages={knownWarnings(client, input.map_kml_id)} />
        </>
      ),
      confirmLabel: 'Add Profile',
    })
    return answer !== null
  }

  const onSaved = async ({ code }: SiteProfile) => {
    await inform({
      title: 'Add Profiling of SITES Successful',
      message: `${code} was submitted and waits for PENRO.`,
    })
    await toList()
  }

  return (
    <>
      <PageHeader
        title="Add profile"
        intro="Say where the site lies, draw its boundary from a KML file, then describe the project."
      />
      <DraftGate of={{ form: 'site-add', read: readSiteDraft }}>
        {(draft) => (
          <SiteForm
            initial={initial}
            regionFixed={actor.region_id !== null}
            action="Add Profile"
            draft={draft}
            siteId={null}
            ask={ask}
            save={(body, form_key) => create.mutateAsync({ body, form_key })}
            onSaved={onSaved}
            onCancel={() => void toList()}
          />
        )}
      </DraftGate>
    </>
  )
}
