import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { canEditSite, EDIT_ONLY_RETURNED } from '../../shared/sites/sites.policy.ts'
import type { SiteProfile } from '../../shared/sites/sites.schema.ts'
import { useActor } from '../app/actor.tsx'
import { useDialogs } from '../ui/dialogs.tsx'
import { Loading } from '../ui/Loading.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SiteForm } from './SiteForm.tsx'
import { ReturnComments } from './SiteRecord.tsx'
import { siteToValues } from './site-form-values.ts'
import { useEditSite, useFreshSite } from './sites.calls.ts'

/** The form of a returned profile, with the comments it came back with. */
function EditForm({ site }: { site: SiteProfile }) {
  const actor = useActor()
  const navigate = useNavigate()
  const { confirm, inform } = useDialogs()
  const edit = useEditSite(site.id)
  // a refetch after the save must not reset the form under the person
  const [first] = useState(site)
  const [initial] = useState(() => siteToValues(site))
  const toList = () => navigate({ to: '/sitemap', search: (all) => all })

  const ask = async () => {
    const answer = await confirm({
      title: 'Edit this profile?',
      message: 'The changes are saved and the profile is submitted to PENRO again.',
      confirmLabel: 'Edit Profile',
    })
    return answer !== null
  }
  const onSaved = async () => {
    await inform({
      title: 'Edit Profiling of SITES Successful',
      message: 'The profile was submitted again and waits for PENRO.',
    })
    await toList()
  }

  return (
    <SiteForm
      initial={initial}
      regionFixed
      action="Edit Profile"
      draftName={`site-edit:${actor.id}:${site.id}`}
      revision={first.revision}
      siteId={site.id}
      ask={ask}
      save={(body) => edit.mutateAsync({ body, revision: site.revision })}
      onSaved={onSaved}
      onCancel={() => void toList()}
    >
      <ReturnComments site={site} />
    </SiteForm>
  )
}

/** A profile that may not be edited now is refused with the reason, and shown instead (001 §4). */
function Refused({ site, reason }: { site: SiteProfile; reason: string }) {
  const navigate = useNavigate()
  const { inform } = useDialogs()
  const told = useRef(false)
  useEffect(() => {
    if (told.current) return
    told.current = true
    void inform({ title: EDIT_ONLY_RETURNED.title, message: reason }).then(() =>
      navigate({
        to: '/sitemap/view/$id',
        params: { id: String(site.id) },
        search: (all) => all,
        replace: true,
      }),
    )
  }, [inform, navigate, site.id, reason])
  return null
}

/** Decided once: the own save makes the record uneditable while its success is still being told. */
function EditOrRefuse({ site }: { site: SiteProfile }) {
  const actor = useActor()
  const [verdict] = useState(() => canEditSite(actor, site))
  return verdict.ok ? <EditForm site={site} /> : <Refused site={site} reason={verdict.message} />
}

/** Edit Profile: save and submit again. */
export function SiteEditPage() {
  const id = Number(useParams({ strict: false }).id)
  const { data, error, refetch } = useFreshSite(id)
  return (
    <>
      <PageHeader title="Edit profile" intro={data?.siteProfile.code} />
      {data ? (
        <EditOrRefuse key={id} site={data.siteProfile} />
      ) : (
        <Loading error={error} onRetry={() => void refetch()} />
      )}
    </>
  )
}
