import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import { no, sentenceOf } from '../../shared/lib/verdict.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import type { SiteRow } from '../../shared/sites/sites.schema.ts'
import { principleQuery, principlesQuery } from '../principles/principles.calls.ts'
import { ArrowLeftIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { candidateQuery } from './activities.calls.ts'
import { MeansEditor } from './MeansEditor.tsx'
import { MEANS_TITLE, NoSuchPrinciple, PrincipleFrame } from './PrincipleFrame.tsx'
import { profileName } from './ProfileSelect.tsx'
import { BackToActivities } from './back-links.tsx'

/** A principle before its activity exists; without a site in the address, the person chooses one first (S-50). */
export function MeansStartPage() {
  const { site_profile_id } = useSearch({ strict: false }) as Record<string, unknown>
  const id = Number(site_profile_id)
  if (!Number.isInteger(id) || id < 1) return <Navigate to="/sites/activity/add" replace />
  return <Start key={id} site_profile_id={id} />
}

function Start({ site_profile_id }: { site_profile_id: number }) {
  const { principleId } = useParams({ from: '/sites/activity/principle/$principleId' })
  const principles = useQuery(principlesQuery)
  const candidate = useQuery(candidateQuery(site_profile_id))
  const current = principles.data?.find((one) => String(one.id) === principleId)
  const older = useQuery({
    ...principleQuery(principleId),
    enabled: principles.data !== undefined && !current,
    retry: false,
  })
  // the first save removes the site from the candidates while this page is still open
  const [profile, setProfile] = useState<SiteRow | null>(null)
  if (candidate.data && !profile) setProfile(candidate.data)

  if (!principles.data || candidate.data === undefined)
    return (
      <>
        <PageHeader title={MEANS_TITLE} />
        <Loading
          error={principles.error ?? candidate.error}
          onRetry={() => void Promise.all([principles.refetch(), candidate.refetch()])}
          action={<BackToActivities />}
        />
      </>
    )
  // the same principle of the newest batch, if the batch was replaced after the page was opened
  const number = current?.principle_number ?? older.data?.principle_number
  const principle = principles.data.find((one) => one.principle_number === number)
  if (!current && older.isLoading) return <Loading error={null} onRetry={() => undefined} />
  if (!principle) return <NoSuchPrinciple />
  if (!profile)
    return (
      <>
        <PageHeader title={MEANS_TITLE} />
        <Notice title="This site cannot start an activity">
          <p>{sentenceOf(no('ongoing_activity'))}</p>
          <p>
            <BackToActivities />
          </p>
        </Notice>
      </>
    )
  return <FirstMeans key={principle.id} principle={principle} profile={profile} />
}

type FirstMeansProps = { principle: SitePrinciple; profile: SiteRow }

function FirstMeans({ principle, profile }: FirstMeansProps) {
  const navigate = useNavigate()

  const onCreated = async (activity: SiteActivity) => {
    await navigate({
      to: '/sites/activity/$activityId/principle/$principleId',
      params: { activityId: String(activity.id), principleId: String(principle.id) },
      replace: true,
    })
  }

  return (
    <PrincipleFrame
      principle={principle}
      back={
        <Link to="/sites/activity/add" search={{ site_profile_id: profile.id }}>
          <ArrowLeftIcon size={16} /> Back to Add SITES Activity
        </Link>
      }
      site={profileName(profile.name_of_partner, profile.code)}
    >
      <MeansEditor
        principle={principle}
        activity={null}
        site_profile_id={profile.id}
        switches="add"
        onCreated={onCreated}
      />
    </PrincipleFrame>
  )
}
