import { NativeSelect } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { plural, shortened } from '../../../shared/lib/format.ts'
import { paragraphsComplaint } from '../../../shared/lib/plain-text.ts'
import { KIND_CHOICES } from '../../../shared/review/points.rules.ts'
import {
  type PointKind,
  type PointTemplate,
  POINT_KINDS,
  templatesApi,
} from '../../../shared/review/points.schema.ts'
import { COMMENT_LENGTH } from '../../../shared/review/review.schema.ts'
import { useRead } from '../../lib/queries.ts'
import { ThreadForm, ThreadWords } from '../../threads/ThreadForm.tsx'
import styles from './Points.module.css'

const { max } = COMMENT_LENGTH

/** from when on the letters that are left are counted */
const COUNTED_FROM = 100

type PointFormProps = {
  id?: string
  /** names the form: "Point about Project Area" */
  name: string
  label: string
  text: string
  onType: (text: string) => void
  /** the words of the button that ends the form with its text, which is never blank then */
  done: string
  onDone: () => void
  /** takes the form back; Escape does so while nothing has been changed */
  onCancel: () => void
  isChanged: boolean
  /** above the text */
  children?: ReactNode
}

/** The words of a point or of asking it again, typed in place. What is typed is part of the draft at once. */
export function PointForm({
  id,
  name,
  label,
  text,
  onType,
  done,
  onDone,
  onCancel,
  isChanged,
  children,
}: PointFormProps) {
  const field = useId()
  const [isMissing, setMissing] = useState(false)
  const isBlank = text.trim() === ''
  const left = max - text.length
  const submit = () => {
    if (!isBlank && paragraphsComplaint('Point', max, text) === null) return onDone()
    setMissing(true)
    document.getElementById(field)?.focus()
  }
  return (
    <ThreadForm
      id={id}
      className={styles.form}
      gap={12}
      name={name}
      send={{ words: done, variant: 'outline' }}
      onSend={submit}
      cancel={{ onClick: onCancel }}
      {...(isChanged ? {} : { onEscape: onCancel })}
      isOpened
    >
      {children}
      <ThreadWords
        id={field}
        label={label}
        named="Point"
        max={max}
        description={
          left > COUNTED_FROM || left < 0 ? 'Up to 1,000 characters' : `${plural(left, 'character')} left`
        }
        error={isMissing && isBlank ? 'Please write what is needed.' : null}
        value={text}
        onType={onType}
      />
    </ThreadForm>
  )
}

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

/** the most letters of a usual point in the list */
const SHOWN = 70

type UsualPointsProps = { onChoose: (point: PointTemplate, before: PointTemplate | null) => void }

/** The usual points of the reviewer's office, to start from; absent while there are none. */
function UsualPoints({ onChoose }: UsualPointsProps) {
  const { templates = [] } = useRead(templatesApi.list, { retry: false }).data ?? {}
  const [chosen, setChosen] = useState('')
  if (templates.length === 0) return null
  return (
    <NativeSelect
      label="Usual points of your office"
      value={chosen}
      onChange={({ currentTarget: { value } }) => {
        const point = templates[Number(value)]
        setChosen(value)
        if (value !== '' && point) onChoose(point, chosen === '' ? null : (templates[Number(chosen)] ?? null))
      }}
      data={[
        { value: '', label: 'Choose one to start from' },
        ...templates.map(({ kind, text }, place) => ({
          value: String(place),
          label: `${KIND_CHOICES[kind]}: ${shortened(text, SHOWN)}`,
        })),
      ]}
    />
  )
}

type PointFieldsProps = Omit<PointFormProps, 'label' | 'text' | 'onType' | 'children'> & {
  /** the choice of its place, where there is one */
  place?: ReactNode
  point: { kind: PointKind; text: string }
  onChange: (point: { kind: PointKind; text: string }) => void
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
      onChoose={(chosen, before) =>
        onChange({ kind: chosen.kind, text: withChosen(point.text, chosen.text, before?.text ?? null) })
      }
    />
  </PointForm>
)
