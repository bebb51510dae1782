import { Link, useParams } from '@tanstack/react-router'
import { canApproveSite, canReturnSite } from '../../shared/sites/sites.policy.ts'
import { useActor } from '../app/actor.tsx'
import { Decided, QueueNav, type QueueScreens } from '../review/QueueNav.tsx'
import { type QueuedRecord, WAITING_FIRST } from '../review/queue.ts'
import { ReviewPanel } from '../review/ReviewPanel.tsx'
import { useDecided } from '../review/useDecided.ts'
import { ArrowLeftIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useTableState } from '../ui/useTableState.ts'
import { SiteRecord } from './SiteRecord.tsx'
import { useApproveSite, useRecordSiteView, useReturnSite, useSite, useSiteQueue } from './sites.calls.ts'

const FIELDS = [{ name: 'returned_reason', label: 'Comment' }]

const BackToQueue = () => (
  <Link to="/sites/approval" search={(all) => all}>
    <ArrowLeftIcon size={16} />
    SITES Approval
  </Link>
)

const SCREENS: QueueScreens = {
  list: '/sites/approval',
  decision: (id) => `/sites/approval/view/${id}`,
}

/** The approval list as it was left, for the way to the next record. */
function useQueuedSites(): QueuedRecord[] {
  const { data } = useSiteQueue(useTableState({ defaultSort: WAITING_FIRST }).query)
  return (data?.data ?? []).map(({ id, code, name_of_partner: name, waiting_since }) => ({
    ...{ id, code, name, waiting_since },
  }))
}

/** One profile before its reviewer, with Approve and Return. */
export function SiteApprovalPage() {
  const id = Number(useParams({ strict: false }).id)
  // what was typed or decided about one record is not the next one's
  return <SiteApproval key={id} id={id} />
}

function SiteApproval({ id }: { id: number }) {
  const actor = useActor()
  const rows = useQueuedSites()
  const { decided, decide } = useDecided(rows, id)
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
        actions={<QueueNav screens={SCREENS} rows={rows} id={id} />}
      />
      <SiteRecord shown={data}>
        {decided ? <Decided screens={SCREENS} rows={rows} id={id} {...decided} /> : null}
        <ReviewPanel
          subject="profile"
          approve={canApproveSite(actor, site, data.only_approver)}
          giveBack={canReturnSite(actor, site)}
          fields={FIELDS}
          of={{ form: 'site-return', record: site }}
          onApprove={(form_key) =>
            decide(() => approve.mutateAsync({ revision: site.revision, form_key }), `${site.code} approved.`)
          }
          onReturn={({ returned_reason = '' }, form_key) =>
            decide(
              () => giveBack.mutateAsync({ revision: site.revision, returned_reason, form_key }),
              `${site.code} returned to its encoder.`,
            )
          }
        />
      </SiteRecord>
    </>
  )
}
