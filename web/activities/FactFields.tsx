import { Button, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { PreviousFacts } from '../../shared/activities/activities.schema.ts'
import {
  figureComplaint,
  largerParts,
  WHAT_HAPPENED_MAX,
  whatHappenedComplaint,
} from '../../shared/activities/facts.ts'
import { formatCount } from '../../shared/lib/format.ts'
import type { CriteriaIndicator, IndicatorFigure } from '../../shared/principles/principles.schema.ts'
import { openFoldsAround } from '../lib/folds.ts'
import { FormPoints } from '../review/points/record-points.tsx'
import { ActionName } from '../ui/ActionName.tsx'
import { previousFactsOf } from './facts.ts'
import { Copied, LargerParts, PreviousValue } from './FactsView.tsx'
import type { DraftValue } from './means-draft.ts'

type CopiedProps = { value: DraftValue; name: string; onConfirm: () => void }

/** Marks a value as copied from last time, until the person changes or confirms it. */
function CopiedNote({ value: { taken_from }, name, onConfirm }: CopiedProps) {
  if (taken_from === null) return null
  return (
    <Copied>
      From {taken_from}, please check.
      <Button size="compact-sm" variant="default" onClick={onConfirm}>
        <ActionName action="Still correct" name={`for ${name}`} />
      </Button>
    </Copied>
  )
}

/** The element id of an indicator's texts and figures on the page of its principle. */
export const factsId = (indicator: number): string => `facts-${indicator}`

type FactFieldsProps = {
  indicator: CriteriaIndicator
  /** "3.2.1" */
  number: string
  /** returns the value of a figure, or of what happened (null) */
  factOf: (figure: number | null) => DraftValue
  previous: PreviousFacts | null
  disabled: boolean
  onChange: (figure: number | null, text: string) => void
}

/** The text of what happened under an indicator and its figures, as fields beside the files. */
export function FactFields({ indicator, number, factOf, previous, disabled, onChange }: FactFieldsProps) {
  const statement = factOf(null)
  const length = Array.from(statement.value).length
  const before = previousFactsOf(previous, indicator.id)
  const place = useRef<HTMLDivElement>(null)
  // a link to these fields focuses the first one
  useEffect(() => {
    if (location.hash !== `#${factsId(indicator.id)}`) return
    openFoldsAround(place.current)
    place.current?.querySelector('textarea')?.focus()
  }, [indicator.id])
  return (
    <div ref={place} id={factsId(indicator.id)} className="list">
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
        <CopiedNote
          value={statement}
          name={`what happened, ${number}`}
          onConfirm={() => onChange(null, statement.value)}
        />
      </div>
      {indicator.figures.length > 0 ? (
        <div className="tiles" data-tile="small" data-kept>
          {indicator.figures.map((figure) => (
            <FigureField
              key={figure.id}
              figure={figure}
              number={number}
              current={factOf(figure.id)}
              before={previous && before ? (before.figures.get(figure.id) ?? null) : null}
              year={previous?.year ?? null}
              disabled={disabled}
              onChange={(text) => onChange(figure.id, text)}
            />
          ))}
        </div>
      ) : null}
      <LargerParts parts={largerParts(indicator.figures, (id) => factOf(id).value)} />
    </div>
  )
}

type FigureFieldProps = {
  figure: IndicatorFigure
  number: string
  current: DraftValue
  before: string | null
  year: number | null
  disabled: boolean
  onChange: (text: string) => void
}

function FigureField({ figure, number, current, before, year, disabled, onChange }: FigureFieldProps) {
  // a half-typed number is not an error yet: it is checked when the person leaves the field
  const [isLeft, setLeft] = useState(current.value !== '')
  const { name, unit } = figure
  return (
    <div>
      <TextInput
        label={name}
        aria-label={`${name}, ${unit}, ${number}`}
        description={unit}
        inputMode={figure.is_whole ? 'numeric' : 'decimal'}
        value={current.value}
        error={isLeft ? figureComplaint(figure, current.value) : null}
        disabled={disabled}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <PreviousValue before={before} now={current.value} year={year} />
      <CopiedNote value={current} name={`${name}, ${number}`} onConfirm={() => onChange(current.value)} />
      <FormPoints place={{ about: 'figure', indicator_figure_id: figure.id }} />
    </div>
  )
}
