import { Box } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { canSubmitActivity } from '../../shared/activities/activities.policy.ts'
import { activitiesApi, type ActivityShowReply } from '../../shared/activities/activities.schema.ts'
import type { Point } from '../../shared/review/points.schema.ts'
import { evidenceOfPrinciple } from '../../shared/activities/grading.ts'
import { uncheckedIndicators } from '../../shared/activities/fact-plan.ts'
import { indicatorsWithFiles } from '../../shared/activities/verification.ts'
import { formatCount } from '../../shared/lib/format.ts'
import { no, sentenceOf } from '../../shared/lib/verdict.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { useActor } from '../lib/useActor.ts'
import { pointId, toPoint } from '../review/points/place-id.ts'
import { PointsNotAnswered } from '../review/points/record-points.tsx'
import { useOpenPoints } from '../review/points/open-answers.ts'
import { WarningLabels } from '../review/WarningLabels.tsx'
import { useRecordChange } from '../review/review.calls.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { confirm, inform } from '../ui/dialogs.tsx'
import { factsId } from './FactFields.tsx'
import { countUnchecked, unsavedWords } from './means-draft.ts'
import { meansModeOf } from './means-mode.ts'
import { SCREEN } from './PrincipleLink.tsx'
import { unsavedQuery, unsavedUnder } from './unsaved-evidence.ts'
import { useAction } from '../ui/useAction.ts'

export const NO_EVIDENCE_YET = { title: 'Submit SITES Activity', message: sentenceOf(no('upload_first')) }

const Names = ({ lead, principles }: { lead: string; principles: SitePrinciple[] }) =>
  principles.length === 0 ? null : (
    <>
      <p>{lead}</p>
      <Box component="ul" mt={8} className="bullets">
        {principles.map(({ id, principle_number, title }) => (
          <li key={id}>
            Principle #{principle_number}: {title}
          </li>
        ))}
      </Box>
    </>
  )

/** Submits the activity to PENRO's approver, after naming the principles without evidence (S-57). */
export function SubmitActivity({ shown }: { shown: ActivityShowReply }) {
  const { siteActivities: activity, sitePrinciples, marks } = shown
  const search = useSearch({ strict: false })
  const actor = useActor()
  const client = useQueryClient()
  const navigate = useNavigate()
  const submit = useRecordChange(activitiesApi.show, activity.id, activitiesApi.submit)
  const { busy, run } = useAction()
  const findOpen = useOpenPoints()

  const toFacts = ({ principle, indicator }: { principle: SitePrinciple; indicator: number }) =>
    navigate({
      to: SCREEN[meansModeOf(actor, activity, search)],
      params: { activityId: String(activity.id), principleId: String(principle.id) },
      search: (all) => all,
      hash: factsId(indicator),
    })

  const toAnswer = (point: Point) => {
    const principle = sitePrinciples.find((one) => one.principle_number === point.principle_number)
    if (!principle) return requestAnimationFrame(() => toPoint(point))
    return navigate({
      to: SCREEN[meansModeOf(actor, activity, search)],
      params: { activityId: String(activity.id), principleId: String(principle.id) },
      search: (all) => all,
      hash: pointId(point),
    })
  }

  const ask = async () => {
    const evidenced = indicatorsWithFiles(activity.verification)
    if (evidenced.size === 0) return inform(NO_EVIDENCE_YET)
    const without = sitePrinciples.filter(
      (principle) => evidenceOfPrinciple(principle, activity, evidenced).grade === 'Not Compliant',
    )
    const [stored, points] = await Promise.all([
      client.fetchQuery(unsavedQuery(actor.id, activity.site_profile_id)),
      findOpen(),
    ])
    const [point] = [...points.unsent, ...points.open]
    const hasUnsaved = (principle: SitePrinciple) =>
      unsavedWords(unsavedUnder(stored, principle), activity) !== ''
    const unchecked = uncheckedIndicators(sitePrinciples, activity.facts)
    const [first] = unchecked
    const answer = await confirm({
      title: 'Submit SITES Activity',
      message: (
        <>
          <p>{`The activity of ${activity.site_profile_code}, ${activity.site_profile_name}, goes to the PENRO approver. It can only be changed again when it is returned.`}</p>
          <PointsNotAnswered {...points} />
          <Names lead="These principles have no evidence and grade Not Compliant:" principles={without} />
          <Names
            lead="Unsaved changes are not submitted. Principles with files, texts or figures that are not saved:"
            principles={sitePrinciples.filter(hasUnsaved)}
          />
          {first ? (
            <p>
              {formatCount(countUnchecked(activity.facts))} copied from last time and neither changed nor
              confirmed: {unchecked.map(({ number }) => number).join(', ')}.
            </p>
          ) : null}
          {marks.length > 0 ? <WarningLabels marks={marks} /> : null}
        </>
      ),
      confirmLabel: 'Submit',
      ...(point
        ? { otherLabel: 'Answer first', isOtherSafe: true }
        : first
          ? { otherLabel: `Check ${first.number} first`, isOtherSafe: true }
          : {}),
    })
    if (!answer) return
    if (answer.isOther && point) return void toAnswer(point)
    if (answer.isOther && first) return toFacts(first)
    const input = { params: { id: activity.id }, body: { revision: activity.revision } }
    const submitted = await run((form_key) => submit.mutateAsync({ ...input, form_key }))
    if (!submitted) return
    await inform({
      title: 'Add SITES Activity Successful',
      message: `The SITES activity of ${activity.site_profile_name} was submitted for review.`,
    })
    await navigate({ to: '/sites/activity/datatable', search: ({ from: _gone, ...all }) => all })
  }

  return (
    <ActionButton verdict={canSubmitActivity(actor, activity)} onClick={ask} disabled={busy}>
      Submit SITES Activity
    </ActionButton>
  )
}
