import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { BulkCandidate } from '../../../shared/review/bulk.schema.ts'
import { CommentBox } from '../CommentBox.tsx'
import type { CommentField } from '../ReviewPanel.tsx'
import { WarningLabels } from '../WarningLabels.tsx'
import { FROM_BULK } from './BackToDeciding.tsx'
import styles from './BulkPage.module.css'
import type { BulkText } from './bulk-draft.ts'
import { type PlaceOption, PointsForMany } from './PointForMany.tsx'
import { isTooLong, TOO_LONG } from './sort-selection.ts'

type OwnCommentFields = {
  fields: readonly CommentField[]
  places: readonly PlaceOption[]
  text: BulkText
  onChange: (text: BulkText) => void
}

type BulkRecordsProps = {
  records: readonly BulkCandidate[]
  decision: (id: number) => string
  onUntick: (id: number) => void
  /** for a return: the comments and points for single records */
  writing?: OwnCommentFields
}

/** Ticked records with their warnings and changes. Each can be opened, which leads back here, and unticked. */
export const BulkRecords = ({ records, ...shared }: BulkRecordsProps) => (
  <ul className={styles.records}>
    {records.map((record) => (
      <BulkRecord key={record.id} record={record} {...shared} />
    ))}
  </ul>
)

/** What there is to know of a record beside its warnings: changes, whether it was opened, why it cannot be decided on. */
const noteOf = ({ marks, changed, opened, refusal }: BulkCandidate): string => {
  const own = refusal.approve ?? refusal.return
  const isPlain = marks.length === 0 && !changed
  return [
    ...(changed ? ['Changed since it was returned'] : []),
    ...(opened && !isPlain ? ['You have opened it'] : []),
    ...(isPlain && !own ? ['No warnings, no changes'] : []),
    ...(own ? [own] : []),
  ].join('. ')
}

function BulkRecord({
  record,
  decision,
  onUntick,
  writing,
}: Omit<BulkRecordsProps, 'records'> & { record: BulkCandidate }) {
  const { id, code, name } = record
  const own = writing?.text.own[id]
  const [isWriting, setWriting] = useState(
    Object.values(own ?? {}).some((text) => text.trim() !== '') || !!writing?.text.ownPoints?.[id]?.length,
  )
  return (
    <li className={styles.record}>
      <div className={styles.name}>
        <Link to={decision(id) as '/sites/approval'} search={(all) => ({ ...all, ...FROM_BULK })}>
          {code}
        </Link>{' '}
        {name}
        <WarningLabels marks={record.marks} />
        <p className={styles.note}>{noteOf(record)}</p>
      </div>
      <div className={styles.buttons}>
        {writing && !isWriting ? (
          <Button variant="subtle" size="sm" onClick={() => setWriting(true)}>
            Comment<span className="visually-hidden"> on {code}</span>
          </Button>
        ) : null}
        <Button variant="default" size="sm" onClick={() => onUntick(id)}>
          Untick<span className="visually-hidden"> {code}</span>
        </Button>
      </div>
      {writing && isWriting ? <OwnComments record={record} {...writing} /> : null}
    </li>
  )
}

const OwnComments = ({
  record: { id, code },
  fields,
  places,
  text,
  onChange,
}: OwnCommentFields & { record: BulkCandidate }) => (
  <div className={styles.comments}>
    {fields.map(({ name, label }) => (
      <CommentBox
        key={name}
        label={`${label}, for ${code}`}
        description={isTooLong(text, id) ? TOO_LONG : undefined}
        value={text.own[id]?.[name] ?? ''}
        onChange={(value) =>
          onChange({ ...text, own: { ...text.own, [id]: { ...text.own[id], [name]: value } } })
        }
      />
    ))}
    <PointsForMany
      name={code}
      places={places}
      points={text.ownPoints?.[id] ?? []}
      onChange={(points) => onChange({ ...text, ownPoints: { ...text.ownPoints, [id]: points } })}
    />
  </div>
)
