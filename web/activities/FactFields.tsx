import { Button, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { LastTime } from '../../shared/activities/activities.schema.ts'
import {
  figureComplaint,
  largerParts,
  WHAT_HAPPENED_MAX,
  whatHappenedComplaint,
} from '../../shared/activities/facts.ts'
import { formatCount } from '../../shared/lib/format.ts'
import type { CriteriaIndicator, IndicatorFigure } from '../../shared/principles/principles.schema.ts'
import { Named } from '../ui/Named.tsx'
import { lastTold } from './facts.ts'
import { AsLastTime, LargerParts } from './FactsRead.tsx'
import styles from './Facts.module.css'
import type { Told } from './means-draft.ts'

type TakenOverProps = { told: Told; name: string; onConfirm: () => void }

/** Says that a value is last time's, until somebody changes it or says that it still holds. */
function TakenOver({ told: { taken_from }, name, onConfirm }: TakenOverProps) {
  if (taken_from === null) return null
  return (
    <p className={styles.takenOver}>
      From {taken_from}, please check.
      <Button size="compact-sm" variant="default" onClick={onConfirm}>
        <Named action="Still correct" name={`for ${name}`} />
      </Button>
    </p>
  )
}

/** Where the texts and figures of an indicator stand on the page of its principle. */
export const factsId = (indicator: number): string => `facts-${indicator}`

type FactFieldsProps = {
  indicator: CriteriaIndicator
  /** "3.2.1" */
  number: string
  /** of a figure, or of what happened (null) */
  told: (figure: number | null) => Told
  last: LastTime | null
  disabled: boolean
  onChange: (figure: number | null, text: string) => void
}

/** What happened under an indicator and its figures, to be written beside the files. */
export function FactFields({ indicator, number, told, last, disabled, onChange }: FactFieldsProps) {
  const statement = told(null)
  const length = Array.from(statement.value).length
  const before = lastTold(last, indicator.id)
  const place = useRef<HTMLDivElement>(null)
  // who was led here from elsewhere begins at the first field
  useEffect(() => {
    if (location.hash === `#${factsId(indicator.id)}`) place.current?.querySelector('textarea')?.focus()
  }, [indicator.id])
  return (
    <div ref={place} id={factsId(indicator.id)} className={styles.facts}>
      <div>
        <Textarea
          label="What happened"
          aria-label={`What happened, ${number}`}
          description={
            length > WHAT_HAPPENED_MAX * 0.8 ? `${formatCount(length)} of 2,000 characters` : undefined
          }
          value={statement.value}
          error={whatHappenedComplaint(statement.value)}
          disabled={disabled}
          autosize
          minRows={2}
          maxRows={14}
          onChange={(event) => onChange(null, event.currentTarget.value)}
        />
        <TakenOver
          told={statement}
          name={`what happened, ${number}`}
          onConfirm={() => onChange(null, statement.value)}
        />
      </div>
      {indicator.figures.length > 0 ? (
        <div className={styles.figures}>
          {indicator.figures.map((figure) => (
            <FigureField
              key={figure.id}
              figure={figure}
              number={number}
              told={told(figure.id)}
              before={last && before ? (before.figures.get(figure.id) ?? null) : null}
              year={last?.year ?? null}
              disabled={disabled}
              onChange={(text) => onChange(figure.id, text)}
            />
          ))}
        </div>
      ) : null}
      <LargerParts parts={largerParts(indicator.figures, (id) => told(id).value)} />
    </div>
  )
}

type FigureFieldProps = {
  figure: IndicatorFigure
  number: string
  told: Told
  before: string | null
  year: number | null
  disabled: boolean
  onChange: (text: string) => void
}

function FigureField({ figure, number, told, before, year, disabled, onChange }: FigureFieldProps) {
  // half a number is not yet a wrong one
  const [isLeft, setLeft] = useState(told.value !== '')
  const { name, unit } = figure
  return (
    <div>
      <TextInput
        label={name}
        aria-label={`${name}, ${unit}, ${number}`}
        description={unit}
        inputMode={figure.is_whole ? 'numeric' : 'decimal'}
        value={told.value}
        error={isLeft ? figureComplaint(figure, told.value) : null}
        disabled={disabled}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <AsLastTime before={before} now={told.value} year={year} />
      <TakenOver told={told} name={`${name}, ${number}`} onConfirm={() => onChange(told.value)} />
    </div>
  )
}
