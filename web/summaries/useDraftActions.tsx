import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { commentsApi } from '../../shared/summaries/comments.schema.ts'
import { summariesApi, type Summary } from '../../shared/summaries/summaries.schema.ts'
import { readOptions, useChange } from '../lib/queries.ts'
import { confirm, inform } from '../ui/dialogs.tsx'
import { notifyDone } from '../ui/notify.ts'
import { useAction } from '../ui/useAction.ts'
import { FreezeQuestion } from './FreezeQuestion.tsx'
import { GapList } from './GapList.tsx'

/** `onGone`: called when typed text can no longer be saved. */
type DraftActions = { summary: Summary; onGone: () => void }

/** Freezes or discards a draft, after a question. */
export function useDraftActions({ summary, onGone }: DraftActions) {
  const { id, title } = summary.summary
  const client = useQueryClient()
  const navigate = useNavigate()
  const { busy, run } = useAction()
  const freezing = useChange(summariesApi.freeze)
  const discarding = useChange(summariesApi.discard)
  const params = { id }

  const freeze = async () => {
    // the question is about the current state, not the one from when the page was opened
    const fresh = { params, staleTime: 0 }
    const now = await run(() => client.fetchQuery(readOptions(summariesApi.show, fresh)))
    const found = now && (await run(() => client.fetchQuery(readOptions(commentsApi.list, fresh))))
    if (!now || !found) return
    const open = found.comments.filter(({ state }) => state === 'open')
    const blocking = now.gaps.filter(({ blocks }) => blocks)
    if (blocking.length > 0)
      return inform({ title: 'This summary cannot be frozen yet', message: <GapList gaps={blocking} /> })
    const answer = await confirm({
      title: 'Freeze this summary?',
      message: <FreezeQuestion shown={now} comments={open} />,
      confirmLabel: 'Freeze',
      danger: true,
    })
    if (!answer) return
    const body = { updated_at: now.summary.updated_at, open_comments: open.map((comment) => comment.id) }
    const frozen = await run((form_key) => freezing.mutateAsync({ params, body, form_key }))
    if (!frozen) return
    onGone()
    await inform({
      title: 'Summary frozen',
      message: `${title} can no longer be changed. The public can read it once it is published.`,
    })
  }

  const discard = async () => {
    const answer = await confirm({
      title: 'Discard this draft?',
      message: `${title} and everything written in it are deleted. Texts of other summaries stay.`,
      confirmLabel: 'Discard draft',
      danger: true,
    })
    if (!answer) return
    const done = await run(async (form_key) => {
      await discarding.mutateAsync({ params, form_key })
      return true
    })
    if (!done) return
    onGone()
    notifyDone(`${title} was discarded.`)
    await navigate({ to: '/summary', search: {} })
  }

  return { busy, freeze, discard }
}
