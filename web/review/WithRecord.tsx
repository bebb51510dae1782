import type { ReactNode } from 'react'
import { sentenceOf } from '../../shared/lib/verdict.ts'
import { deactivated, type Reviewed } from '../../shared/review/review.policy.ts'
import type { ReviewFacts } from '../../shared/review/review.schema.ts'
import { ApiError, toMessage } from '../lib/call.ts'
import { useRead } from '../lib/queries.ts'
import { Loading } from '../ui/Loading.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import type { ReviewCalls } from './reviewed-screens.ts'

const NOT_FOUND = 404

/** Whether the record is no longer available to the signed-in person: deactivated, or moved out of their scope. */
export const isOutOfReach = (error: unknown): boolean =>
  error instanceof ApiError && error.status === NOT_FOUND

type SwitchedOff = Pick<Reviewed, 'status' | 'deactivated_by' | 'deactivated_at'> & {
  deactivate_reason: string
}

/** Shows who deactivated a record, when and why (S-121); nothing for an activated one. */
export function DeactivatedNotice({ record }: { record: SwitchedOff }) {
  if (record.status === 'Activated') return null
  return (
    <Notice tone="warning" title={sentenceOf(deactivated(record))}>
      <p>Reason: {record.deactivate_reason}</p>
    </Notice>
  )
}

/** Replaces a record that became unavailable while its page was open (S-121); the children are the links to go on. */
export const RecordOutOfReach = ({ error, children }: { error: unknown; children: ReactNode }) => (
  <Notice tone="warning" title={toMessage(error)} live>
    {children}
  </Notice>
)

type WithRecordProps<Shown extends ReviewFacts> = {
  calls: Pick<ReviewCalls<Shown, never>, 'show'>
  id: number | string
  /** of the page until the record is loaded */
  title: string
  /** a link one step up, for a page that has one without its record */
  back?: ReactNode
  /** shown when the record is not available */
  backLink: ReactNode
  children: (shown: Shown) => ReactNode
}

/** Loads the record of a page; shows a notice when it is not available, or no longer. */
export function WithRecord<Shown extends ReviewFacts>({
  calls,
  id,
  title,
  back,
  backLink,
  children,
}: WithRecordProps<Shown>) {
  const { data, error, refetch } = useRead(calls.show, { params: { id } })
  if (data && !isOutOfReach(error)) return children(data)
  return (
    <>
      <PageHeader title={title} back={back} />
      {isOutOfReach(error) ? (
        <RecordOutOfReach error={error}>{backLink}</RecordOutOfReach>
      ) : (
        <Loading error={error} onRetry={() => void refetch()} action={back ? null : backLink} />
      )}
    </>
  )
}
