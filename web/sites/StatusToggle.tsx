import { Switch } from '@mantine/core'
import { REASON_LENGTH } from '../../shared/lib/deactivation.ts'
import { canActivateSite, canDeactivateSite } from '../../shared/sites/sites.policy.ts'
import type { SiteProfile } from '../../shared/sites/sites.schema.ts'
import { useActor } from '../app/actor.tsx'
import { useSwitchKey } from '../lib/form-key.ts'
import { useDialogs } from '../ui/dialogs.tsx'
import { notifyDone } from '../ui/notify.ts'
import { useOnce } from '../ui/useOnce.ts'
import { useSend } from '../ui/useSend.ts'
import { useActivateSite, useDeactivateSite } from './sites.calls.ts'
import { useSiteFailure } from './useSiteFailure.ts'

/** Switches a profile off with a reason, or on again; absent where the policy says no (001 §4). */
export function StatusToggle({ site }: { site: SiteProfile }) {
  const actor = useActor()
  const { confirm } = useDialogs()
  const fail = useSiteFailure()
  const activate = useActivateSite(site.id)
  const deactivate = useDeactivateSite(site.id)
  const { busy, send } = useSend(useSwitchKey(site.status))
  const mayDeactivate = canDeactivateSite(actor, site).ok
  const mayActivate = canActivateSite(actor, site).ok

  const askDeactivate = async () => {
    const answer = await confirm({
      title: 'Deactivate this profile?',
      message: 'It is hidden from other users. This cannot be undone.',
      confirmLabel: 'Deactivate',
      danger: true,
      reason: { label: 'Reason', ...REASON_LENGTH },
    })
    const { reason } = answer ?? {}
    if (reason === undefined) return
    await send((form_key) => deactivate.mutateAsync({ deactivate_reason: reason, form_key }))
    notifyDone('Profile deactivated.')
  }

  const askActivate = async () => {
    const answer = await confirm({
      title: 'Activate this profile?',
      message: 'It is shown to other users again and goes on where it stood.',
      confirmLabel: 'Activate',
    })
    if (!answer) return
    await send((form_key) => activate.mutateAsync(form_key))
    notifyDone('Profile activated.')
  }

  const ask = useOnce(() => (mayDeactivate ? askDeactivate() : askActivate()).catch(fail))
  if (!mayDeactivate && !mayActivate) return null

  return (
    <Switch
      label={`Status: ${site.status}`}
      size="md"
      checked={mayDeactivate}
      disabled={busy}
      onChange={() => void ask()}
    />
  )
}
