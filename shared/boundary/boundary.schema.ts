import { z } from 'zod/mini'

/** Longitude, latitude in degrees, WGS 84. */
export const Position = z.tuple([z.number(), z.number()])
export type Position = z.infer<typeof Position>

const isPosition = (at: unknown): boolean =>
  Array.isArray(at) && at.length === 2 && Number.isFinite(at[0]) && Number.isFinite(at[1])

/**
 * Closed: the last position repeats the first. Checked by hand: a boundary has up to half a million corners, and
 * validating each with a schema takes longer than sending the whole reply.
 */
export const Ring = z
  .custom<Position[]>((ring) => Array.isArray(ring) && ring.every(isPosition))
  .register(z.globalRegistry, {
    type: 'array',
    items: {
      type: 'array',
      prefixItems: [{ type: 'number' }, { type: 'number' }],
      items: false,
      minItems: 2,
      maxItems: 2,
    },
  })
export type Ring = z.infer<typeof Ring>

/** GeoJSON: each polygon is its outer ring followed by its holes. */
export const BoundaryGeometry = z.object({
  type: z.literal('MultiPolygon'),
  coordinates: z.array(z.array(Ring)),
})
export type BoundaryGeometry = z.infer<typeof BoundaryGeometry>

/** Smallest longitude, smallest latitude, largest longitude, largest latitude. */
export const Bbox = z.tuple([z.number(), z.number(), z.number(), z.number()])
export type Bbox = z.infer<typeof Bbox>

const BOUNDARY_WARNING_KINDS = [
  'self_crossing',
  'outside_region',
  'outside_province',
  'outside_municipality',
  'too_small',
  'area_differs',
  'overlap',
] as const

/** How many overlaps are listed individually, largest first. */
export const MAX_OVERLAPS_SHOWN = 100

/** The progress of comparing a boundary with the others around it. */
export type OverlapState = 'waiting' | 'measured' | 'part' | 'tangled'

/** What a reviewer should know about a boundary. Warnings inform; they never block. */
export const BoundaryWarning = z.object({
  kind: z.enum(BOUNDARY_WARNING_KINDS),
  message: z.string(),
  at: z.optional(Position),
  /** only if the reader may open that profile (S-114) */
  site_profile_id: z.optional(z.number()),
  code: z.optional(z.string()),
  name_of_partner: z.optional(z.string()),
  overlap_ha: z.optional(z.number()),
  /** only if the reader may open that profile (S-114) */
  overlap: z.optional(BoundaryGeometry),
})
export type BoundaryWarning = z.infer<typeof BoundaryWarning>

/** The eight winds, clockwise from north. */
export const WINDS = [
  'north',
  'north-east',
  'east',
  'south-east',
  'south',
  'south-west',
  'west',
  'north-west',
] as const

/** A town near a boundary; the direction is seen from the town, null if the boundary is in it. */
export const NearbyTown = z.object({
  name: z.string(),
  point: Position,
  km: z.number(),
  direction: z.nullable(z.enum(WINDS)),
})
export type NearbyTown = z.infer<typeof NearbyTown>

/** Everything computed when a boundary is received. Hectares are rounded to 0.01. */
export const BoundaryReport = z.object({
  geometry: BoundaryGeometry,
  area_ha: z.number(),
  vertex_count: z.number(),
  polygon_count: z.number(),
  hole_count: z.number(),
  bbox: Bbox,
  valid: z.boolean(),
  invalid_reason: z.optional(z.string()),
  invalid_at: z.optional(Position),
  /** the nearest known towns */
  towns: z.array(NearbyTown),
  warnings: z.array(BoundaryWarning),
  /** what was checked and found in order, one sentence each (S-125) */
  checked: z.array(z.string()),
  /** what could not be checked, and why */
  not_checked: z.array(z.string()),
})
export type BoundaryReport = z.infer<typeof BoundaryReport>
