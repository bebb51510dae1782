import { Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { BulkCandidate } from '../../../shared/review/bulk.schema.ts'
import { CommentBoxes, type CommentField } from '../CommentBoxes.tsx'
import { WarningLabels } from '../WarningLabels.tsx'
import { FROM_BULK } from '../queue.ts'
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
  <Stack component="ul" gap={0}>
    {records.map((record) => (
      <BulkRecord key={record.id} record={record} {...shared} />
    ))}
  </Stack>
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
      <div className="breaks">
        <Link to={decision(id) as '/sites/approval'} search={(all) => ({ ...all, ...FROM_BULK })}>
          {code}
        </Link>{' '}
        {name}
        <WarningLabels marks={record.marks} />
        <p className="quiet">{noteOf(record)}</p>
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
  <Stack gap={12}>
    <CommentBoxes
      fields={fields}
      comments={text.own[id]}
      onChange={(comments) => onChange({ ...text, own: { ...text.own, [id]: comments } })}
      whose={`, for ${code}`}
      description={isTooLong(text, id) ? TOO_LONG : undefined}
    />
    <PointsForMany
      name={code}
      places={places}
      points={text.ownPoints?.[id] ?? []}
      onChange={(points) => onChange({ ...text, ownPoints: { ...text.ownPoints, [id]: points } })}
    />
  </Stack>
)
