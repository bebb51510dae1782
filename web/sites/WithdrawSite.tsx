import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { REASON_LENGTH } from '../../shared/access/deactivation.ts'
import { canWithdrawSite } from '../../shared/sites/sites.policy.ts'
import { sitesApi, type SiteShowReply } from '../../shared/sites/sites.schema.ts'
import { useActor } from '../lib/useActor.ts'
import { useFormKey } from '../lib/form-key.ts'
import { useRecordChange } from '../review/review.calls.ts'
import { confirm } from '../ui/dialogs.tsx'
import { notifyDone } from '../ui/notify.ts'
import { fail } from '../ui/fail.ts'
import { useSend } from '../ui/useSend.ts'

/** Withdraws a profile that no level has ever approved, with a reason; hidden where the policy refuses. */
export function WithdrawSite({ shown: { siteProfile: site, history } }: { shown: SiteShowReply }) {
  const actor = useActor()
  const navigate = useNavigate()
  const { busy, send } = useSend(useFormKey())
  const withdraw = useRecordChange(sitesApi.show, site.id, sitesApi.withdraw)

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
      const body = { deactivate_reason: answer.reason ?? '', revision: site.revision }
      await send((form_key) => withdraw.mutateAsync({ params: { id: site.id }, body, form_key }))
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
