import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ActivityShowReply, LastTime } from '../../shared/activities/activities.schema.ts'
import { takenOver } from '../../shared/activities/fact-plan.ts'
import { indicatorsOn } from '../../shared/activities/switches.ts'
import { BusyOverlay } from '../ui/BusyOverlay.tsx'
import { useDialogs } from '../ui/dialogs.tsx'
import { Notice } from '../ui/Notice.tsx'
import { lastTimeQuery, useStartFromLast } from './activities.calls.ts'
import { countOf } from './evidence.ts'
import { useAction } from '../ui/useAction.ts'

/** How many texts and figures of last time this activity could still take over. */
function whatIsLeft({ siteActivities: activity, sitePrinciples }: ActivityShowReply, last: LastTime) {
  const on = new Set(sitePrinciples.flatMap((principle) => indicatorsOn(principle, activity)))
  const plan = takenOver(sitePrinciples, activity.facts, last, (indicator) => on.has(indicator))
  return { texts: plan.statements.length, figures: plan.figures.length }
}

/** Offers to begin with the texts and figures of the site's last approved activity; files are never taken over. */
export function StartFromLast({ shown }: { shown: ActivityShowReply }) {
  const { siteActivities: activity } = shown
  const { inform } = useDialogs()
  const { data } = useQuery(lastTimeQuery(activity))
  const start = useStartFromLast(activity.id)
  const { busy, run, leave } = useAction()
  if (!data?.last) return null
  const { year } = data.last
  const { texts, figures } = whatIsLeft(shown, data.last)
  if (texts + figures === 0) return null
  const words = [texts, figures].every(Boolean)
    ? `${countOf(texts, 'text')} and ${countOf(figures, 'figure')}`
    : texts > 0
      ? countOf(texts, 'text')
      : countOf(figures, 'figure')

  const press = async () => {
    const done = await run((form_key) => start.mutateAsync({ revision: activity.revision, form_key }))
    if (done)
      await inform({
        title: `Taken over from ${year}`,
        message: `${words} stand here now, each marked until you change it or say that it still holds.`,
      })
  }
  return (
    <Notice title="Start from last time">
      <BusyOverlay visible={busy} onLeave={leave} />
      <p>
        In {year} this site told {words} that do not stand here yet. Files are not taken over.
      </p>
      <p>
        <Button size="sm" variant="default" disabled={busy} onClick={() => void press()}>
          Take them over
        </Button>
      </p>
    </Notice>
  )
}
