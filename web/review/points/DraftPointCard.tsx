import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { KIND_WORDS } from '../../../shared/review/points.rules.ts'
import { ActionName } from '../../ui/ActionName.tsx'
import { confirm } from '../../ui/dialogs.tsx'
import pills from '../../ui/pills.module.css'
import { useDecision } from '../decision-context.tsx'
import type { DraftPoint } from '../decision-draft.ts'
import { withoutPoint, withPoint } from './draft-points.ts'
import styles from './ReviewPoints.module.css'
import { PointFields } from './PointFields.tsx'

type DraftPointCardProps = {
  point: DraftPoint
  /** its place, in a list of several places */
  head?: ReactNode
  /** moves the focus once the point is removed */
  onGone: () => void
}

/** A point that is not sent yet, with Edit and Remove. */
export function DraftPointCard({ point, head, onGone }: DraftPointCardProps) {
  const decision = useDecision()
  /** the point before it was edited, and what is typed */
  const [edited, setEdited] = useState<{ before: DraftPoint; now: DraftPoint } | null>(null)
  if (!decision) return null
  const { draft, change } = decision
  const { key, kind, label, text } = point
  const editId = `edit-${key}${head ? '-listed' : ''}`
  const named = `point about ${label}`

  const remove = async () => {
    const answer = await confirm({
      title: 'Remove this point?',
      message: <p className={styles.text}>{`${label}: ${KIND_WORDS[kind]}. ${text}`}</p>,
      confirmLabel: 'Remove',
      cancelLabel: 'Keep it',
      danger: true,
    })
    if (!answer) return
    change({ points: withoutPoint(draft.points, key) })
    onGone()
  }
  const end = () => {
    setEdited(null)
    requestAnimationFrame(() => document.getElementById(editId)?.focus())
  }
  if (edited)
    return (
      <PointFields
        name={`Point about ${label}`}
        point={edited.now}
        onChange={(typed) => {
          const now = { ...point, ...typed }
          setEdited({ ...edited, now })
          if (now.text.trim() !== '') change({ points: withPoint(draft.points, now) })
        }}
        done="Save point"
        onDone={end}
        onCancel={() => {
          change({ points: withPoint(draft.points, edited.before) })
          end()
        }}
        isChanged={edited.now.text !== edited.before.text}
      />
    )
  return (
    <div className={styles.point}>
      {head}
      <p className={styles.head}>
        <strong>{KIND_WORDS[kind]}</strong>
        {head ? null : <span className={pills.off}>Not sent yet</span>}
      </p>
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>
        <Button
          id={editId}
          size="compact-sm"
          variant="default"
          onClick={() => setEdited({ before: point, now: point })}
        >
          <ActionName action="Edit" name={named} />
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => void remove()}>
          <ActionName action="Remove" name={named} />
        </Button>
      </div>
    </div>
  )
}
