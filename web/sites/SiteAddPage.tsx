import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { IdName } from '../../shared/lib/replies.ts'
import type { SiteProfileInput } from '../../shared/sites/sites.schema.ts'
import { useActor } from '../app/actor.tsx'
import { useDialogs } from '../ui/dialogs.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { findDuplicates } from './duplicates.ts'
import { SiteForm } from './SiteForm.tsx'
import { emptySite } from './site-form-values.ts'
import { useCreateSite } from './sites.calls.ts'

/** The name of the chosen municipality, from the list the form has loaded. */
function useCityName() {
  const client = useQueryClient()
  return (id: number): string => {
    const lists = client.getQueriesData<{ data: IdName[] }>({ queryKey: ['cities'] })
    return lists.flatMap(([, list]) => list?.data ?? []).find((city) => city.id === id)?.name ?? ''
  }
}

/** Add a profile: it is created and submitted in one step. */
export function SiteAddPage() {
  const actor = useActor()
  const navigate = useNavigate()
  const { confirm, inform } = useDialogs()
  const create = useCreateSite()
  const cityName = useCityName()
  const initial = useMemo(() => emptySite(actor.region_id, actor.province_id), [actor])
  const toList = () => navigate({ to: '/sitemap', search: (all) => all })

  const ask = async (input: SiteProfileInput) => {
    const duplicates = await findDuplicates(input, cityName(input.city_id))
    const answer = await confirm({
      title: 'Add this profile?',
      message: (
        <>
          <p>It is submitted to PENRO for review. It can only be edited once it is returned.</p>
          {duplicates.length > 0 ? (
            <Notice tone="warning" title="This partner already has a profile in this municipality">
              {duplicates.join(', ')}
            </Notice>
          ) : null}
        </>
      ),
      confirmLabel: 'Add Profile',
    })
    return answer !== null
  }

  const onSaved = async () => {
    await inform({
      title: 'Add Profiling of SITES Successful',
      message: 'The profile was submitted and waits for PENRO.',
    })
    await toList()
  }

  return (
    <>
      <PageHeader
        title="Add profile"
        intro="Say where the site lies, draw its boundary from a KML file, then describe the project."
      />
      <SiteForm
        initial={initial}
        regionFixed={actor.region_id !== null}
        action="Add Profile"
        draftName={`site-add:${actor.id}`}
        revision={0}
        siteId={null}
        ask={ask}
        save={(input) => create.mutateAsync(input)}
        onSaved={onSaved}
        onCancel={() => void toList()}
      />
    </>
  )
}
