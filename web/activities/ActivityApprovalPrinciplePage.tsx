import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { type ActivityShowReply, reasonField } from '../../shared/activities/activities.schema.ts'
import { canReturnActivity } from '../../shared/activities/activities.policy.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { useActor } from '../lib/useActor.ts'
import { DraftGate, DraftStatus } from '../drafts/DraftGate.tsx'
import type { OpenDraft } from '../drafts/useDraft.ts'
import { CommentBox } from '../review/CommentBox.tsx'
import { type Comments, draftOfComments } from '../review/comments-draft.ts'
import { ArrowLeftIcon } from '../ui/icons.tsx'
import { Panel } from '../ui/Panel.tsx'
import { MeansView } from './MeansView.tsx'
import { PrincipleFrame, WithPrinciple } from './PrincipleFrame.tsx'
import { PrincipleNav } from './PrincipleNav.tsx'
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
  return (
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
        {canReturnActivity(actor, activity).ok ? (
          <Panel title="Comment for a return">
            <DraftGate
              of={draftOfComments({ form: 'activity-return', record: activity }, activity.site_profile_name)}
            >
              {(draft) => <SavedComment draft={draft} principle={principle.principle_number} />}
            </DraftGate>
          </Panel>
        ) : null}
      </MeansView>
      <PrincipleNav
        principles={sitePrinciples}
        current={principle}
        activityId={activity.id}
        mode="approval"
      />
    </PrincipleFrame>
  )
}

/** The approver's comment on this principle, stored as part of the return form's draft. */
function SavedComment({ draft, principle }: { draft: OpenDraft<Comments>; principle: number }) {
  const [comments, setComments] = useState<Comments>(draft.start ?? {})
  const field = reasonField(principle)
  const write = (text: string) => {
    const changed = { ...comments, [field]: text }
    setComments(changed)
    draft.keep(changed)
  }
  return (
    <>
      <CommentBox
        label={`Comment on Principle #${principle}`}
        description="Kept for the return form; nothing is sent until you press Return there. Up to 1,000 characters."
        value={comments[field] ?? ''}
        onChange={write}
      />
      <DraftStatus stored={draft.stored} />
    </>
  )
}
