import type { ReactNode } from 'react'
import type { ReviewFacts } from '../../shared/review/review.schema.ts'
import { Loading } from '../ui/Loading.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useRead } from '../lib/queries.ts'
import { isOutOfReach, RecordOutOfReach } from './Deactivated.tsx'
import type { ReviewCalls } from './review.calls.ts'

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
