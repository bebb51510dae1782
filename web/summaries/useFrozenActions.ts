import { summaryPath, versionOf } from '../../shared/summaries/summary-names.ts'
import { summariesApi, type Summary } from '../../shared/summaries/summaries.schema.ts'
import { useChange } from '../lib/queries.ts'
import { confirm, inform } from '../ui/dialogs.tsx'
import { useAction } from '../ui/useAction.ts'

const REASON_LENGTH = { min: 2, max: 500 }

/** Publishes or withdraws a frozen summary, after a question. */
export function useFrozenActions({
  summary: { id, title, year },
  current,
}: Pick<Summary, 'summary' | 'current'>) {
  const { busy, run } = useAction()
  const publishing = useChange(summariesApi.publish)
  const replacing = useChange(summariesApi.replace)
  const withdrawing = useChange(summariesApi.withdraw)
  const params = { id }

  const publish = async () => {
    const kept = current
      ? ` It replaces ${current.title}, which stays readable at ${summaryPath(year, versionOf(current.sha256))} with a line that says so.`
      : ''
    const answer = await confirm({
      title: 'Publish this summary?',
      message: `Anyone can read ${title} at /summary/${year}, with its files.${kept}`,
      confirmLabel: current ? 'Publish and replace' : 'Publish',
    })
    if (!answer) return
    const done = await run((form_key) =>
      current
        ? replacing.mutateAsync({ params, body: { replaces: current.id }, form_key })
        : publishing.mutateAsync({ params, form_key }),
    )
    if (done) await inform({ title: 'Summary published', message: `${title} is now at /summary/${year}.` })
  }

  const withdraw = async () => {
    const answer = await confirm({
      title: 'Withdraw this summary?',
      message: `${title} leaves the public pages and stays frozen. Its address then shows the date and your reason to the public.`,
      confirmLabel: 'Withdraw',
      danger: true,
      reason: { label: 'Reason', ...REASON_LENGTH },
    })
    if (!answer) return
    const reason = answer.reason ?? ''
    const done = await run((form_key) => withdrawing.mutateAsync({ params, body: { reason }, form_key }))
    if (done)
      await inform({ title: 'Summary withdrawn', message: `${title} is no longer on the public pages.` })
  }

  return { busy, publish, withdraw }
}
