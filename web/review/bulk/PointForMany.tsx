import { Button, NativeSelect, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { BULK_POINTS_MAX } from '../../../shared/review/bulk.schema.ts'
import { lineOfPoint } from '../../../shared/review/points.rules.ts'
import type { AskedPlace } from '../../../shared/review/points.schema.ts'
import { ActionName } from '../../ui/ActionName.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { usualKind, withoutPoint, withPoint } from '../points/draft-points.ts'
import { PointFields } from '../points/PointForm.tsx'
import { UsualPointsLink } from '../UsualPointsLink.tsx'
import styles from './BulkPage.module.css'
import type { BulkPoint } from './bulk-draft.ts'

/** What a point can be about, with its name. */
export type PlaceOption = { place: AskedPlace; label: string }

type PointsForManyProps = {
  /** "all", or the code of a record */
  name: string
  places: readonly PlaceOption[]
  points: readonly BulkPoint[]
  onChange: (points: BulkPoint[]) => void
}

/** A point in the form, and as it was before; null for a new one. */
type Edited = { now: BulkPoint; before: BulkPoint | null }

/**
 * The points of a return of many, for all records or for one, written in the form of a single record's point. What is
 * typed is part of the draft at once, and is sent whether the form was closed or not.
 */
export function PointsForMany({ name, places, points, onChange }: PointsForManyProps) {
  const [edited, setEdited] = useState<Edited | null>(null)
  const adder = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && edited === null) adder.current?.focus()
    wasEditing.current = edited !== null
  }, [edited])
  const begin = () => {
    const [first] = places
    if (!first) return
    const now = { ...first, kind: usualKind(first.place), text: '', key: crypto.randomUUID() }
    setEdited({ now, before: null })
  }
  const remove = (key: string) => {
    onChange(withoutPoint(points, key))
    adder.current?.focus()
  }
  const about = ({ label }: BulkPoint) => `the point about ${label} for ${name}`
  return (
    <Stack component="section" gap={8} aria-label={`Points for ${name}`}>
      <Stack component="ul" gap={0}>
        {points.map((point) =>
          point.key === edited?.now.key ? null : (
            <li key={point.key} className={styles.record}>
              <span className="breaks">{lineOfPoint(point)}</span>
              <span className={styles.buttons}>
                <Button variant="subtle" size="sm" onClick={() => setEdited({ now: point, before: point })}>
                  <ActionName action="Edit" name={about(point)} />
                </Button>
                <Button variant="subtle" size="sm" onClick={() => remove(point.key)}>
                  <ActionName action="Remove" name={about(point)} />
                </Button>
              </span>
            </li>
          ),
        )}
      </Stack>
      {edited === null ? (
        <div>
          <Button
            ref={adder}
            variant="default"
            size="sm"
            leftSection={<PlusIcon size={16} />}
            disabled={points.length >= BULK_POINTS_MAX}
            onClick={begin}
          >
            Add a point for {name}
          </Button>
        </div>
      ) : (
        <EditedPoint
          key={edited.now.key}
          name={name}
          places={places}
          edited={edited}
          onType={(now) => {
            setEdited({ ...edited, now })
            onChange(withPoint(points, now))
          }}
          onDone={() => setEdited(null)}
          onCancel={() => {
            const { now, before } = edited
            onChange(before ? withPoint(points, before) : withoutPoint(points, now.key))
            setEdited(null)
          }}
        />
      )}
    </Stack>
  )
}

type EditedPointProps = Pick<PointsForManyProps, 'name' | 'places'> & {
  edited: Edited
  onType: (point: BulkPoint) => void
  onDone: () => void
  onCancel: () => void
}

/** The form of a point with the choice of its place; a point without words is about to begin and has the usual kind. */
function EditedPoint({ name, places, edited: { now, before }, onType, ...ends }: EditedPointProps) {
  const choose = (label: string) => {
    const chosen = places.find((one) => one.label === label)
    if (!chosen) return
    onType({ ...now, ...chosen, kind: now.text.trim() === '' ? usualKind(chosen.place) : now.kind })
  }
  return (
    <>
      <PointFields
        {...ends}
        name={`Point for ${name}`}
        place={
          <NativeSelect
            label="About"
            value={now.label}
            data={places.map(({ label }) => label)}
            onChange={(event) => choose(event.currentTarget.value)}
          />
        }
        point={now}
        onChange={(typed) => onType({ ...now, ...typed })}
        done={before ? 'Save point' : 'Add'}
        isChanged={before ? now !== before : now.text.trim() !== ''}
      />
      <div>
        <UsualPointsLink />
      </div>
    </>
  )
}
