import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { sentenceOf } from '../../shared/lib/verdict.ts'
import { canEditSite, NOT_RETURNED } from '../../shared/sites/sites.policy.ts'
import { type SiteProfile, sitesApi } from '../../shared/sites/sites.schema.ts'
import { readOptions, useFresh } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { DraftGate } from '../drafts/DraftGate.tsx'
import { mergeValues } from '../drafts/merge.ts'
import { PointsOrComments } from '../review/points/record-points.tsx'
import { WithPoints } from '../review/points/points-context.tsx'
import { inform } from '../ui/dialogs.tsx'
import { Loading } from '../ui/Loading.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { readSiteDraft } from './site-draft.ts'
import { SiteForm } from './SiteForm.tsx'
import { ReturnComments } from './SiteRecord.tsx'
import { fieldOfPoint } from './form-points.ts'
import { placeNames } from './place-name.ts'
import { SITE_GROUPS, siteSides } from './site-sides.ts'
import { type SiteFormValues, siteToValues } from './site-form-values.ts'
import { useEditSite } from './sites.calls.ts'

const WORDS = {
  action: 'Edit Profile',
  question: 'Edit this profile?',
  consequence: 'The changes are saved and the profile is submitted to PENRO again.',
  done: 'Edit Profiling of SITES Successful',
  doneMessage: 'was submitted again and is waiting for PENRO.',
}

/** The points beside the form, each leading to its field, where it is answered; without any, the comments. */
const FormPoints = ({ children }: { children: ReactNode }) => (
  <PointsOrComments isAnsweredThere={(point) => fieldOfPoint(point) !== null}>{children}</PointsOrComments>
)

function EditForm({ site }: { site: SiteProfile }) {
  // a colleague's save meanwhile must neither reset the form nor be overwritten by it
  const [initial] = useState(() => siteToValues(site))
  const [revision, setRevision] = useState(site.revision)
  const [opened] = useState(site)
  const edit = useEditSite(site.id, setRevision)
  const client = useQueryClient()
  const of = {
    form: 'site-edit',
    name: `${site.name_of_partner} (${site.code})`,
    record_id: site.id,
    revision: opened.revision,
    record: initial,
    read: readSiteDraft,
  } as const
  const sides = (mine: SiteFormValues) => {
    const { open } = mergeValues(SITE_GROUPS, { began: null, theirs: initial, mine })
    return siteSides(open, { theirs: initial, mine }, placeNames(client, opened))
  }

  return (
    <DraftGate of={of} sides={sides}>
      {(draft) => (
        <SiteForm
          initial={initial}
          regionFixed
          words={WORDS}
          draft={draft}
          record={opened}
          reload={async () =>
            (await client.fetchQuery(readOptions(sitesApi.show, { params: { id: site.id }, staleTime: 0 })))
              .siteProfile
          }
          rebase={(now) => setRevision(now.revision)}
          save={(body, form_key) => edit.mutateAsync({ body, revision, form_key })}
        >
          <FormPoints>
            <ReturnComments site={site} />
          </FormPoints>
        </SiteForm>
      )}
    </DraftGate>
  )
}

/** Says why the profile cannot be edited now, and shows it instead (001 §4). */
function Refused({ site, reason }: { site: SiteProfile; reason: string }) {
  const navigate = useNavigate()
  const wasShown = useRef(false)
  useEffect(() => {
    if (wasShown.current) return
    wasShown.current = true
    void inform({ title: NOT_RETURNED, message: reason }).then(() =>
      navigate({
        to: '/sitemap/view/$id',
        params: { id: String(site.id) },
        search: (all) => all,
        replace: true,
      }),
    )
  }, [navigate, site.id, reason])
  return null
}

/** Checked once: the person's own save makes the record uneditable while its success is still being reported. */
function EditOrRefuse({ site }: { site: SiteProfile }) {
  const actor = useActor()
  const [verdict] = useState(() => canEditSite(actor, site))
  if (!verdict.ok) return <Refused site={site} reason={sentenceOf(verdict)} />
  return (
    <WithPoints calls={sitesApi} record={site} isAnswering>
      <EditForm site={site} />
    </WithPoints>
  )
}

/** Edit Profile: saves and submits again. */
export function SiteEditPage() {
  const id = Number(useParams({ strict: false }).id)
  const { data, error, refetch } = useFresh(readOptions(sitesApi.show, { params: { id } }))
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
