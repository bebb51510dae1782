import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { canApproveActivity, canReturnActivity } from '../../shared/activities/activities.policy.ts'
import type { ActivityShowReply } from '../../shared/activities/activities.schema.ts'
import { useActor } from '../app/actor.tsx'
import { History } from '../review/History.tsx'
import { ReviewPanel } from '../review/ReviewPanel.tsx'
import { Stepper } from '../review/Stepper.tsx'
import { ArrowLeftIcon } from '../ui/icons.tsx'
import { notifyDone } from '../ui/notify.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import styles from './Activity.module.css'
import { ActivityCards } from './ActivityCards.tsx'
import { ActivityFacts, BatchNotice } from './ActivityFacts.tsx'
import { useActivityChanges } from './activities.calls.ts'
import { COMMENT_FIELDS, returnDraftName } from './return-comments.ts'
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
      {(shown) => <Decision shown={shown} />}
    </WithActivity>
  )
}

function Decision({ shown }: { shown: ActivityShowReply }) {
  const { siteActivities: activity, history, only_approver } = shown
  const { id, revision, site_profile_code } = activity
  const actor = useActor()
  const { approve, giveBack, reload } = useActivityChanges()
  useRecordView(id)

  // a refused decision was made on an old state: show the newest beside the refusal
  const orReload = async (act: () => Promise<unknown>, done: string) => {
    try {
      await act()
    } catch (error) {
      void reload()
      throw error
    }
    notifyDone(done)
  }

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
      />
      <div className={styles.stack}>
        <Stepper record={activity} history={history} />
        <BatchNotice activity={activity} />
        <Panel title="Activity">
          <ActivityFacts activity={activity} />
        </Panel>
        <ActivityCards shown={shown} mode="approval" />
        <ReviewPanel
          subject="SITES activity"
          approve={canApproveActivity(actor, activity, only_approver)}
          giveBack={canReturnActivity(actor, activity)}
          fields={COMMENT_FIELDS}
          draftName={returnDraftName(actor.id, id)}
          onApprove={() => orReload(() => approve({ id, revision }), `${site_profile_code} approved.`)}
          onReturn={(comments) =>
            orReload(
              () => giveBack(id, { ...comments, revision }),
              `${site_profile_code} returned to its encoder.`,
            )
          }
        />
        <History history={history} />
      </div>
    </>
  )
}
