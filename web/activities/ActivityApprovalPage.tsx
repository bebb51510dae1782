import { Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { ActivityShowReply } from '../../shared/activities/activities.schema.ts'
import { ApprovalPage } from '../review/ApprovalPage.tsx'
import { DeactivatedNotice } from '../review/Deactivated.tsx'
import { proofsOfActivity } from '../public-log/public-log.calls.ts'
import { History } from '../review/History.tsx'
import { Stepper } from '../review/Stepper.tsx'
import { Panel } from '../ui/Panel.tsx'
import { ActivityCards } from './ActivityCards.tsx'
import { ActivityChanges } from './ActivityChanges.tsx'
import { ActivityFacts, BatchNotice } from './ActivityFacts.tsx'
import { SameYear } from './SameYear.tsx'
import { ACTIVITY_REVIEW } from './activity-review.tsx'

/** One activity for its approver, with Approve and Return. */
export function ActivityApprovalPage() {
  const { activityId } = useParams({ from: '/sites/activity/approval/view/$activityId' })
  return (
    <ApprovalPage of={ACTIVITY_REVIEW} id={activityId}>
      {(shown) => <Facts shown={shown} />}
    </ApprovalPage>
  )
}

function Facts({ shown }: { shown: ActivityShowReply }) {
  const { siteActivities: activity, history } = shown
  return (
    <Stack gap={24}>
      <DeactivatedNotice record={activity} />
      <Stepper record={activity} history={history} />
      <BatchNotice activity={activity} />
      <SameYear activity={activity} />
      <Panel title="Activity">
        <ActivityFacts activity={activity} />
      </Panel>
      <ActivityChanges shown={shown} mode="approval" withFirst />
      <ActivityCards shown={shown} mode="approval" />
      <History history={history} saveProof={proofsOfActivity(activity.id)} />
    </Stack>
  )
}
