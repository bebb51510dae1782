import { ALL_KINDS } from '../../shared/access/record-kinds.ts'
import { formatCount } from '../../shared/lib/format.ts'
import type { OfficeWithoutApprover } from '../../shared/review/review.schema.ts'
import { canSeeMissingApprovers } from '../../shared/users/users.policy.ts'
import { usersApi } from '../../shared/users/users.schema.ts'
import { useRead } from '../lib/queries.ts'
import { useActor } from '../lib/useActor.ts'
import { Notice } from '../ui/Notice.tsx'

const what = (office: OfficeWithoutApprover): string =>
  ALL_KINDS.filter(({ many }) => office[many] !== null)
    .map(({ many }) => `${many} (${office[many]} waiting)`)
    .join(' or ')

/** Warns administrators, and the encoders of the office, about places without an approver (S-120). */
export function MissingApprovers() {
  const actor = useActor()
  const { data } = useRead(usersApi.withoutApprover, {
    staleTime: 60_000,
    enabled: canSeeMissingApprovers(actor).ok,
  })
  if (!data || data.totalCount === 0) return null
  const left = data.totalCount - data.data.length
  return (
    <Notice tone="warning" title="An office has no active approver">
      <ul>
        {data.data.map((office) => (
          <li key={office.id}>
            <strong>{office.office}</strong>, {office.region}, has no active approver for {what(office)}.
          </li>
        ))}
      </ul>
      {left > 0 ? <p>and {formatCount(left)} more offices.</p> : null}
      <p>
        Records submitted there wait until an administrator gives a person of the office the role of an
        approver.
      </p>
    </Notice>
  )
}
