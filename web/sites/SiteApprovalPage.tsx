import { Link, useParams } from '@tanstack/react-router'
import { canApproveSite, canReturnSite } from '../../shared/sites/sites.policy.ts'
import { useActor } from '../app/actor.tsx'
import { ReviewPanel } from '../review/ReviewPanel.tsx'
import { ArrowLeftIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { notifyDone } from '../ui/notify.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SiteRecord } from './SiteRecord.tsx'
import { useApproveSite, useRecordSiteView, useReturnSite, useSite } from './sites.calls.ts'

const FIELDS = [{ name: 'returned_reason', label: 'Comment' }]

const BackToQueue = () => (
  <Link to="/sites/approval" search={(all) => all}>
    <ArrowLeftIcon size={16} />
    SITES Approval
  </Link>
)

/** One profile before its reviewer, with Approve and Return. */
export function SiteApprovalPage() {
  const id = Number(useParams({ strict: false }).id)
  const actor = useActor()
  const { data, error, refetch } = useSite(id)
  const approve = useApproveSite(id)
  const giveBack = useReturnSite(id)
  useRecordSiteView(data?.siteProfile.id)
  if (!data)
    return (
      <>
        <PageHeader title="SITES Approval" back={<BackToQueue />} />
        <Loading error={error} onRetry={() => void refetch()} />
      </>
    )
  const site = data.siteProfile
  return (
    <>
      <PageHeader
        title={site.name_of_partner}
        intro={`${site.code} · ${site.city}, ${site.province ?? site.region}`}
        back={<BackToQueue />}
      />
      <SiteRecord shown={data}>
        <ReviewPanel
          subject="profile"
          approve={canApproveSite(actor, site, data.only_approver)}
          giveBack={canReturnSite(actor, site)}
          fields={FIELDS}
          draftName={`site-return:${actor.id}:${id}`}
          onApprove={async () => {
            await approve.mutateAsync(site.revision)
            notifyDone(`${site.code} approved.`)
          }}
          onReturn={async (comments) => {
            await giveBack.mutateAsync({
              revision: site.revision,
              returned_reason: comments.returned_reason ?? '',
            })
            notifyDone(`${site.code} returned to its encoder.`)
          }}
        />
      </SiteRecord>
    </>
  )
}
