import { type ReactNode, useId } from 'react'
import { KIND_CHOICES } from '../../../shared/review/points.rules.ts'
import { type PointKind, type PointTemplate, POINT_KINDS } from '../../../shared/review/points.schema.ts'
import { PointForm } from './PointForm.tsx'
import styles from './ReviewPoints.module.css'
import { UsualPoints } from './UsualPoints.tsx'

type KindChoiceProps = { kind: PointKind; onChoose: (kind: PointKind) => void }

/** What a point asks for. */
function KindChoice({ kind, onChoose }: KindChoiceProps) {
  const name = useId()
  return (
    <fieldset className={styles.kinds}>
      <legend>What is needed</legend>
      {POINT_KINDS.map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={one === kind} onChange={() => onChoose(one)} />
          {KIND_CHOICES[one]}
        </label>
      ))}
    </fieldset>
  )
}

type PointText = { kind: PointKind; text: string }

type PointFieldsProps = {
  id?: string
  /** names the form: "Point about Project Area" */
  name: string
  /** the choice of its place, where there is one */
  place?: ReactNode
  point: PointText
  onChange: (point: PointText) => void
  done: string
  onDone: () => void
  onCancel: () => void
  isChanged: boolean
}

/** A chosen text replaces the one chosen before it, and comes after what was typed. */
function withChosen(text: string, chosen: string, before: string | null): string {
  const typed = text.trim()
  return typed === '' || typed === before ? chosen : `${typed}\n${chosen}`
}

/** The kind and the words of a point, with the usual points of the office to start from. */
export const PointFields = ({ place, point, onChange, ...form }: PointFieldsProps) => (
  <PointForm {...form} label="Point" text={point.text} onType={(text) => onChange({ ...point, text })}>
    {place}
    <KindChoice kind={point.kind} onChoose={(kind) => onChange({ ...point, kind })} />
    <UsualPoints
      onChoose={(chosen: PointTemplate, before) =>
        onChange({ kind: chosen.kind, text: withChosen(point.text, chosen.text, before?.text ?? null) })
      }
    />
  </PointForm>
)
