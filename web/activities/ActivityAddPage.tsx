import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { MAX_ID } from '../../shared/lib/ids.ts'
import { no, sentenceOf } from '../../shared/lib/verdict.ts'
import type { SiteRow } from '../../shared/sites/sites.schema.ts'
import { principlesQuery } from '../principles/principles.calls.ts'
import { inform } from '../ui/dialogs.tsx'
import { FieldList } from '../ui/FieldList.tsx'
import { ArrowLeftIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { NO_EVIDENCE_YET } from './SubmitActivity.tsx'
import { candidateQuery, candidatesQuery } from './activities.calls.ts'
import { NOTHING_SAVED, unsavedWords } from './means-draft.ts'
import { PrincipleCard, PrincipleCards, principleLink } from './PrincipleCard.tsx'
import { ProfileSearchSelect } from './ProfileSearchSelect.tsx'
import { useUnsavedEvidence } from './unsaved-evidence.ts'
import { BackToActivities } from './back-links.tsx'

/** Starts a SITES activity: choose a site, then a principle; the first saved evidence creates it (S-49). */
export function ActivityAddPage() {
  const { site_profile_id } = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  // an unfiltered search: the page only has to know whether there is any site at all
  const { data: candidates, error, refetch } = useQuery(candidatesQuery(''))
  const number = Number(site_profile_id)
  const wanted = Number.isInteger(number) && number > 0 && number <= MAX_ID ? number : null
  const chosen = useQuery(candidateQuery(wanted))
  const profile = chosen.data ?? null
  const isReady = candidates !== undefined && (wanted === null || chosen.data !== undefined)

  const choose = (id: number) =>
    void navigate({ to: '/sites/activity/add', search: { site_profile_id: id }, replace: true })

  return (
    <>
      <PageHeader
        title="Add SITES Activity"
        intro="Choose an approved site, then add evidence principle by principle."
        back={
          <Link to="/sites/activity/datatable">
            <ArrowLeftIcon size={16} /> Back to SITES Activities
          </Link>
        }
      />
      {isReady ? null : (
        <Loading
          error={error ?? chosen.error}
          onRetry={() => void Promise.all([refetch(), chosen.refetch()])}
          action={<BackToActivities />}
        />
      )}
      <Stack gap={24}>
        {isReady ? (
          <ProfileSearchSelect
            chosen={profile}
            onChoose={choose}
            error={site_profile_id !== undefined && !profile ? sentenceOf(no('ongoing_activity')) : null}
          />
        ) : null}
        {candidates?.totalCount === 0 ? (
          <Notice title="No site can start an activity now">
            <p>A site needs its final approval first, and can have one activity in work at a time.</p>
          </Notice>
        ) : null}
        {profile ? <ChosenProfile profile={profile} /> : null}
      </Stack>
    </>
  )
}

function ChosenProfile({ profile }: { profile: SiteRow }) {
  const { data: principles, error, refetch } = useQuery(principlesQuery)
  const unsavedEvidence = useUnsavedEvidence(profile.id)

  return (
    <>
      <FieldList
        fields={[
          { label: 'Region', value: profile.region },
          { label: 'Province', value: profile.province },
          { label: 'Municipality', value: profile.city },
        ]}
      />
      {principles ? null : <Loading error={error} onRetry={() => void refetch()} />}
      <PrincipleCards>
        {(principles ?? []).map((principle) => {
          const unsaved = unsavedWords(unsavedEvidence(principle), NOTHING_SAVED)
          return (
            <PrincipleCard
              key={principle.id}
              number={principle.principle_number}
              title={principle.title}
              link={
                <Link
                  to="/sites/activity/principle/$principleId"
                  params={{ principleId: String(principle.id) }}
                  search={{ site_profile_id: profile.id }}
                  className={principleLink}
                >
                  {`Principle #${principle.principle_number}`}
                </Link>
              }
            >
              {unsaved === '' ? null : (
                <p className="pill" data-tone="warning">
                  {unsaved}
                </p>
              )}
            </PrincipleCard>
          )
        })}
      </PrincipleCards>
      {principles ? (
        <Group justify="flex-end" gap="sm">
          <Button onClick={() => void inform(NO_EVIDENCE_YET)}>Submit SITES Activity</Button>
        </Group>
      ) : null}
    </>
  )
}
