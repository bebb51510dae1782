import { Button } from '@mantine/core'
import { canUndoCopyFromPrevious } from '../../shared/activities/activities.policy.ts'
import type {
  ActivityShowReply,
  PreviousFacts,
  SiteActivity,
} from '../../shared/activities/activities.schema.ts'
import { copiedFacts } from '../../shared/activities/fact-plan.ts'
import { indicatorsOn } from '../../shared/activities/switches.ts'
import { plural } from '../../shared/lib/format.ts'
import { activitiesApi } from '../../shared/activities/activities.schema.ts'
import { useRead } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { useRecordChange } from '../review/review.calls.ts'
import { inform } from '../ui/dialogs.tsx'
import { Notice } from '../ui/Notice.tsx'
import { notifyDone } from '../ui/notify.ts'
import { useAction } from '../ui/useAction.ts'

/** Counts the texts and figures of last time that this activity could still copy. */
function countCopyable({ siteActivities: activity, sitePrinciples }: ActivityShowReply, last: PreviousFacts) {
  const on = new Set(sitePrinciples.flatMap((principle) => indicatorsOn(principle, activity)))
  const plan = copiedFacts(sitePrinciples, activity.facts, last, (indicator) => on.has(indicator))
  return { texts: plan.statements.length, figures: plan.figures.length }
}

type Counts = ReturnType<typeof countCopyable>

const countWords = ({ texts, figures }: Counts): string =>
  [...(texts > 0 ? [plural(texts, 'text')] : []), ...(figures > 0 ? [plural(figures, 'figure')] : [])].join(
    ' and ',
  )

/** Says what was just copied and offers to undo it, until something else is saved (S-145). */
function CopiedNotice({ activity }: { activity: SiteActivity }) {
  const undo = useRecordChange(activitiesApi.show, activity.id, activitiesApi.undoCopyFromPrevious)
  const { busy, run } = useAction()
  const press = async () => {
    const input = { params: { id: activity.id }, body: { revision: activity.revision } }
    const done = await run((form_key) => undo.mutateAsync({ ...input, form_key }))
    if (done) notifyDone('Undone: the copied texts and figures were removed.')
  }
  return (
    <Notice title="Texts and figures were copied from last time">
      <p>
        Each is marked until you change or confirm it. You can undo this as long as nothing else is saved.
      </p>
      <p>
        <Button size="sm" variant="default" disabled={busy} onClick={() => void press()}>
          Undo copying
        </Button>
      </p>
    </Notice>
  )
}

/** Offers to copy texts and figures from the site's last approved activity; files are never copied. */
export function CopyFromPrevious({ shown }: { shown: ActivityShowReply }) {
  const { siteActivities: activity } = shown
  const actor = useActor()
  const { data } = useRead(activitiesApi.lastTime, { params: { id: activity.id } })
  const start = useRecordChange(activitiesApi.show, activity.id, activitiesApi.copyFromPrevious)
  const { busy, run } = useAction()
  if (canUndoCopyFromPrevious(actor, activity).ok) return <CopiedNotice activity={activity} />
  if (!data?.last) return null
  const { year } = data.last
  const left = countCopyable(shown, data.last)
  if (left.texts + left.figures === 0) return null
  const words = countWords(left)

  const press = async () => {
    const input = { params: { id: activity.id }, body: { revision: activity.revision } }
    const done = await run((form_key) => start.mutateAsync({ ...input, form_key }))
    if (done)
      await inform({
        title: `Copied from ${year}`,
        message: `${words} were copied, each marked until you change or confirm it.`,
      })
  }
  return (
    <Notice title="Start from last time">
      <p>
        {words} from the {year} activity can be copied here. Files are not copied.
      </p>
      <p>
        <Button size="sm" variant="default" disabled={busy} onClick={() => void press()}>
          Copy them
        </Button>
      </p>
    </Notice>
  )
}
