import { Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { ACTIVITY_POLICIES } from '../../shared/activities/activities.policy.ts'
import type { ActivityShowReply } from '../../shared/activities/activities.schema.ts'
import { activityLabel } from '../../shared/activities/activity-points.ts'
import { publicLogApi } from '../../shared/public-log/public-log.schema.ts'
import type { PointPlace } from '../../shared/review/points.schema.ts'
import { ApprovalPage } from '../review/ApprovalPage.tsx'
import { LazyApprovalWithdrawal } from '../review/LazyApprovalWithdrawal.tsx'
import { DeactivatedNotice } from '../review/WithRecord.tsx'
import { History } from '../review/History.tsx'
import { AddPoint, PointsAt, usePointKey } from '../review/points/PointsAt.tsx'
import { Stepper } from '../review/Stepper.tsx'
import { NotesPanel } from '../notes/NotesPanel.tsx'
import { Panel } from '../ui/Panel.tsx'
import { ActivityCards } from './ActivityCards.tsx'
import { ActivityChanges } from './ActivityChanges.tsx'
import { ActivityChecklists } from './ActivityChecklists.tsx'
import { ActivityFacts, BatchNotice } from './ActivityFacts.tsx'
import { WithActivityNotes } from './ActivityNotes.tsx'
import { SameYear } from './SameYear.tsx'
import { ACTIVITY_REVIEW } from './activity-review.tsx'

function placeOf({ siteActivities: activity, sitePrinciples }: ActivityShowReply, place: PointPlace) {
  const found = activityLabel(activity, sitePrinciples, place)
  if (!found) return null
  const principle = sitePrinciples.find((one) => one.principle_number === found.principle_number)
  return { page: principle ? `/sites/activity/approval/${activity.id}/principle/${principle.id}` : null }
}

/** One activity for its approver, with Approve and Return. */
export function ActivityApprovalPage() {
  const { activityId } = useParams({ from: '/sites/activity/approval/view/$activityId' })
  return (
    <ApprovalPage
      of={ACTIVITY_REVIEW}
      id={activityId}
      places="the activity, its reporting year, a principle, an indicator, a figure or a file"
      placeOf={placeOf}
    >
      {(shown) => <Facts shown={shown} />}
    </ApprovalPage>
  )
}

const RECORD = { about: 'record' } as const

function Facts({ shown }: { shown: ActivityShowReply }) {
  const { siteActivities: activity, history } = shown
  usePointKey(RECORD)
  return (
    <WithActivityNotes activity={activity} batch={shown.sitePrinciples}>
      <Stack gap={24}>
        <DeactivatedNotice record={activity} />
        <LazyApprovalWithdrawal of={ACTIVITY_REVIEW} keys={ACTIVITY_POLICIES.keys} shown={shown} />
        <Stepper record={activity} history={history} />
        <BatchNotice activity={activity} />
        <SameYear activity={activity} />
        <Panel
          title="Activity"
          actions={<AddPoint place={RECORD} label="The activity" about="about the activity" />}
        >
          <PointsAt place={RECORD} label="The activity" withButton={false} />
          <ActivityFacts activity={activity} />
        </Panel>
        <ActivityChanges shown={shown} mode="approval" withFirst />
        <ActivityCards shown={shown} mode="approval" />
        <ActivityChecklists principles={shown.sitePrinciples} />
        <History history={history} id={activity.id} proof={publicLogApi.activityStep} />
        <NotesPanel />
      </Stack>
    </WithActivityNotes>
  )
}
