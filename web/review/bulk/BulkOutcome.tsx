import { Link } from '@tanstack/react-router'
import { formatDateTime } from '../../../shared/lib/dates.ts'
import { formatCount } from '../../../shared/lib/format.ts'
import type { Bulk } from '../../../shared/review/bulk.schema.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { WorkProgress } from '../../ui/WorkProgress.tsx'
import styles from './BulkPage.module.css'
import { counted, countOf, VERBS } from './words.ts'

type Nouns = { one: string; many: string }

type BulkOutcomeProps = {
  bulk: Bulk
  nouns: Nouns
  decision: (id: number) => string
}

const STATES = { Waiting: 'Waiting', Decided: '', Refused: 'Not decided on', Left: 'Left' } as const

/** The progress of a decision on many and the result of each record; records without a decision are on top. */
export function BulkOutcome({ bulk, nouns, decision }: BulkOutcomeProps) {
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
      <div className={styles.parts}>
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
      </div>
    </Panel>
  )
}

type RowsProps = { rows: Bulk['rows']; decision: BulkOutcomeProps['decision']; done: string }

const Rows = ({ rows, decision, done }: RowsProps) =>
  rows.length === 0 ? null : (
    <ul className={styles.records}>
      {rows.map(({ id, code, name, state, sentence }) => (
        <li key={id} className={styles.record}>
          <div className={styles.name}>
            <Link to={decision(id) as '/sites/approval'}>{code}</Link> {name}
            {sentence ? <p className={styles.note}>{sentence}</p> : null}
          </div>
          <span className={styles.state}>{STATES[state] || done[0]?.toUpperCase() + done.slice(1)}</span>
        </li>
      ))}
    </ul>
  )
