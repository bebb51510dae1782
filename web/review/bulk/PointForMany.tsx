import { Button, Group, NativeSelect, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { shortened } from '../../../shared/lib/format.ts'
import { BULK_POINTS_MAX } from '../../../shared/review/bulk.schema.ts'
import { KIND_WORDS } from '../../../shared/review/points.rules.ts'
import type { PointKind, PointPlace } from '../../../shared/review/points.schema.ts'
import { COMMENT_LENGTH } from '../../../shared/review/review.schema.ts'
import { templateWords } from '../../../shared/review/templates.rules.ts'
import { ActionName } from '../../ui/ActionName.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { first } from '../../ui/options.ts'
import type { DraftPoint } from '../decision-draft.ts'
import { templatesQuery } from '../points/templates.calls.ts'
import { KIND_OPTIONS } from '../points/usual-points.ts'
import { UsualPointsLink } from '../UsualPointsLink.tsx'
import styles from './BulkPage.module.css'
import { isWritten } from './bulk-draft.ts'

/** What a point can be about, with its name. */
export type PlaceOption = { place: PointPlace; label: string }

type PointsForManyProps = {
  /** "all", or the code of a record */
  name: string
  places: readonly PlaceOption[]
  points: readonly DraftPoint[]
  onChange: (points: DraftPoint[]) => void
}

/**
 * The points of a return of many, for all records or for one. Each is written in a small form; what is typed is part of
 * the draft at once, and is sent whether the form was closed or not.
 */
export function PointsForMany({ name, places, points, onChange }: PointsForManyProps) {
  const [editing, setEditing] = useState<number | null>(null)
  const adder = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && editing === null) adder.current?.focus()
    wasEditing.current = editing !== null
  }, [editing])
  const begin = () => {
    const [first] = places
    if (!first) return
    const written = points.filter(isWritten)
    onChange([...written, { ...first, kind: 'correct', text: '', key: crypto.randomUUID() }])
    setEditing(written.length)
  }
  const remove = (index: number) => {
    onChange(points.filter((_, at) => at !== index))
    setEditing(null)
    adder.current?.focus()
  }
  return (
    <section aria-label={`Points for ${name}`} className={styles.points}>
      <ul className={styles.records}>
        {points.map((point, index) =>
          index === editing ? (
            <li key={index}>
              <PointForm
                name={name}
                places={places}
                point={point}
                onChange={(changed) => onChange(points.map((one, at) => (at === index ? changed : one)))}
                onDone={() => setEditing(null)}
                onDiscard={() => remove(index)}
              />
            </li>
          ) : isWritten(point) ? (
            <li key={index} className={styles.record}>
              <span className="breaks">
                {point.label}: {KIND_WORDS[point.kind]}. {point.text}
              </span>
              <span className={styles.buttons}>
                <Button variant="subtle" size="sm" onClick={() => setEditing(index)}>
                  <ActionName action="Edit" name={`the point about ${point.label} for ${name}`} />
                </Button>
                <Button variant="subtle" size="sm" onClick={() => remove(index)}>
                  <ActionName action="Remove" name={`the point about ${point.label} for ${name}`} />
                </Button>
              </span>
            </li>
          ) : null,
        )}
      </ul>
      {editing === null ? (
        <div>
          <Button
            ref={adder}
            variant="default"
            size="sm"
            leftSection={<PlusIcon size={16} />}
            disabled={points.filter(isWritten).length >= BULK_POINTS_MAX}
            onClick={begin}
          >
            Add a point for {name}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

/** the most letters of a usual point in the list */
const SHOWN = 70

type PointFormProps = Pick<PointsForManyProps, 'name' | 'places'> & {
  point: DraftPoint
  onChange: (point: DraftPoint) => void
  onDone: () => void
  onDiscard: () => void
}

/** One point: a usual one to begin with, what it is about, what is needed, and its text. */
function PointForm({ name, places, point, onChange, onDone, onDiscard }: PointFormProps) {
  const { data: usual = [] } = useQuery(templatesQuery)
  const [isMissing, setMissing] = useState(false)
  const about = useRef<HTMLSelectElement>(null)
  const words = useRef<HTMLTextAreaElement>(null)
  useEffect(() => about.current?.focus(), [])
  const done = () => {
    if (isWritten(point)) return onDone()
    setMissing(true)
    words.current?.focus()
  }
  const take = (index: string) => {
    const template = usual[Number(index)]
    if (index !== '' && template) onChange({ ...point, ...template })
  }
  return (
    <div className={styles.point}>
      {usual.length > 0 ? (
        <NativeSelect
          label="Usual point"
          aria-label={`Usual point, for ${name}`}
          data={first(
            'Choose one to begin with',
            usual.map((one, index) => ({
              value: String(index),
              label: shortened(templateWords(one), SHOWN),
            })),
          )}
          onChange={(event) => take(event.currentTarget.value)}
        />
      ) : null}
      <div className={styles.two}>
        <NativeSelect
          label="About"
          aria-label={`About, for ${name}`}
          value={point.label}
          data={places.map(({ label }) => label)}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...point, ...places.find(({ label }) => label === value) })
          }
          ref={about}
        />
        <NativeSelect
          label="What is needed"
          aria-label={`What is needed, for ${name}`}
          value={point.kind}
          data={KIND_OPTIONS}
          onChange={(event) => onChange({ ...point, kind: event.currentTarget.value as PointKind })}
        />
      </div>
      <Textarea
        ref={words}
        label="Point"
        aria-label={`Point, for ${name}`}
        value={point.text}
        error={isMissing && !isWritten(point) ? 'Write what is needed.' : undefined}
        onChange={(event) => onChange({ ...point, text: event.currentTarget.value })}
        maxLength={COMMENT_LENGTH.max}
        autosize
        minRows={2}
        maxRows={10}
      />
      <Group gap="sm">
        <Button size="sm" variant="outline" onClick={done}>
          Done
        </Button>
        <Button size="sm" variant="default" onClick={onDiscard}>
          Discard
        </Button>
        <UsualPointsLink />
      </Group>
    </div>
  )
}
