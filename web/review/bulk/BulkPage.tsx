import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDateTime } from '../../../shared/lib/dates.ts'
import { formatCount } from '../../../shared/lib/format.ts'
import type { Bulk } from '../../../shared/review/bulk.schema.ts'
import { DraftGate } from '../../drafts/DraftGate.tsx'
import { useRead } from '../../lib/queries.ts'
import { ArrowLeftIcon } from '../../ui/icons.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { WorkProgress } from '../../ui/WorkProgress.tsx'
import type { ReviewedScreens } from '../reviewed-screens.ts'
import { BulkForm } from './BulkForm.tsx'
import styles from './BulkPage.module.css'
import type { PlaceOption } from './PointForMany.tsx'
import { counted, countOf, useNewestBulk, VERBS } from './bulk.calls.ts'
import { draftOfBulk } from './bulk-draft.ts'
import { useSelection } from './selection.tsx'

type BulkOutcomeProps = {
  bulk: Bulk
  nouns: { one: string; many: string }
  decision: (id: number) => string
}

const STATES = { Waiting: 'Waiting', Decided: '', Refused: 'Not decided on', Left: 'Left' } as const

/** The progress of a decision on many and the result of each record; records without a decision are on top. */
function BulkOutcome({ bulk, nouns, decision }: BulkOutcomeProps) {
  const { action, rows, state, refusal } = bulk
  const { doing, done } = VERBS[action]
  const dealtWith = rows.length - countOf(bulk, 'Waiting')
  if (state === 'Running')
    return (
      <div>
        <WorkProgress
          label={`${doing} ${counted(rows.length, nouns)}`}
          share={dealtWith / rows.length}
          detail={`${formatCount(dealtWith)} of ${counted(rows.length, nouns)}. It continues if you leave this page.`}
        />
      </div>
    )
  const decided = countOf(bulk, 'Decided')
  const rest = rows.length - decided
  return (
    <Panel title={`Your last decision on several, ${formatDateTime(bulk.created_at)}`}>
      <Stack gap={20}>
        <Notice
          tone={rest === 0 ? 'success' : 'warning'}
          title={`${counted(decided, nouns)} ${done}${rest === 0 ? '' : `, ${formatCount(rest)} not`}.`}
          live
        >
          {refusal ? <p>{refusal}</p> : null}
        </Notice>
        <Rows rows={rows.filter((row) => row.state !== 'Decided')} decision={decision} done={done} />
        {decided > 0 ? (
          <details open={rest === 0}>
            <summary>
              {counted(decided, nouns)} {done}
            </summary>
            <Rows rows={rows.filter((row) => row.state === 'Decided')} decision={decision} done={done} />
          </details>
        ) : null}
      </Stack>
    </Panel>
  )
}

type RowsProps = { rows: Bulk['rows']; decision: BulkOutcomeProps['decision']; done: string }

const Rows = ({ rows, decision, done }: RowsProps) =>
  rows.length === 0 ? null : (
    <Stack component="ul" gap={0}>
      {rows.map(({ id, code, name, state, sentence }) => (
        <li key={id} className={styles.record}>
          <div className="breaks">
            <Link to={decision(id) as '/sites/approval'}>{code}</Link> {name}
            {sentence ? <p className="quiet">{sentence}</p> : null}
          </div>
          <span style={{ fontWeight: 650 }}>{STATES[state] || done[0]?.toUpperCase() + done.slice(1)}</span>
        </li>
      ))}
    </Stack>
  )

type ScreensProps = {
  of: ReviewedScreens
  /** what a point for many records can be about */
  places: readonly PlaceOption[]
}

/**
 * The ticked records of an approval list and the decision on them, then its progress and the result of each record.
 * Leaving the page does not stop it.
 */
export function BulkPage({ of, places }: ScreensProps) {
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
        <Stack gap={20}>
          {last && isNew ? outcome(last) : null}
          {!isRunning && ticks.ids.length > 0 ? <SelectedRecords of={of} places={places} /> : null}
          {last && !isNew ? outcome(last) : null}
          {!last && ticks.ids.length === 0 ? (
            <p>Nothing is ticked. Tick records on the approval list to decide on them together.</p>
          ) : null}
        </Stack>
      )}
    </>
  )
}

function SelectedRecords({ of, places }: ScreensProps) {
  const { calls, approval } = of
  const ticks = useSelection(approval.bulk.path)
  // their warnings and changes as they are each time the page opens
  const { data, error, refetch } = useRead(calls.carried, {
    query: { ids: ticks.ids.join(',') },
    enabled: ticks.ids.length > 0,
    refetchOnMount: 'always',
    keep: true,
  })
  if (!data) return <Loading error={error} onRetry={() => void refetch()} />
  return (
    <DraftGate of={draftOfBulk(approval.bulk.form)}>
      {(draft) => <BulkForm of={of} places={places} ticks={ticks} records={data.data} draft={draft} />}
    </DraftGate>
  )
}
