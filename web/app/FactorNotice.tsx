import { formatDay } from '../../shared/lib/manila-days.ts'
import { useActor } from '../lib/useActor.ts'
import { Notice } from '../ui/Notice.tsx'

/** Says on every page, 14 days before, from when the person needs a second factor. */
export function FactorNotice() {
  const { factor_from } = useActor()
  if (!factor_from) return null
  return (
    <Notice tone="warning" title={`From ${formatDay(factor_from)} you need a second factor to log in`}>
      <p>
        An app on your phone, a passkey, or a sheet of codes on paper. <a href="/my-sign-in">Set it up now</a>
        : it takes five minutes.
      </p>
    </Notice>
  )
}
