import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { REASON_LENGTH } from '../../shared/access/deactivation.ts'
import { canWithdrawSite } from '../../shared/sites/sites.policy.ts'
import { sitesApi, type SiteShowReply } from '../../shared/sites/sites.schema.ts'
import { useActor } from '../lib/useActor.ts'
import { call } from '../lib/call.ts'
import { useFormKey } from '../lib/form-key.ts'
import { useRecordChange } from '../review/review.calls.ts'
import { confirm } from '../ui/dialogs.tsx'
import { notifyDone } from '../ui/notify.ts'
import { fail } from '../ui/fail.ts'
import { useSend } from '../ui/useSend.ts'
import { SITE_CALLS } from './sites.calls.ts'

/** Withdraws a profile that no level has ever approved, with a reason; hidden where the policy refuses. */
export function WithdrawSite({ shown: { siteProfile: site, history } }: { shown: SiteShowReply }) {
  const actor = useActor()
  const navigate = useNavigate()
  const { busy, send } = useSend(useFormKey())
  const withdraw = useRecordChange(
    SITE_CALLS,
    site.id,
    ({ form_key, deactivate_reason }: { form_key: string; deactivate_reason: string }) => {
      const body = { deactivate_reason, revision: site.revision }
      return call(sitesApi.withdraw, { params: { id: site.id }, body, form_key })
    },
  )

  const ask = async () => {
    const answer = await confirm({
      title: 'Withdraw this profile?',
      message: (
        <>
          <p>
            <strong>
              {site.code}, {site.name_of_partner}
            </strong>
          </p>
          <p>It is deactivated and leaves every list. Only an administrator can activate it again.</p>
        </>
      ),
      confirmLabel: 'Withdraw',
      danger: true,
      reason: { label: 'Reason', ...REASON_LENGTH },
    })
    if (!answer) return
    try {
      await send((form_key) => withdraw.mutateAsync({ form_key, deactivate_reason: answer.reason ?? '' }))
      notifyDone('The profile was withdrawn.')
      await navigate({ to: '/sitemap' })
    } catch (error) {
      await fail(error)
    }
  }

  if (!busy && !canWithdrawSite(actor, site, history).ok) return null
  return (
    <Button variant="default" onClick={() => void ask()} disabled={busy}>
      Withdraw
    </Button>
  )
}
