import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ReviewFacts } from '../../shared/review/review.schema.ts'
import { Loading } from '../ui/Loading.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { isOutOfReach, RecordOutOfReach } from './Deactivated.tsx'
import { type ReviewCalls, recordQuery } from './review.calls.ts'

type WithRecordProps<Shown extends ReviewFacts, Row> = {
  calls: ReviewCalls<Shown, Row>
  id: number | string
  /** of the page while there is nothing else to show */
  title: string
  /** a link one step up, where the page has one before it knows its record */
  back?: ReactNode
  /** the way on from a record that cannot be had */
  wayOut: ReactNode
  children: (shown: Shown) => ReactNode
}

/** The record of a page: waits for it, and says so when it cannot be had, or no longer. */
export function WithRecord<Shown extends ReviewFacts, Row>({
  calls,
  id,
  title,
  back,
  wayOut,
  children,
}: WithRecordProps<Shown, Row>) {
  const { data, error, refetch } = useQuery(recordQuery(calls, id))
  if (data && !isOutOfReach(error)) return children(data)
  return (
    <>
      <PageHeader title={title} back={back} />
      {isOutOfReach(error) ? (
        <RecordOutOfReach error={error}>{wayOut}</RecordOutOfReach>
      ) : (
        <Loading error={error} onRetry={() => void refetch()} action={back ? null : wayOut} />
      )}
    </>
  )
}
