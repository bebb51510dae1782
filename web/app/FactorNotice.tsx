import { useLocation } from '@tanstack/react-router'
import { formatDay } from '../../shared/lib/manila-days.ts'
import { useActor } from '../lib/useActor.ts'
import { Notice } from '../ui/Notice.tsx'

const ways = (
  <p>
    An app on your phone, a passkey, or a sheet of codes on paper. <a href="/my-sign-in">Set it up now</a>: it
    takes five minutes.
  </p>
)

/**
 * Says on every page, 14 days before, from when the person needs a second factor; where their level only offers one, it
 * asks on the dashboard.
 */
export function FactorNotice() {
  const { factor_from, factor_offered } = useActor()
  const { pathname } = useLocation()
  if (factor_from)
    return (
      <Notice tone="warning" title={`From ${formatDay(factor_from)} you need a second factor to log in`}>
        {ways}
      </Notice>
    )
  return factor_offered && pathname === '/dashboard' ? (
    <Notice tone="info" title="Protect your account with a second factor">
      {ways}
    </Notice>
  ) : null
}
