import type { FindingAction } from '../land/findings.schema.ts'
import { answersFinding } from '../land/instruments.rules.ts'
import { INSTRUMENT_KINDS, type InstrumentKind } from '../land/instrument-kinds.ts'
import { featureWords } from '../land/land-states.ts'
import type { LayerKind } from '../land/layer-kinds.ts'
import { formatHectares } from '../lib/decimals.ts'
import type { PointChange, PointPlace } from '../review/points.schema.ts'

/** Findings and instruments as places of points and notes, and what was done there since a return. */

export type LandPlace = { place: PointPlace; label: string }

/** "Ancestral domains of Luzon: CADT R04-017, Tagbanua of Coron" */
export const findingLabel = (finding: {
  layer: string
  feature_code: string | null
  feature_name: string | null
}): string => `${finding.layer}: ${featureWords(finding)}`

/** "CADT or CALT R04-017" */
export const instrumentLabel = (one: {
  kind: InstrumentKind
  other_kind: string | null
  number: string | null
}): string => [one.other_kind ?? INSTRUMENT_KINDS[one.kind].label, one.number].filter(Boolean).join(' ')

type FindingStep = {
  land_finding_id: number
  action: FindingAction
  at: string
  facts: Readonly<Record<string, string | number>> | null
}
type PlacedInstrument = {
  id: number
  kind: InstrumentKind
  other_kind: string | null
  number: string | null
  recorded_at: string
  updated_at: string
  confirmed_at: string | null
  removed_at: string | null
  /** the findings that it is for */
  finding_ids: readonly number[]
}

/** What a profile has on its land, with what happened to it, oldest first. */
export type SiteLand = {
  findings: { id: number; label: string; layer_kind: LayerKind }[]
  steps: FindingStep[]
  instruments: PlacedInstrument[]
}

const changed = (words: string): PointChange => ({ what: 'changed', old: null, new: words })
const recorded = (words: string): PointChange => ({ what: 'recorded', old: null, new: words })

/** What a step changed; null of those that answer nothing. The words of an explanation stay at the finding alone. */
function stepChange({ action, facts }: FindingStep, label: string): PointChange | null {
  const { asked = 'A body', answer = '', overlap_ha = '' } = facts ?? {}
  switch (action) {
    case 'Explained':
      return recorded('explained')
    case 'Asked':
      return recorded(`${asked} was asked`)
    case 'Answered':
      return recorded(`${asked} answered: ${answer}`)
    case 'Changed':
      return changed(`${formatHectares(String(overlap_ha))} ha lie in it now`)
    case 'Gone':
      return { what: 'changed', old: label, new: 'no longer on the land' }
    case 'Found':
    case 'Restored':
    case 'Accepted':
    case 'Returned':
      return null
  }
}

/** A confirmation by FMB is no change of the office. */
function instrumentChange(
  one: PlacedInstrument,
  isSince: (at: string | null) => boolean,
): PointChange | null {
  const label = instrumentLabel(one)
  if (isSince(one.removed_at)) return { what: 'removed', old: label, new: null }
  if (one.removed_at !== null) return null
  if (isSince(one.recorded_at)) return { what: 'added', old: null, new: label }
  return isSince(one.updated_at) && one.updated_at !== one.confirmed_at ? changed(label) : null
}

type LandChange = LandPlace & { change: PointChange }

/**
 * What was done on the land of a profile since a moment, the newest of each place: an explanation, a request or an answer
 * of a body, a comparison that found other hectares, an instrument added, corrected or removed. A consent or
 * clearance that is added changes the findings that it is for. Taken from the steps and instruments, because snapshots do not have them.
 */
export function landChangesSince({ findings, steps, instruments }: SiteLand, since: string): LandChange[] {
  const isSince = (at: string | null) => at !== null && Date.parse(at) > Date.parse(since)
  const ofInstruments = instruments.flatMap((one) => {
    const change = instrumentChange(one, isSince)
    const place = { about: 'instrument', land_instrument_id: one.id } as const
    return change ? [{ place, label: instrumentLabel(one), change, one }] : []
  })
  const ofFindings = findings.flatMap(({ id, label, layer_kind }) => {
    const own = steps.flatMap((step) =>
      step.land_finding_id === id && isSince(step.at) ? (stepChange(step, label) ?? []) : [],
    )
    const added = ofInstruments.find(
      ({ change, one }) =>
        change.what === 'added' && answersFinding(layer_kind, one.kind) && one.finding_ids.includes(id),
    )
    const change = own.at(-1) ?? added?.change
    return change ? [{ place: { about: 'finding', land_finding_id: id } as const, label, change }] : []
  })
  return [...ofFindings, ...ofInstruments.map(({ one: _, ...rest }) => rest)]
}
