import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { canEditSite, SITE_POLICIES } from '../../shared/sites/sites.policy.ts'
import { type SiteShowReply, sitesApi } from '../../shared/sites/sites.schema.ts'
import { recordViewsApi } from '../../shared/review/review.schema.ts'
import { useActor } from '../lib/useActor.ts'
import { useRecordView } from '../lib/queries.ts'
import { WithPoints } from '../review/points/points-context.tsx'
import { RecallRecord, RecordSwitch } from '../review/RecordActions.tsx'
import { WithRecord } from '../review/WithRecord.tsx'
import { ActionButton } from '../ui/ActionButton.tsx'
import { ArrowLeftIcon } from '../ui/icons.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SiteRecord } from './SiteRecord.tsx'
import { SITE_REVIEW } from './site-review.tsx'
import { WithdrawSite } from './WithdrawSite.tsx'

/** The link back to the list as it was left (S-103). */
const BACK = (
  <Link to="/sitemap" search={(all) => all}>
    <ArrowLeftIcon size={16} />
    Profiling of SITES
  </Link>
)

/** One profile, read only. */
export function SiteViewPage() {
  const { id } = useParams({ from: '/sitemap/view/$id' })
  return (
    <WithRecord calls={sitesApi} id={id} title="Profile" back={BACK} backLink={BACK}>
      {(shown) => <Overview shown={shown} />}
    </WithRecord>
  )
}

function Overview({ shown }: { shown: SiteShowReply }) {
  const { siteProfile: site } = shown
  const actor = useActor()
  const navigate = useNavigate()
  useRecordView(recordViewsApi.record, 'SiteProfile', site)
  return (
    <WithPoints
      calls={sitesApi}
      record={site}
      isAnswering={canEditSite(actor, site).ok}
      keys={SITE_POLICIES.keys}
    >
      <PageHeader
        title={site.name_of_partner}
        code={site.code}
        intro={`${site.code} · ${site.city}, ${site.province ?? site.region}`}
        back={BACK}
        actions={
          <>
            <RecordSwitch of={SITE_REVIEW} record={site} />
            <RecallRecord of={SITE_REVIEW} record={site} />
            <WithdrawSite shown={shown} />
            <ActionButton
              verdict={canEditSite(actor, site)}
              onClick={() =>
                void navigate({
                  to: '/sitemap/edit/$id',
                  params: { id: String(site.id) },
                  search: (all) => all,
                })
              }
            >
              Edit Profile
            </ActionButton>
          </>
        }
      />
      <SiteRecord details={shown} />
    </WithPoints>
  )
}
