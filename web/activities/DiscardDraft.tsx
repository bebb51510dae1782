import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { canDiscardActivity } from '../../shared/activities/activities.policy.ts'
import { activitiesApi, type ActivityShowReply } from '../../shared/activities/activities.schema.ts'
import { plural } from '../../shared/lib/format.ts'
import { call } from '../lib/call.ts'
import { readOptions, useReadAgain } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { confirm } from '../ui/dialogs.tsx'
import { notifyDone } from '../ui/notify.ts'
import { useAction } from '../ui/useAction.ts'

/** Discards a draft that was never submitted, such as one begun for the wrong site. */
export function DiscardDraft({ shown }: { shown: ActivityShowReply }) {
  const { siteActivities: activity, history } = shown
  const actor = useActor()
  const navigate = useNavigate()
  const client = useQueryClient()
  const readAgain = useReadAgain()
  const { busy, run } = useAction()
  const verdict = canDiscardActivity(actor, activity, history.length > 0)

  const ask = async () => {
    const files = activity.verification.reduce((sum, { upload }) => sum + upload.length, 0)
    const answer = await confirm({
      title: 'Discard this draft?',
      message: `The draft of ${activity.site_profile_name} is deleted with ${plural(files, 'file')} and all that was typed into it. This cannot be undone.`,
      confirmLabel: 'Discard draft',
      danger: true,
    })
    if (!answer) return
    const params = { id: activity.id }
    const input = { params, body: { revision: activity.revision } }
    const done = await run((form_key) => call(activitiesApi.discard, { ...input, form_key }))
    if (!done) return
    await navigate({ to: '/sites/activity/datatable', search: ({ from: _gone, ...all }) => all })
    // after its page was left, so that the deleted record is not read again
    client.removeQueries(readOptions(activitiesApi.show, { params }))
    void readAgain(activitiesApi.discard)
    notifyDone('The draft was discarded.')
  }

  if (!verdict.ok) return null
  return (
    <ActionButton verdict={verdict} onClick={ask} variant="default" color="red" disabled={busy}>
      Discard draft
    </ActionButton>
  )
}
