import type { ResetCodeState } from '../../shared/factors/factors.schema.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import { Notice } from '../ui/Notice.tsx'

/** Says whether a reset code is open for a person, and what it still needs. */
export function ResetCodeNotice({ code }: { code: ResetCodeState }) {
  if (!code) return null
  if (code.needs_two && code.second_issued_at === null)
    return (
      <Notice title="Half of a reset code is issued">
        <p>
          {code.issued_by_name} issued the first half on {formatDateTime(code.issued_at)}. Another
          administrator of FMB must issue the second half before it works.
        </p>
      </Notice>
    )
  const issuers = [code.issued_by_name, code.second_issued_by_name].filter((name) => name !== null)
  return (
    <Notice title="A reset code is open">
      <p>
        Issued by {issuers.join(' and ')} on {formatDateTime(code.second_issued_at ?? code.issued_at)}. It
        works once, until {formatDateTime(code.expires_at)}.
      </p>
    </Notice>
  )
}
