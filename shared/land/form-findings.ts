import { z } from 'zod/mini'
import { BoundaryGeometry } from '../boundary/boundary.schema.ts'
import { LAYER_KINDS, type LayerKind } from './layer-kinds.ts'

/** What the form of a profile shows of the land, apart from the calls of the land, which other pages load. */

/** The states of a boundary against a layer, then those of a finding. */
export const LAND_STATES = [
  'not_covered',
  'not_checked',
  'failed',
  'nothing',
  'found',
  'explained',
  'accepted',
] as const
export type LandState = (typeof LAND_STATES)[number]

/** What is on record about the consent for the land of one finding; `objection` is the last answer of a body. */
export const FINDING_CONSENTS = ['objection', 'missing', 'recorded'] as const
export type FindingConsent = (typeof FINDING_CONSENTS)[number]

/** The same of a boundary: the worst of its findings, else `none_found`, which is no statement that none is needed. */
export const CONSENTS = [...FINDING_CONSENTS, 'none_found', 'not_known'] as const

/** Land of a feature that a boundary takes in. */
export const FoundLand = z.object({
  feature_code: z.nullable(z.string()),
  feature_name: z.nullable(z.string()),
  overlap_ha: z.number(),
  /** of the boundary, 0 to 1 */
  share: z.number(),
  /** null where no consent is needed and no objection is on record */
  consent: z.nullable(z.enum(FINDING_CONSENTS)),
})

/** A layer that a boundary was, or was not, compared with. */
export const ComparedLayer = z.object({
  layer_id: z.number(),
  kind: z.enum(Object.keys(LAYER_KINDS) as [LayerKind, ...LayerKind[]]),
  name: z.string(),
  /** "NAMRIA, 1 March 2026": source and date of the version */
  according_to: z.string(),
  state: z.enum(LAND_STATES),
  /** of a failed check, and of one that is not done: why */
  reason: z.nullable(z.string()),
  checked_at: z.nullable(z.string()),
})

/** A layer with what a boundary meets in it before the profile is saved. */
export const FormLayerResult = z.extend(ComparedLayer, {
  findings: z.array(z.extend(FoundLand, { drawing: BoundaryGeometry })),
})
export type FormLayerResult = z.output<typeof FormLayerResult>

/** A feature near a boundary, as the map draws it. */
export const DrawnFeature = z.object({
  layer_id: z.number(),
  code: z.nullable(z.string()),
  name: z.nullable(z.string()),
  drawing: BoundaryGeometry,
})
export type DrawnFeature = z.output<typeof DrawnFeature>
