import { Link } from '@tanstack/react-router'
import { formatCount } from '../../../shared/lib/format.ts'
import type { ReviewFacts } from '../../../shared/review/review.schema.ts'
import type { ReviewedRow } from '../review.calls.ts'
import type { ReviewedScreens } from '../reviewed-screens.ts'
import { useNewestBulk } from './bulk.calls.ts'
import { counted, countOf } from './words.ts'

/** The link to the person's newest decision on many: how far it is, then its result. */
export function LastDecision<Shown extends ReviewFacts, Row extends ReviewedRow>({
  of: { calls, approval },
}: {
  of: Pick<ReviewedScreens<Shown, Row>, 'calls' | 'approval'>
}) {
  const bulk = useNewestBulk(calls).data?.bulk
  if (!bulk) return null
  const records = counted(bulk.rows.length, approval)
  const done = bulk.rows.length - countOf(bulk, 'Waiting')
  return (
    <Link to={approval.bulk.path as '/sites/approval'} search={(all) => all}>
      {bulk.state === 'Running'
        ? `Your decision is being processed: ${formatCount(done)} of ${records}`
        : `Result of your decision on ${records}`}
    </Link>
  )
}
