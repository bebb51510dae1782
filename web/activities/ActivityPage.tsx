import { Button, Group, Stack } from '@mantine/core'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { ACTIVITY_POLICIES, canSaveMeans } from '../../shared/activities/activities.policy.ts'
import { activitiesApi, type ActivityShowReply } from '../../shared/activities/activities.schema.ts'
import { publicLogApi } from '../../shared/public-log/public-log.schema.ts'
import { recordViewsApi } from '../../shared/review/review.schema.ts'
import { mayHaveCertificate } from '../../shared/certificates/certificates.policy.ts'
import { useActor } from '../lib/useActor.ts'
import { useRecordView } from '../lib/queries.ts'
import { LazyApprovalWithdrawal } from '../review/LazyApprovalWithdrawal.tsx'
import { DeactivatedNotice, WithRecord } from '../review/WithRecord.tsx'
import { History } from '../review/History.tsx'
import { WithPoints } from '../review/points/points-context.tsx'
import { RecallRecord, RecordSwitch } from '../review/RecordActions.tsx'
import { Stepper } from '../review/Stepper.tsx'
import { NotesPanel } from '../notes/NotesPanel.tsx'
import { ArrowLeftIcon, PencilIcon } from '../ui/icons.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { WithAside } from '../ui/WithAside.tsx'
import { ActivityCards } from './ActivityCards.tsx'
import { ActivityChanges } from './ActivityChanges.tsx'
import { ActivityFacts, BatchNotice } from './ActivityFacts.tsx'
import { ActivityPoints } from './ActivityPoints.tsx'
import { WithActivityNotes } from './ActivityNotes.tsx'
import { BackToActivities } from './back-links.tsx'
import { ACTIVITY_REVIEW } from './activity-review.tsx'
import { DiscardDraft } from './DiscardDraft.tsx'
import { isFromView, meansModeOf } from './means-mode.ts'
import { ProfileSelect } from './ProfileSelect.tsx'
import { ReportingYear } from './ReportingYear.tsx'
import { SameYear } from './SameYear.tsx'
import { CopyFromPrevious } from './CopyFromPrevious.tsx'
import { SubmitActivity } from './SubmitActivity.tsx'

const TITLE = 'Compliance to Safeguards'

/** One activity: its site, its state, and its eight principles. */
export function ActivityPage() {
  const { activityId } = useParams({ from: '/sites/activity/$activityId' })
  return (
    <WithRecord calls={activitiesApi} id={activityId} title={TITLE} backLink={<BackToActivities />}>
      {(shown) => <Overview shown={shown} />}
    </WithRecord>
  )
}

function Overview({ shown }: { shown: ActivityShowReply }) {
  const { siteActivities: activity, history } = shown
  const actor = useActor()
  const search = useSearch({ strict: false })
  const mode = meansModeOf(actor, activity, search)
  const fromView = isFromView(search)
  const canChange = canSaveMeans(actor, activity).ok
  useRecordView(recordViewsApi.record, 'SiteActivities', activity)
  return (
    <WithPoints calls={activitiesApi} record={activity} isAnswering={canChange} keys={ACTIVITY_POLICIES.keys}>
      <WithActivityNotes activity={activity} batch={shown.sitePrinciples}>
        <PageHeader
          title={TITLE}
          code={activity.site_profile_code}
          intro={`${activity.site_profile_name} · ${activity.site_profile_code}`}
          back={
            <Link to="/sites/activity/datatable" search={({ from: _gone, ...all }) => all}>
              <ArrowLeftIcon size={16} /> Back to SITES Activities
            </Link>
          }
          actions={
            <>
              <RecordSwitch of={ACTIVITY_REVIEW} record={activity} />
              <RecallRecord of={ACTIVITY_REVIEW} record={activity} />
              <DiscardDraft shown={shown} />
              {mayHaveCertificate(activity) && (
                <Button component="a" variant="default" href={`/site/approved/${activity.id}/certificate`}>
                  Certificate
                </Button>
              )}
              {fromView && canChange ? (
                <Button
                  variant="default"
                  leftSection={<PencilIcon />}
                  renderRoot={(props) => (
                    <Link
                      to="/sites/activity/$activityId"
                      params={{ activityId: String(activity.id) }}
                      search={(all) => ({ ...all, from: 'edit' })}
                      {...props}
                    />
                  )}
                >
                  Edit SITES Activity
                </Button>
              ) : null}
            </>
          }
        />
        <WithAside
          lead={
            <Stack gap={24}>
              <DeactivatedNotice record={activity} />
              <LazyApprovalWithdrawal of={ACTIVITY_REVIEW} keys={ACTIVITY_POLICIES.keys} shown={shown} />
              <Stepper record={activity} history={history} />
              <ActivityPoints shown={shown} mode={mode} />
              <BatchNotice activity={activity} />
              <SameYear activity={activity} />
              {!fromView && canChange ? (
                <ProfileSelect
                  profiles={[
                    {
                      id: activity.site_profile_id,
                      code: activity.site_profile_code,
                      name_of_partner: activity.site_profile_name,
                      city: activity.city,
                      province: activity.province,
                    },
                  ]}
                  chosen={activity.site_profile_id}
                />
              ) : null}
              <Panel title="Activity">
                <ActivityFacts activity={activity} withoutProfile={!fromView && canChange} />
                {!fromView && canChange ? <ReportingYear activity={activity} /> : null}
              </Panel>
              {!fromView && canChange ? <CopyFromPrevious shown={shown} /> : null}
              <ActivityCards shown={shown} mode={mode} />
              {fromView ? null : (
                <Group justify="flex-end" gap="sm">
                  <SubmitActivity shown={shown} />
                </Group>
              )}
            </Stack>
          }
          aside={
            <>
              <ActivityChanges shown={shown} mode={mode} withFirst={false} />
              <History history={history} id={activity.id} proof={publicLogApi.activityStep} />
            </>
          }
        >
          <NotesPanel />
        </WithAside>
      </WithActivityNotes>
    </WithPoints>
  )
}
