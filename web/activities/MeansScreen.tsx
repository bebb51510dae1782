import { Link, useSearch } from '@tanstack/react-router'
import { ACTIVITY_POLICIES, canSaveMeans, canSwitchMeans } from '../../shared/activities/activities.policy.ts'
import { activitiesApi, type ActivityShowReply } from '../../shared/activities/activities.schema.ts'
import { sentenceOf } from '../../shared/lib/verdict.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { useActor } from '../lib/useActor.ts'
import { ArrowLeftIcon } from '../ui/icons.tsx'
import { WithPoints } from '../review/points/points-context.tsx'
import { NotesPanel } from '../notes/NotesPanel.tsx'
import { Notice } from '../ui/Notice.tsx'
import { WithActivityNotes } from './ActivityNotes.tsx'
import type { SwitchWords } from './AddMovSwitch.tsx'
import { MeansEditor } from './MeansEditor.tsx'
import { MeansView } from './MeansView.tsx'
import { type MeansMode, meansModeOf } from './means-mode.ts'
import { PrincipleFrame, WithPrinciple } from './PrincipleFrame.tsx'
import { PrincipleNav } from './PrincipleNav.tsx'
import { BackToActivities } from './back-links.tsx'

const BackToOverview = ({ activityId }: { activityId: number }) => (
  <Link to="/sites/activity/$activityId" params={{ activityId: String(activityId) }} search={(all) => all}>
    <ArrowLeftIcon size={16} /> Back to Compliance to Safeguards
  </Link>
)

type MeansScreenProps = {
  activityId: string
  principleId: string
  /** the edit screen, which has no Add MOV switches in a draft (ACTIVITIES-28) */
  isEdit: boolean
}

/** The evidence of one principle of an activity: to add, to edit after a return, or only to read (C-22). */
export function MeansScreen({ activityId, principleId, isEdit }: MeansScreenProps) {
  return (
    <WithPrinciple activityId={activityId} principleId={principleId} backLink={<BackToActivities />}>
      {(shown, principle) => <Means shown={shown} principle={principle} isEdit={isEdit} />}
    </WithPrinciple>
  )
}

/** The edit page hides a draft's switches; after a return they are questions, shown where a comment is (S-108). */
function switchWords(mode: MeansMode, isEdit: boolean): SwitchWords | null {
  if (mode === 'edit') return 'applies'
  return isEdit ? null : 'add'
}

type MeansProps = { shown: ActivityShowReply; principle: SitePrinciple; isEdit: boolean }

function Means({ shown, principle, isEdit }: MeansProps) {
  const { siteActivities: activity, sitePrinciples } = shown
  const actor = useActor()
  const mode = meansModeOf(actor, activity, useSearch({ strict: false }))
  const refused = canSaveMeans(actor, activity)
  const canSwitch = canSwitchMeans(actor, activity, principle.principle_number).ok
  return (
    <WithPoints
      calls={activitiesApi}
      record={activity}
      isAnswering={mode !== 'view'}
      keys={ACTIVITY_POLICIES.keys}
    >
      <WithActivityNotes activity={activity} batch={sitePrinciples} principle={principle}>
        <PrincipleFrame
          principle={principle}
          back={<BackToOverview activityId={activity.id} />}
          site={`${activity.site_profile_name} · ${activity.site_profile_code}`}
        >
          {isEdit && !refused.ok ? <Notice>{sentenceOf(refused)}</Notice> : null}
          {mode === 'view' ? (
            <MeansView activity={activity} principle={principle} />
          ) : (
            <MeansEditor
              principle={principle}
              activity={activity}
              site_profile_id={activity.site_profile_id}
              switches={canSwitch ? switchWords(mode, isEdit) : null}
              onCreated={() => Promise.resolve()}
            />
          )}
          <NotesPanel />
          <PrincipleNav
            principles={sitePrinciples}
            current={principle}
            activityId={activity.id}
            mode={mode}
          />
        </PrincipleFrame>
      </WithActivityNotes>
    </WithPoints>
  )
}
