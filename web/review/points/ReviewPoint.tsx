import { Group, Stack } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import type { Level } from '../../../shared/access/levels.ts'
import { canSettlePoint } from '../../../shared/review/points.policy.ts'
import { KIND_WORDS, lineOfPoint } from '../../../shared/review/points.rules.ts'
import type { Point } from '../../../shared/review/points.schema.ts'
import { useActor } from '../../lib/useActor.ts'
import { ThreadAction, ThreadText } from '../../threads/Thread.tsx'
import { confirm } from '../../ui/dialogs.tsx'
import { useDecision } from '../decision-context.tsx'
import type { DraftPoint as Draft } from '../decision-draft.ts'
import { withoutPoint, withPoint, withReopened } from './draft-points.ts'
import { PointFields, PointForm } from './PointForm.tsx'
import styles from './Points.module.css'
import { SentPoint } from './SentPoint.tsx'

type ReviewPointProps = {
  point: Point
  /** the name of its place as a link, in a list of several places */
  place?: ReactNode
}

/** A sent point with its answer; for a reviewer who may return the record, with Settle and Ask again. */
export function ReviewPoint({ point, place }: ReviewPointProps) {
  const mayJudge = useDecision()?.mayReturn && (point.state === 'answered' || point.state === 'settled')
  return (
    <div className={styles.point}>
      <SentPoint point={point} place={place}>
        {mayJudge ? <PointVerdict point={point} /> : null}
      </SentPoint>
    </div>
  )
}

/** Accepts the answer of a point, or asks the point again: prepared here, sent with the return. */
function PointVerdict({ point }: { point: Point }) {
  const decision = useDecision()
  const level: Level = useActor().access_level
  const againId = useId()
  /** the words before they were edited, while the form is open */
  const [form, setForm] = useState<{ before: string; now: string } | null>(null)
  if (!decision) return null
  const { draft, change, open } = decision
  const { id, label } = point
  const named = `point about ${label}`
  const words = draft.reopened.find((one) => one.id === id)?.text ?? null
  const isSettled = words === null && draft.settled.includes(id)
  const maySettle = point.state === 'answered' && canSettlePoint(level, point).ok
  const settled = draft.settled.filter((one) => one !== id)
  const ask = (text: string) => change({ settled, reopened: withReopened(draft.reopened, { id, text }) })

  const end = () => {
    setForm(null)
    requestAnimationFrame(() => document.getElementById(againId)?.focus())
  }
  if (form)
    return (
      <PointForm
        name={`Ask again about ${label}`}
        label="What is still needed"
        text={form.now}
        onType={(now) => {
          setForm({ ...form, now })
          ask(now)
        }}
        done="Ask again"
        onDone={end}
        onCancel={() => {
          ask(form.before)
          end()
        }}
        isChanged={form.now !== form.before}
      />
    )
  return (
    <>
      {words === null ? null : (
        <ThreadText>
          <strong>Asked again with your return:</strong> {words}
        </ThreadText>
      )}
      {isSettled ? <p>Settled with your decision.</p> : null}
      <Group gap={8} className={styles.actions}>
        {maySettle && words === null ? (
          <ThreadAction
            action={isSettled ? 'Undo' : 'Settle'}
            name={isSettled ? `settling the ${named}` : named}
            disabled={!open}
            onClick={() => change({ settled: isSettled ? settled : [...settled, id] })}
          />
        ) : null}
        {isSettled ? null : (
          <ThreadAction
            id={againId}
            action={words === null ? 'Ask again' : 'Edit'}
            name={words === null ? `about ${label}` : `what is asked again about ${label}`}
            disabled={!open}
            onClick={() => setForm({ before: words ?? '', now: words ?? '' })}
          />
        )}
        {words === null ? null : (
          <ThreadAction
            action="Undo"
            name={`asking again about ${label}`}
            onClick={() => {
              ask('')
              document.getElementById(againId)?.focus()
            }}
          />
        )}
      </Group>
    </>
  )
}

type DraftPointProps = {
  point: Draft
  /** its place, in a list of several places */
  head?: ReactNode
  /** moves the focus once the point is removed */
  onGone: () => void
}

/** A point that is not sent yet, with Edit and Remove. */
export function DraftPoint({ point, head, onGone }: DraftPointProps) {
  const decision = useDecision()
  /** the point before it was edited, and what is typed */
  const [edited, setEdited] = useState<{ before: Draft; now: Draft } | null>(null)
  if (!decision) return null
  const { draft, change } = decision
  const { key, kind, label, text } = point
  const editId = `edit-${key}${head ? '-listed' : ''}`
  const named = `point about ${label}`

  const remove = async () => {
    const answer = await confirm({
      title: 'Remove this point?',
      message: <ThreadText>{lineOfPoint(point)}</ThreadText>,
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
    <Stack gap={8} className={styles.point}>
      {head}
      <Group component="p" gap="4px 8px">
        <strong>{KIND_WORDS[kind]}</strong>
        {head ? null : <span className="pill">Not sent yet</span>}
      </Group>
      <ThreadText>{text}</ThreadText>
      <Group gap={8} className={styles.actions}>
        <ThreadAction
          id={editId}
          action="Edit"
          name={named}
          onClick={() => setEdited({ before: point, now: point })}
        />
        <ThreadAction action="Remove" name={named} onClick={() => void remove()} />
      </Group>
    </Stack>
  )
}
