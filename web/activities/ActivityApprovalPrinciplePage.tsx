import { Link, useParams } from '@tanstack/react-router'
import { Loader } from '@mantine/core'
import { activitiesApi, type ActivityShowReply } from '../../shared/activities/activities.schema.ts'
import { reasonField } from '../../shared/activities/reason-fields.ts'
import { canApproveActivity, canReturnActivity } from '../../shared/activities/activities.policy.ts'
import { plural } from '../../shared/lib/format.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { useActor } from '../lib/useActor.ts'
import { DraftStatus, RestoredLine } from '../drafts/DraftGate.tsx'
import { CommentBoxes } from '../review/CommentBoxes.tsx'
import { useDecision, WithDecision } from '../review/decision-context.tsx'
import { countAsked } from '../review/decision-draft.ts'
import { fittingDraft } from '../review/points/draft-points.ts'
import { usePoints, WithPoints } from '../review/points/points-context.tsx'
import { ArrowLeftIcon } from '../ui/icons.tsx'
import { NotesPanel } from '../notes/NotesPanel.tsx'
import { Panel } from '../ui/Panel.tsx'
import { WithActivityNotes } from './ActivityNotes.tsx'
import { MeansView } from './MeansView.tsx'
import { PrincipleFrame, WithPrinciple } from './PrincipleFrame.tsx'
import { PrincipleNav } from './PrincipleNav.tsx'
import { PrincipleChecklist } from './ActivityChecklists.tsx'
import { BackToApproval } from './back-links.tsx'

/** The evidence of one principle for the approver. */
export function ActivityApprovalPrinciplePage() {
  const { activityId, principleId } = useParams({
    from: '/sites/activity/approval/$activityId/principle/$principleId',
  })
  return (
    <WithPrinciple activityId={activityId} principleId={principleId} backLink={<BackToApproval />}>
      {(shown, principle) => <Evidence shown={shown} principle={principle} />}
    </WithPrinciple>
  )
}

function Evidence({ shown, principle }: { shown: ActivityShowReply; principle: SitePrinciple }) {
  const { siteActivities: activity, sitePrinciples } = shown
  const actor = useActor()
  const mayReturn = canReturnActivity(actor, activity).ok
  const mayApprove = canApproveActivity(actor, activity, shown.only_approver).ok
  return (
    <WithPoints calls={activitiesApi} record={activity}>
      <WithDecision
        of={{ form: 'activity-return', record: activity }}
        name={activity.site_profile_name}
        isOn={mayReturn || mayApprove}
        mayApprove={mayApprove}
        mayReturn={mayReturn}
      >
        <WithActivityNotes activity={activity} batch={sitePrinciples} principle={principle}>
          <PrincipleFrame
            principle={principle}
            back={
              <Link
                to="/sites/activity/approval/view/$activityId"
                params={{ activityId: String(activity.id) }}
                search={(all) => all}
              >
                <ArrowLeftIcon size={16} /> Back to the decision
              </Link>
            }
            site={`${activity.site_profile_name} · ${activity.site_profile_code}`}
          >
            <MeansView activity={activity} principle={principle}>
              <PrincipleChecklist principle={principle} />
              {mayReturn ? (
                <Panel title="Comment for a return">
                  <SavedComment principle={principle.principle_number} />
                </Panel>
              ) : null}
            </MeansView>
            <NotesPanel />
            <PrincipleNav
              principles={sitePrinciples}
              current={principle}
              activityId={activity.id}
              mode="approval"
            />
          </PrincipleFrame>
        </WithActivityNotes>
      </WithDecision>
    </WithPoints>
  )
}

/** The approver's comment on this principle, stored as part of the draft of the decision. */
function SavedComment({ principle }: { principle: number }) {
  const decision = useDecision()
  const sent = usePoints()?.points ?? []
  if (!decision?.open) return <Loader aria-label="Loading" />
  const { draft, change, open, restored, name } = decision
  const field = reasonField(principle)
  const points = countAsked(fittingDraft(draft, sent))
  return (
    <>
      {restored ? <RestoredLine name={`a return of ${name}`} restored={restored} /> : null}
      <CommentBoxes
        fields={[{ name: field, label: `Comment on Principle #${principle}` }]}
        comments={draft.comments}
        onChange={(comments) => change({ comments })}
        description="Kept for the return form; nothing is sent until you press Return there. Up to 1,000 characters."
      />
      {points > 0 ? (
        <p>
          {plural(points, 'point')} of this activity {points === 1 ? 'is' : 'are'} prepared and not sent yet.
          The decision lists {points === 1 ? 'it' : 'them'}.
        </p>
      ) : null}
      <DraftStatus stored={open.stored} />
    </>
  )
}
