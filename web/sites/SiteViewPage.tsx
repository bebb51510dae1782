import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { canEditSite } from '../../shared/sites/sites.policy.ts'
import { useActor } from '../app/actor.tsx'
import { Gone, isGone } from '../review/Deactivated.tsx'
import { ActionButton } from '../ui/ActionButton.tsx'
import { ArrowLeftIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SiteRecord } from './SiteRecord.tsx'
import { StatusToggle } from './StatusToggle.tsx'
import { useRecordSiteView, useSite } from './sites.calls.ts'

/** The way back to the list page one came from (S-103). */
const BackToList = () => (
  <Link to="/sitemap" search={(all) => all}>
    <ArrowLeftIcon size={16} />
    Profiling of SITES
  </Link>
)

/** One profile, read only. */
export function SiteViewPage() {
  const id = Number(useParams({ strict: false }).id)
  const actor = useActor()
  const navigate = useNavigate()
  const { data, error, refetch } = useSite(id)
  useRecordSiteView(data?.siteProfile.id)
  if (!data || isGone(error))
    return (
      <>
        <PageHeader title="Profile" back={<BackToList />} />
        {isGone(error) ? (
          <Gone error={error}>
            <BackToList />
          </Gone>
        ) : (
          <Loading error={error} onRetry={() => void refetch()} />
        )}
      </>
    )
  const site = data.siteProfile
  return (
    <>
      <PageHeader
        title={site.name_of_partner}
        intro={`${site.code} · ${site.city}, ${site.province ?? site.region}`}
        back={<BackToList />}
        actions={
          <>
            <StatusToggle site={site} />
            <ActionButton
              verdict={canEditSite(actor, site)}
              onClick={() =>
                void navigate({
                  to: '/sitemap/edit/$id',
                  params: { id: String(id) },
                  search: (all) => all,
                })
              }
            >
              Edit Profile
            </ActionButton>
          </>
        }
      />
      <SiteRecord shown={data} />
    </>
  )
}
