import { compareAreas } from '../boundary/boundary-checks.ts'
import type { OverlapState } from '../boundary/boundary.schema.ts'
import type { FindingConsent, LandState } from '../land/form-findings.ts'
import { type NamedFeature, uncoveredKinds } from '../land/land-states.ts'
import type { LayerKind } from '../land/layer-kinds.ts'
import type { Review } from '../review/review-chain.ts'
import type { LandOnRecord, Warning } from '../review/warning-labels.ts'
import { turnOf } from './site-land.policy.ts'

type FindingFacts = NamedFeature & {
  id: number
  overlap_ha: number
  state: 'found' | 'explained' | 'accepted'
  accepted_levels: Parameters<typeof turnOf>[0]['accepted_levels']
  consent: FindingConsent | null
}

/** What is stored of a profile, from which its warnings follow. */
export type SiteWarningFacts = {
  review: Review
  declared_ha: number
  boundary: {
    drawn_ha: number
    /** the kinds of warning recorded when it was saved */
    kinds: readonly string[]
    /** activated sites that share land with it, counted up to one more than are listed */
    overlaps: number
    /** whether it could not be compared with another site */
    is_part: boolean
    overlap_state: OverlapState
  } | null
  /** the layers of land, each with the findings that are not gone */
  layers: readonly {
    layer_id: number
    kind: LayerKind
    state: LandState
    findings: readonly FindingFacts[]
  }[]
  /** files that did not pass the virus check */
  quarantined: number
}

const KINDS = [
  'outside_region',
  'outside_province',
  'outside_municipality',
  'too_small',
  'self_crossing',
] as const

function kindWarnings(kinds: readonly string[]): Warning[] {
  // whether the areas differ is computed from the present ones instead, and overlaps are pairs of sites
  const told = kinds.filter((kind) => kind !== 'area_differs' && kind !== 'overlap')
  return [...new Set(told)].map((kind) => {
    const code = KINDS.find((one) => one === kind)
    if (code) return { code, params: {} }
    return { code: 'other_kind', params: { kind, count: told.filter((one) => one === kind).length } }
  })
}

function boundaryWarnings({ declared_ha, boundary }: SiteWarningFacts): Warning[] {
  if (!boundary) return [{ code: 'no_boundary', params: {} }]
  const { drawn_ha, kinds, overlaps, is_part, overlap_state } = boundary
  const warnings = kindWarnings(kinds)
  if (compareAreas(drawn_ha, declared_ha)?.differs)
    warnings.push({ code: 'area_differs', params: { declared_ha, drawn_ha } })
  if (overlaps > 0) warnings.push({ code: 'overlaps', params: { sites: overlaps } })
  if (is_part || overlap_state === 'part' || overlap_state === 'tangled')
    warnings.push({ code: 'overlaps_in_part', params: {} })
  if (overlap_state === 'waiting') warnings.push({ code: 'overlaps_waiting', params: {} })
  return warnings
}

const landOnRecord = ({ id, overlap_ha, feature_code, feature_name }: FindingFacts): LandOnRecord => ({
  finding_id: id,
  overlap_ha,
  feature_code,
  feature_name,
})

function findingWarnings(finding: FindingFacts, review: Review): Warning[] {
  const { id: finding_id, consent } = finding
  const turn = turnOf(finding, review)
  const warnings: Warning[] = turn === null ? [] : [{ code: 'land_open', params: { finding_id, turn } }]
  if (consent === 'objection') warnings.push({ code: 'objection', params: landOnRecord(finding) })
  if (consent === 'missing') warnings.push({ code: 'consent_missing', params: landOnRecord(finding) })
  return warnings
}

const landWarnings = ({ review, boundary, layers }: SiteWarningFacts): Warning[] => [
  ...layers.flatMap(({ layer_id, state, findings }): Warning[] => [
    ...findings.flatMap((finding) => findingWarnings(finding, review)),
    ...(state === 'failed' ? [{ code: 'land_failed' as const, params: { layer_id } }] : []),
    // without a boundary there is nothing to compare, which another warning says
    ...(state === 'not_checked' && boundary
      ? [{ code: 'land_not_checked' as const, params: { layer_id } }]
      : []),
  ]),
  ...(boundary ? uncoveredKinds(layers) : []).map(
    (kind): Warning => ({
      code: 'land_not_covered',
      params: { kind },
    }),
  ),
]

/** The warnings of a profile (S-139): of its boundary, of its land, and of its files. */
export const siteWarnings = (facts: SiteWarningFacts): Warning[] => [
  ...boundaryWarnings(facts),
  ...landWarnings(facts),
  ...(facts.quarantined > 0 ? [{ code: 'quarantined' as const, params: { files: facts.quarantined } }] : []),
]
