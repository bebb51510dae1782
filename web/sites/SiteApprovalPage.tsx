import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { canApproveSite, canReturnSite } from '../../shared/sites/sites.policy.ts'
import { useActor } from '../app/actor.tsx'
import { toMessage } from '../lib/call.ts'
import { Gone, isGone } from '../review/Deactivated.tsx'
import { FactsFirst } from '../review/FactsFirst.tsx'
import { whatBecame } from '../review/outcome.ts'
import { Decided, NextWaiting, QueueNav, type QueueScreens } from '../review/QueueNav.tsx'
import { WAITING_FIRST } from '../review/queue.ts'
import { ReviewPanel } from '../review/ReviewPanel.tsx'
import { useDecided } from '../review/useDecided.ts'
import { ArrowLeftIcon } from '../ui/icons.tsx'
import { Loading } from '../ui/Loading.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useTableState } from '../ui/useTableState.ts'
import { SiteRecord } from './SiteRecord.tsx'
import {
  sitesWaitingQuery,
  useApproveSite,
  useRecordSiteView,
  useReturnSite,
  useSite,
} from './sites.calls.ts'

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

/** One profile before its reviewer, with Approve and Return. */
export function SiteApprovalPage() {
  const id = Number(useParams({ strict: false }).id)
  // what was typed or decided about one record is not the next one's
  return <SiteApproval key={id} id={id} />
}

function SiteApproval({ id }: { id: number }) {
  const actor = useActor()
  const { decided, decide } = useDecided()
  // the approval list as it was left
  const { query } = useTableState({ defaultSort: WAITING_FIRST })
  const { data: around } = useQuery(
    sitesWaitingQuery(query, { id, ...(decided ? { place: decided.place } : {}) }),
  )
  const { data, error, refetch } = useSite(id)
  const approve = useApproveSite(id)
  const giveBack = useReturnSite(id)
  useRecordSiteView(data?.siteProfile.id)
  if (!data || isGone(error))
    return (
      <>
        <PageHeader title="SITES Approval" back={<BackToQueue />} />
        {decided ? (
          <Decided screens={SCREENS} around={around} {...decided} />
        ) : isGone(error) ? (
          <Gone error={error}>
            <NextWaiting screens={SCREENS} around={around} />
          </Gone>
        ) : (
          <Loading error={error} onRetry={() => void refetch()} />
        )}
      </>
    )
  const site = data.siteProfile
  const place = around?.place ?? 1
  const became = async () => {
    const now = await refetch()
    if (isGone(now.error)) return toMessage(now.error)
    return now.data ? whatBecame(site.code, now.data.siteProfile, now.data.history, actor.access_level) : null
  }
  return (
    <>
      <PageHeader
        title={site.name_of_partner}
        intro={`${site.code} · ${site.city}, ${site.province ?? site.region}`}
        back={<BackToQueue />}
        actions={<QueueNav screens={SCREENS} around={around} />}
      />
      <FactsFirst>
        {decided ? <Decided screens={SCREENS} around={around} {...decided} /> : null}
        <SiteRecord shown={data} isReviewed />
        <ReviewPanel
          subject="profile"
          name={`${site.code}, ${site.name_of_partner}`}
          marks={data.marks}
          approve={canApproveSite(actor, site, data.only_approver)}
          giveBack={canReturnSite(actor, site)}
          fields={FIELDS}
          of={{ form: 'site-return', record: site }}
          onApprove={() =>
            decide(() => approve.mutateAsync(site.revision), {
              ...{ words: `${site.code} approved.`, place, became },
            })
          }
          onReturn={({ returned_reason = '' }) =>
            decide(() => giveBack.mutateAsync({ revision: site.revision, returned_reason }), {
              ...{ words: `${site.code} returned to its encoder.`, place, became },
            })
          }
        />
      </FactsFirst>
    </>
  )
}
