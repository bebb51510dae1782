import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Bulk } from '../../../shared/review/bulk.schema.ts'
import type { ReviewFacts } from '../../../shared/review/review.schema.ts'
import { DraftGate } from '../../drafts/DraftGate.tsx'
import { ArrowLeftIcon } from '../../ui/icons.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import type { ReviewedRow } from '../review.calls.ts'
import type { ReviewedScreens } from '../reviewed-screens.ts'
import { BulkForm } from './BulkForm.tsx'
import { BulkOutcome } from './BulkOutcome.tsx'
import styles from './BulkPage.module.css'
import type { PlaceOption } from './PointForMany.tsx'
import { useBulkCandidates, useNewestBulk } from './bulk.calls.ts'
import { draftOfBulk } from './bulk-draft.ts'
import { useSelection } from './selection.ts'
import { counted } from './words.ts'

type ScreensProps<Shown extends ReviewFacts, Row extends ReviewedRow> = {
  of: ReviewedScreens<Shown, Row>
  /** what a point for many records can be about */
  places: readonly PlaceOption[]
}

/**
 * The ticked records of an approval list and the decision on them, then its progress and the result of each record.
 * Leaving the page does not stop it.
 */
export function BulkPage<Shown extends ReviewFacts, Row extends ReviewedRow>({
  of,
  places,
}: ScreensProps<Shown, Row>) {
  const { calls, approval } = of
  const ticks = useSelection(approval.bulk.path)
  const newest = useNewestBulk(calls)
  const last = newest.data?.bulk ?? null
  const isRunning = last?.state === 'Running'
  // a decision that ran while the page was open is on top; an earlier one is below
  const [seen, setSeen] = useState<number | null>(null)
  if (isRunning && seen !== last.id) setSeen(last.id)
  const isNew = last !== null && seen === last.id
  const outcome = (bulk: Bulk) => <BulkOutcome bulk={bulk} nouns={approval} decision={approval.decision} />
  const back = (
    <Link to={approval.list} search={(all) => all}>
      <ArrowLeftIcon size={16} />
      SITES Approval
    </Link>
  )
  return (
    <>
      <PageHeader
        title="Decide on several"
        intro={
          ticks.ids.length > 0
            ? `${counted(ticks.ids.length, approval)} ticked. Each is decided on by itself, as if you had opened it.`
            : 'The records ticked on the approval list are decided on here.'
        }
        back={back}
      />
      {newest.data === undefined ? (
        <Loading error={newest.error} onRetry={() => void newest.refetch()} />
      ) : (
        <div className={styles.parts}>
          {last && isNew ? outcome(last) : null}
          {!isRunning && ticks.ids.length > 0 ? <SelectedRecords of={of} places={places} /> : null}
          {last && !isNew ? outcome(last) : null}
          {!last && ticks.ids.length === 0 ? (
            <p>Nothing is ticked. Tick records on the approval list to decide on them together.</p>
          ) : null}
        </div>
      )}
    </>
  )
}

function SelectedRecords<Shown extends ReviewFacts, Row extends ReviewedRow>({
  of,
  places,
}: ScreensProps<Shown, Row>) {
  const { calls, approval } = of
  const ticks = useSelection(approval.bulk.path)
  const { data, error, refetch } = useBulkCandidates(calls, ticks.ids)
  if (!data) return <Loading error={error} onRetry={() => void refetch()} />
  return (
    <DraftGate of={draftOfBulk(approval.bulk.form)}>
      {(draft) => <BulkForm of={of} places={places} ticks={ticks} records={data.data} draft={draft} />}
    </DraftGate>
  )
}
