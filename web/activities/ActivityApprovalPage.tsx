import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { canApproveActivity, canReturnActivity } from '../../shared/activities/activities.policy.ts'
import type { ActivityShowReply } from '../../shared/activities/activities.schema.ts'
import { useActor } from '../app/actor.tsx'
import { BesideDecision } from '../review/BesideDecision.tsx'
import { History } from '../review/History.tsx'
import { Decided, QueueNav, type QueueScreens } from '../review/QueueNav.tsx'
import { QUEUE_OF, type QueuedRecord, WAITING_FIRST } from '../review/queue.ts'
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
import { activityQueueQuery, useActivityChanges } from './activities.calls.ts'
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
    <WithActivity activityId={activityId} title={TITLE} wayOut={<BackToApproval />}>
      {(shown) => <Decision key={activityId} shown={shown} />}
    </WithActivity>
  )
}

const SCREENS: QueueScreens = {
  list: '/sites/activity/approval',
  decision: (id) => `/sites/activity/approval/view/${id}`,
}

/** The approval list as it was left, for the way to the next record. */
function useQueuedActivities(): QueuedRecord[] {
  const { query } = useTableState({ defaultSort: WAITING_FIRST })
  const { data } = useQuery(activityQueueQuery(QUEUE_OF[useActor().access_level], query))
  return (data?.data ?? []).map(
    ({ id, site_profile_code: code, site_profile_name: name, waiting_since }) => ({
      ...{ id, code, name, waiting_since },
    }),
  )
}

function Decision({ shown }: { shown: ActivityShowReply }) {
  const { siteActivities: activity, history, only_approver } = shown
  const { id, revision, site_profile_code } = activity
  const actor = useActor()
  const { approve, giveBack, reload } = useActivityChanges()
  const rows = useQueuedActivities()
  const { decided, decide } = useDecided(rows, id)
  useRecordView(id)

  // a refused decision was made on an old state: show the newest beside the refusal
  const orReload = (act: () => Promise<unknown>, done: string) =>
    decide(async () => {
      try {
        await act()
      } catch (error) {
        void reload()
        throw error
      }
    }, done)

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
        actions={<QueueNav screens={SCREENS} rows={rows} id={id} />}
      />
      <div className={styles.stack}>
        <Stepper record={activity} history={history} />
        <BatchNotice activity={activity} />
        <Panel title="Activity">
          <ActivityFacts activity={activity} />
        </Panel>
        <ActivityCards shown={shown} mode="approval" />
        <BesideDecision>
          <ActivityChanges shown={shown} mode="approval" withFirst />
          {decided ? <Decided screens={SCREENS} rows={rows} id={id} {...decided} /> : null}
          <ReviewPanel
            subject="SITES activity"
            approve={canApproveActivity(actor, activity, only_approver)}
            giveBack={canReturnActivity(actor, activity)}
            fields={COMMENT_FIELDS}
            of={{ form: 'activity-return', record: activity }}
            onApprove={(form_key) =>
              orReload(() => approve({ id, revision }, form_key), `${site_profile_code} approved.`)
            }
            onReturn={(comments, form_key) =>
              orReload(
                () => giveBack(id, { ...comments, revision }, form_key),
                `${site_profile_code} returned to its encoder.`,
              )
            }
          />
        </BesideDecision>
        <History history={history} />
      </div>
    </>
  )
}
