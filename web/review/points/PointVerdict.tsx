import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import type { Level } from '../../../shared/access/levels.ts'
import { canSettlePoint } from '../../../shared/review/points.policy.ts'
import type { Point } from '../../../shared/review/points.schema.ts'
import { useActor } from '../../lib/useActor.ts'
import { ActionName } from '../../ui/ActionName.tsx'
import { useDecision } from '../decision-context.tsx'
import { withReopened } from './draft-points.ts'
import { PointForm } from './PointForm.tsx'
import styles from './ReviewPoints.module.css'

/** Accepts the answer of a point, or asks the point again: prepared here, sent with the return. */
export function PointVerdict({ point }: { point: Point }) {
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
        <p className={styles.text}>
          <strong>Asked again with your return:</strong> {words}
        </p>
      )}
      {isSettled ? <p>Settled with your decision.</p> : null}
      <div className={styles.actions}>
        {maySettle && words === null ? (
          <Button
            size="compact-sm"
            variant="default"
            disabled={!open}
            onClick={() => change({ settled: isSettled ? settled : [...settled, id] })}
          >
            <ActionName
              action={isSettled ? 'Undo' : 'Settle'}
              name={isSettled ? `settling the ${named}` : named}
            />
          </Button>
        ) : null}
        {isSettled ? null : (
          <Button
            id={againId}
            size="compact-sm"
            variant="default"
            disabled={!open}
            onClick={() => setForm({ before: words ?? '', now: words ?? '' })}
          >
            {words === null ? (
              <ActionName action="Ask again" name={`about ${label}`} />
            ) : (
              <ActionName action="Edit" name={`what is asked again about ${label}`} />
            )}
          </Button>
        )}
        {words === null ? null : (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              ask('')
              document.getElementById(againId)?.focus()
            }}
          >
            <ActionName action="Undo" name={`asking again about ${label}`} />
          </Button>
        )}
      </div>
    </>
  )
}
