import { Switch } from '@mantine/core'
import { canActivateActivity, canDeactivateActivity } from '../../shared/activities/activities.policy.ts'
import type { SiteActivity } from '../../shared/activities/activities.schema.ts'
import { REASON_LENGTH } from '../../shared/lib/deactivation.ts'
import { useActor } from '../app/actor.tsx'
import { useSwitchKey } from '../lib/form-key.ts'
import { useDialogs } from '../ui/dialogs.tsx'
import { notifyDone } from '../ui/notify.ts'
import { useActivityChanges } from './activities.calls.ts'
import { useOnce } from '../ui/useOnce.ts'
import { useAction } from './useAction.ts'

/** Switches an activity off with a reason, or on again; absent where the policy says no (ACTIVITIES-32). */
export function ActivityStatusToggle({ activity }: { activity: SiteActivity }) {
  const actor = useActor()
  const { confirm } = useDialogs()
  const { activate, deactivate } = useActivityChanges()
  const { busy, run } = useAction(useSwitchKey(activity.status))
  const mayDeactivate = canDeactivateActivity(actor, activity).ok
  const mayActivate = canActivateActivity(actor, activity).ok

  const askDeactivate = async () => {
    const answer = await confirm({
      title: 'Deactivate this SITES activity?',
      message: 'It is hidden from other users. This cannot be undone.',
      confirmLabel: 'Deactivate',
      danger: true,
      reason: { label: 'Reason', ...REASON_LENGTH },
    })
    const { reason } = answer ?? {}
    if (reason !== undefined && (await run((form_key) => deactivate(activity.id, reason, form_key))))
      notifyDone('SITES activity deactivated.')
  }

  const askActivate = async () => {
    const answer = await confirm({
      title: 'Activate this SITES activity?',
      message: 'It is shown to other users again and goes on where it stood.',
      confirmLabel: 'Activate',
    })
    if (answer && (await run((form_key) => activate(activity.id, form_key))))
      notifyDone('SITES activity activated.')
  }

  const ask = useOnce(() => (mayDeactivate ? askDeactivate() : askActivate()))
  if (!mayDeactivate && !mayActivate) return null

  return (
    <Switch
      label={activity.status}
      aria-label="Status of this SITES activity"
      size="md"
      checked={mayDeactivate}
      disabled={busy}
      onChange={() => void ask()}
    />
  )
}
