import { Textarea } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { reasonField } from '../../shared/activities/activities.schema.ts'
import { canReturnActivity } from '../../shared/activities/activities.policy.ts'
import type { ActivityShowReply } from '../../shared/activities/activities.schema.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { COMMENT_LENGTH } from '../../shared/review/review.schema.ts'
import { useActor } from '../app/actor.tsx'
import { DraftGate, DraftStatus } from '../drafts/DraftGate.tsx'
import type { OpenDraft } from '../drafts/useDraft.ts'
import { type Comments, draftOfComments } from '../review/comments-draft.ts'
import { ArrowLeftIcon } from '../ui/icons.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { BackToApproval } from './ActivityApprovalPage.tsx'
import styles from './Activity.module.css'
import { MEANS_TITLE, NoSuchPrinciple } from './MeansScreen.tsx'
import { MeansView } from './MeansView.tsx'
import { PrincipleNav } from './PrincipleNav.tsx'
import { WithActivity } from './WithActivity.tsx'

/** The evidence of one principle before its reviewer. */
export function ActivityApprovalPrinciplePage() {
  const { activityId, principleId } = useParams({
    from: '/sites/activity/approval/$activityId/principle/$principleId',
  })
  return (
    <WithActivity activityId={activityId} title={MEANS_TITLE} wayOut={<BackToApproval />}>
      {(shown) => {
        const principle = shown.sitePrinciples.find((one) => String(one.id) === principleId)
        if (!principle) return <NoSuchPrinciple />
        return <Evidence key={principleId} shown={shown} principle={principle} />
      }}
    </WithActivity>
  )
}

function Evidence({ shown, principle }: { shown: ActivityShowReply; principle: SitePrinciple }) {
  const { siteActivities: activity, sitePrinciples } = shown
  const actor = useActor()
  return (
    <>
      <PageHeader
        title={`Principle #${principle.principle_number}`}
        intro={principle.title}
        back={
          <Link
            to="/sites/activity/approval/view/$activityId"
            params={{ activityId: String(activity.id) }}
            search={(all) => all}
          >
            <ArrowLeftIcon size={16} /> Back to the decision
          </Link>
        }
      />
      <div className={styles.stack}>
        <p>
          {activity.site_profile_name} · {activity.site_profile_code}
        </p>
        <MeansView activity={activity} principle={principle}>
          {canReturnActivity(actor, activity).ok ? (
            <Panel title="Comment for a return">
              <DraftGate of={draftOfComments({ form: 'activity-return', record: activity })}>
                {(draft) => <CommentBox draft={draft} principle={principle.principle_number} />}
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
      </div>
    </>
  )
}

/** A comment on this principle, kept for the return form. */
function CommentBox({ draft, principle }: { draft: OpenDraft<Comments>; principle: number }) {
  const [comments, setComments] = useState<Comments>(draft.start ?? {})
  const field = reasonField(principle)
  const write = (text: string) => {
    const changed = { ...comments, [field]: text }
    setComments(changed)
    draft.keep(changed)
  }
  return (
    <>
      <Textarea
        label={`Comment on Principle #${principle}`}
        description="Kept for the return form; nothing is sent until you press Return there. Up to 1,000 characters."
        value={comments[field] ?? ''}
        onChange={(event) => write(event.currentTarget.value)}
        maxLength={COMMENT_LENGTH.max}
        autosize
        minRows={2}
        maxRows={10}
      />
      <DraftStatus kept={draft.kept} />
    </>
  )
}
