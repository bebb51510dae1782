import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ActivityShowReply, SiteActivity } from '../../shared/activities/activities.schema.ts'
import { gradeField, gradeOrMissing } from '../../shared/activities/grading.ts'
import { reasonField } from '../../shared/activities/reason-fields.ts'
import { isPrincipleOff } from '../../shared/activities/switches.ts'
import { indicatorNumbers } from '../../shared/activities/verification.ts'
import { plural } from '../../shared/lib/format.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { isUnsettled } from '../../shared/review/unsettled.ts'
import { isAnswered, isPointed, usePoints } from '../review/points/points-context.tsx'
import { isChanged } from '../../shared/activities/activity-changes.ts'
import type { PrincipleChanges } from '../../shared/activities/activity-changes.schema.ts'
import { changesQuery } from './activities.calls.ts'
import { changeWords } from './changes.ts'
import { countUnchecked, unsavedWords } from './means-draft.ts'
import type { MeansMode } from './means-mode.ts'
import { PrincipleCard, PrincipleCards, principleLink } from './PrincipleCard.tsx'
import styles from './PrincipleCard.module.css'
import { PrincipleLink } from './PrincipleLink.tsx'
import { filesOfPrinciple } from './evidence.ts'
import { useUnsavedEvidence } from './unsaved-evidence.ts'

/** how many points a card names */
const NAMED = 3

type CardProps = {
  activity: SiteActivity
  principle: SitePrinciple
  mode: MeansMode
  /** the person's own work that is not part of the activity yet, in words */
  unsaved: string
  /** since the last return; undefined when there is nothing to compare with */
  changes: PrincipleChanges | undefined
}

function Card({ activity, principle, mode, unsaved, changes }: CardProps) {
  const { principle_number: number } = principle
  const files = filesOfPrinciple(activity, principle.id)
  const mine = new Set(indicatorNumbers(principle).keys())
  const unchecked = countUnchecked(activity.facts.filter((one) => mine.has(one.sites_criteria_indicator_id)))
  const pointed = usePoints()
  const isAsked = pointed !== null && isPointed(pointed)
  // the comments of a return with points are written in their words
  const comment = isAsked ? null : activity[reasonField(number)]
  const asked = (pointed?.points ?? []).filter(
    (point) => point.principle_number === number && isUnsettled(point),
  )
  const grade = gradeOrMissing(activity.grades[gradeField(number)])
  return (
    <PrincipleCard
      number={number}
      title={principle.title}
      grade={grade}
      link={
        <PrincipleLink
          mode={mode}
          activityId={activity.id}
          principleId={principle.id}
          className={principleLink}
        >
          {`Principle #${number}`}
        </PrincipleLink>
      }
    >
      {isPrincipleOff(principle, activity) ? <p className="pill">Add MOV is off</p> : null}
      {unsaved === '' ? null : (
        <p className="pill" data-tone="warning">
          {unsaved}
        </p>
      )}
      {unchecked > 0 ? (
        <p className="pill" data-tone="warning">
          {unchecked} copied, to check
        </p>
      ) : null}
      {comment ? (
        <Box component="p" fz="sm" className="said" data-tone="danger">
          <Box component="strong" display="block">
            Comment{activity.returned_by ? ` from ${activity.returned_by}` : ''}
          </Box>
          {comment}
        </Box>
      ) : null}
      {asked.length > 0 ? (
        <Box component="p" fz="sm" className="said" data-tone="danger">
          <Box component="strong" display="block">
            {asked.filter(isAnswered).length} of {plural(asked.length, 'point')} answered
          </Box>
          {asked
            .slice(0, NAMED)
            .map(({ label }) => label)
            .join(', ')}
          {asked.length > NAMED ? ` and ${asked.length - NAMED} more` : ''}
        </Box>
      ) : null}
      {changes && isChanged(changes) ? (
        <Box component="p" fz="sm" className="said" data-tone="warning">
          <Box component="strong" display="block">
            Changed since the return
          </Box>
          {changeWords(changes)}
        </Box>
      ) : null}
      <p className={styles.facts}>
        <span>{activity.approved_at ? grade : `${grade} (provisional)`}</span>
        <span>{plural(files.length, 'file')}</span>
      </p>
    </PrincipleCard>
  )
}

/** The eight principles of an activity in order, each with grade, files and the comment of the last return. */
export function ActivityCards({ shown, mode }: { shown: ActivityShowReply; mode: MeansMode }) {
  const { siteActivities: activity } = shown
  const { data } = useQuery(changesQuery(activity, { round: null, page: 1 }))
  const isWorkedOn = mode !== 'view' && mode !== 'approval'
  const unsavedEvidence = useUnsavedEvidence(activity.site_profile_id, isWorkedOn)
  const principles = [...shown.sitePrinciples].sort((a, b) => a.principle_number - b.principle_number)
  return (
    <PrincipleCards>
      {principles.map((principle) => (
        <Card
          key={principle.id}
          activity={activity}
          principle={principle}
          mode={mode}
          unsaved={unsavedWords(unsavedEvidence(principle), activity)}
          changes={data?.principles.find((one) => one.sites_principle_id === principle.id)}
        />
      ))}
    </PrincipleCards>
  )
}
