import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { MAX_ID } from '../../shared/lib/ids.ts'
import { sitesApi } from '../../shared/sites/sites.schema.ts'
import { useActor } from '../lib/useActor.ts'
import { DraftGate } from '../drafts/DraftGate.tsx'
import { listUnfinished } from '../drafts/unfinished.ts'
import { useRecordChange } from '../review/review.calls.ts'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { readSiteDraft } from './site-draft.ts'
import { SiteForm } from './SiteForm.tsx'
import { emptySite } from './site-form-values.ts'

const WORDS = {
  action: 'Add Profile',
  question: 'Add this profile?',
  consequence: 'It is submitted to PENRO for review. It can only be edited once it is returned or recalled.',
  done: 'Add Profiling of SITES Successful',
  doneMessage: 'was submitted and is waiting for PENRO.',
}

/** The person's other unfinished new profiles, by name and time (S-166). */
function OtherNewProfiles({ draft }: { draft: number }) {
  const { id } = useActor()
  const { data = [] } = useQuery({
    queryKey: ['draft', id, 'unfinished', draft],
    queryFn: () => listUnfinished(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const others = data.filter(({ form, record_id }) => form === 'site-add' && record_id !== draft)
  if (others.length === 0) return null
  return (
    <Notice title="You have other new profiles that are not finished">
      <ul className="bullets">
        {others.map(({ record_id, name, updated_at }) => (
          <li key={record_id}>
            <Link to="/sitemap/add" search={(all) => ({ ...all, draft: record_id })}>
              {name ?? 'Without a name'}
            </Link>
            , last saved {formatDateTime(updated_at)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function NewProfile({ draft: record_id }: { draft: number }) {
  const actor = useActor()
  const create = useRecordChange(sitesApi.show, null, sitesApi.create)
  const initial = useMemo(() => emptySite(actor.region_id, actor.province_id), [actor])
  return (
    <>
      <OtherNewProfiles draft={record_id} />
      <DraftGate
        of={{ form: 'site-add', name: 'a new profile', record_id, record: initial, read: readSiteDraft }}
      >
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

/** Add a profile: created and submitted in one step. Each new profile has a number of its own for its draft. */
export function SiteAddPage() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const draft = Number((useSearch({ strict: false }) as { draft?: unknown }).draft)
  const isNumbered = Number.isInteger(draft) && draft > 0 && draft <= MAX_ID
  useEffect(() => {
    // on the way to another page, whose address has no number either
    if (isNumbered || pathname !== '/sitemap/add') return
    const number = 1 + Math.floor(Math.random() * MAX_ID)
    void navigate({ to: '/sitemap/add', search: (all) => ({ ...all, draft: number }), replace: true })
  }, [isNumbered, pathname, navigate])
  return (
    <>
      <PageHeader
        title="Add profile"
        intro="Say where the site lies, draw its boundary from a map file, then describe the project."
      />
      {isNumbered ? <NewProfile key={draft} draft={draft} /> : null}
    </>
  )
}
