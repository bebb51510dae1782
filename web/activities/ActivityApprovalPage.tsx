import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { canApproveActivity, canReturnActivity } from '../../shared/activities/activities.policy.ts'
import type { ActivityShowReply } from '../../shared/activities/activities.schema.ts'
import { useActor } from '../app/actor.tsx'
import { toMessage } from '../lib/call.ts'
import { Deactivated, Gone, isGone } from '../review/Deactivated.tsx'
import { FactsFirst } from '../review/FactsFirst.tsx'
import { History } from '../review/History.tsx'
import { whatBecame } from '../review/outcome.ts'
import { Decided, NextWaiting, QueueNav, type QueueScreens } from '../review/QueueNav.tsx'
import { WAITING_FIRST } from '../review/queue.ts'
import { ReviewPanel } from '../review/ReviewPanel.tsx'
import { Stepper } from '../review/Stepper.tsx'
import { useDecided } from '../review/useDecided.ts'
import { ArrowLeftIcon } from '../ui/icons.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { useTableState } from '../ui/useTableState.ts'
import styles from './Activity.module.css'
import { ActivityCards } from './ActivityCards.tsx'
import { ActivityChanges } from './ActivityChanges.tsx'
import { ActivityFacts, BatchNotice } from './ActivityFacts.tsx'
import { activitiesWaitingQuery, activityQuery, useActivityChanges } from './activities.calls.ts'
import { COMMENT_FIELDS } from './return-comments.ts'
import { useRecordView, WithActivity } from './WithActivity.tsx'

const TITLE = 'SITES Approval'

/** The way on for reviewers, who may not have the list of activities. */
export const BackToApproval = () => (
  <Button variant="default" renderRoot={(props) => <Link to="/sites/activity/approval" {...props} />}>
    Back to SITES Approval
  </Button>
)

/** One activity before its reviewer, with Approve and Return. */
export function ActivityApprovalPage() {
  const { activityId } = useParams({ from: '/sites/activity/approval/view/$activityId' })
  return (
    <WithActivity activityId={activityId} title={TITLE} wayOut={<BackToApproval />} tellsGone>
      {(shown) => <Decision key={activityId} shown={shown} />}
    </WithActivity>
  )
}

const SCREENS: QueueScreens = {
  list: '/sites/activity/approval',
  decision: (id) => `/sites/activity/approval/view/${id}`,
}

function Decision({ shown }: { shown: ActivityShowReply }) {
  const { siteActivities: activity, history, only_approver, marks } = shown
  const { id, revision, site_profile_code } = activity
  const actor = useActor()
  const { approve, giveBack } = useActivityChanges()
  const { decided, decide } = useDecided()
  // the approval list as it was left
  const { query } = useTableState({ defaultSort: WAITING_FIRST })
  const { data: around } = useQuery(
    activitiesWaitingQuery(query, { id, ...(decided ? { place: decided.place } : {}) }),
  )
  const { error, refetch } = useQuery({ ...activityQuery(id), enabled: false })
  useRecordView(id)

  const place = around?.place ?? 1
  const became = async () => {
    const now = await refetch()
    if (isGone(now.error)) return toMessage(now.error)
    return now.data
      ? whatBecame(site_profile_code, now.data.siteActivities, now.data.history, actor.access_level)
      : null
  }
  if (isGone(error))
    return (
      <>
        <PageHeader title={TITLE} />
        {decided ? (
          <Decided screens={SCREENS} around={around} {...decided} />
        ) : (
          <Gone error={error}>
            <NextWaiting screens={SCREENS} around={around} />
          </Gone>
        )}
      </>
    )

  return (
    <>
      <PageHeader
        title={activity.site_profile_name}
        intro={`${site_profile_code} · ${activity.city}, ${activity.province ?? activity.region}`}
        back={
          <Link to="/sites/activity/approval" search={(all) => all}>
            <ArrowLeftIcon size={16} /> {TITLE}
          </Link>
        }
        actions={<QueueNav screens={SCREENS} around={around} />}
      />
      <FactsFirst>
        {decided ? <Decided screens={SCREENS} around={around} {...decided} /> : null}
        <div className={styles.stack}>
          <Deactivated record={activity} />
          <Stepper record={activity} history={history} />
          <BatchNotice activity={activity} />
          <Panel title="Activity">
            <ActivityFacts activity={activity} />
          </Panel>
          <ActivityChanges shown={shown} mode="approval" withFirst />
          <ActivityCards shown={shown} mode="approval" />
          <History history={history} />
        </div>
        <ReviewPanel
          subject="SITES activity"
          name={`${site_profile_code}, ${activity.site_profile_name}`}
          marks={marks}
          approve={canApproveActivity(actor, activity, only_approver)}
          giveBack={canReturnActivity(actor, activity)}
          fields={COMMENT_FIELDS}
          of={{ form: 'activity-return', record: activity }}
          onApprove={() =>
            decide(() => approve({ id, revision }), {
              ...{ words: `${site_profile_code} approved.`, place, became },
            })
          }
          onReturn={(comments) =>
            decide(() => giveBack(id, { ...comments, revision }), {
              ...{ words: `${site_profile_code} returned to its encoder.`, place, became },
            })
          }
        />
      </FactsFirst>
    </>
  )
}
