import { canChangeLayers, canSeeLayers } from './layers.policy.ts'
import { z } from 'zod/mini'
import { wrapped } from '../lib/replies.ts'
import { BoundaryGeometry, Position } from '../boundary/boundary.schema.ts'
import { endpoint } from '../access/endpoint.ts'
import { IdParams } from '../lib/ids.ts'
import { PageQuery, pageReply } from '../lib/paging.ts'
import { optionalText, requiredParagraphs, word } from '../lib/plain-text.ts'
import { CoversInput } from './covers.ts'
import { type CONSIDERATION, LAYER, SENTENCE, VERSION } from './layers.fields.ts'

/** Layers of land that boundaries are compared with (decision 32). */

export type Consideration = z.output<typeof CONSIDERATION.input>

const VERSION_STATES = ['reading', 'question', 'refused', 'read', 'current', 'past', 'discarded'] as const
export type VersionState = (typeof VERSION_STATES)[number]

export const FeatureFault = z.object({
  /** the position in the file, from 1 */
  number: z.number(),
  name: z.nullable(z.string()),
  reason: z.string(),
  /** false of a feature that is imported in a repaired shape */
  is_left_out: z.boolean(),
})
export type FeatureFault = z.output<typeof FeatureFault>

const Named = z.object({ id: z.number(), name: z.string() })
/** Regions and provinces; null of the whole country. */
const Covers = z.nullable(z.object({ regions: z.array(Named), provinces: z.array(Named) }))

/** Features of a draft that lie further from what it covers than this, in kilometres, are asked about. */
export const FAR_KM = 20

/** the features named as left out or repaired; the others are only counted */
export const FAULTS_MAX = 200

export const LayerVersion = z.object({
  id: z.number(),
  number: z.number(),
  state: z.enum(VERSION_STATES),
  source: z.string(),
  licence: z.string(),
  source_date: z.string(),
  attribution: z.string(),
  valid_from: z.nullable(z.string()),
  valid_until: z.nullable(z.string()),
  covers: Covers,
  /** whether that follows from where its features lie */
  covers_touched: z.boolean(),
  /** features that lie far outside what it covers, and the most kilometres */
  far_count: z.number(),
  far_km: z.number(),
  /** null once it was discarded */
  file_id: z.nullable(z.number()),
  file_name: z.string(),
  /** the coordinate system that was read; null before */
  crs: z.nullable(z.string()),
  /** why it was refused, what it asks, or what its reading waits for */
  reason: z.nullable(z.string()),
  feature_count: z.number(),
  vertex_count: z.number(),
  area_ha: z.number(),
  /** features that are left out or repaired */
  fault_count: z.number(),
  created_by: z.string(),
  created_at: z.string(),
  imported_by: z.nullable(z.string()),
  imported_at: z.nullable(z.string()),
})
export type LayerVersion = z.output<typeof LayerVersion>

/** A version with all that its page shows. */
export const WholeVersion = z.extend(LayerVersion, {
  land_layer_id: z.number(),
  /** the first of the features that are left out or repaired, in the order of the file */
  faults: z.array(FeatureFault),
  /** the columns of the file, and those chosen for code and name */
  columns: z.array(z.string()),
  code_column: z.nullable(z.string()),
  name_column: z.nullable(z.string()),
  /** boundaries that an import compares */
  sites: z.number(),
})
export type WholeVersion = z.output<typeof WholeVersion>

/** `not_covered`, `not_checked`, `failed` and `new_findings` count the caller’s sites against the current version. */
export const Layer = z.extend(LAYER.input, {
  id: z.number(),
  name: z.string(),
  revision: z.number(),
  withdrawn_at: z.nullable(z.string()),
  withdrawn_reason: z.nullable(z.string()),
  current: z.nullable(LayerVersion),
  draft: z.nullable(LayerVersion),
  /** sites where it does not say what is there */
  not_covered: z.number(),
  not_checked: z.number(),
  failed: z.number(),
  /** approved sites with land that the versions before did not find */
  new_findings: z.number(),
})
export type Layer = z.output<typeof Layer>

const LayerFeature = z.object({
  id: z.number(),
  number: z.number(),
  code: z.nullable(z.string()),
  name: z.nullable(z.string()),
  area_ha: z.number(),
  vertex_count: z.number(),
  /** the place that it is the outline of */
  place: z.nullable(z.string()),
  /** the middle of its box, by which a reader sees whether it lies where it should */
  middle: Position,
})
export type LayerFeature = z.output<typeof LayerFeature>

/** how a feature differs from the current version; those that need a look first */
export const FEATURE_CHANGES = ['gone', 'changed', 'new', 'same'] as const
/** as many features, and as many sites, are listed of a version beside the current one; the others are counted */
export const CHANGES_MAX = 300

const FeatureChange = z.object({
  id: z.number(),
  change: z.enum(FEATURE_CHANGES),
  code: z.nullable(z.string()),
  name: z.nullable(z.string()),
  /** null of one that is gone */
  area_ha: z.nullable(z.number()),
  /** of one that is gone or changed */
  area_before: z.nullable(z.number()),
  drawing: BoundaryGeometry,
})
export type FeatureChange = z.output<typeof FeatureChange>

const SiteChange = z.object({
  site_profile_id: z.number(),
  code: z.string(),
  name_of_partner: z.string(),
  /** the land of findings that it gains, loses, or that take in more or less of it */
  gained: z.array(z.string()),
  lost: z.array(z.string()),
  changed: z.array(z.string()),
  /** why it could not be compared */
  reason: z.nullable(z.string()),
})
export type SiteChange = z.output<typeof SiteChange>

/** How a version differs from the current one. */
const VersionChanges = z.object({
  /** the current version; null if there is none, or this is it */
  before: z.nullable(z.object({ number: z.number(), feature_count: z.number() })),
  counts: z.object({ gone: z.number(), changed: z.number(), new: z.number(), same: z.number() }),
  features: z.array(FeatureChange),
  /** outlines of places that are known by no name here */
  unplaced: z.number(),
  /** the caller’s sites; null while they are being compared, and of a version that is no draft */
  sites: z.nullable(
    z.object({
      gain: z.number(),
      lose: z.number(),
      change: z.number(),
      failed: z.number(),
      listed: z.array(SiteChange),
    }),
  ),
})
export type VersionChanges = z.output<typeof VersionChanges>

export type LayerInput = z.output<typeof LAYER.input>

const column = z.nullish(word('Choose a column.'))

const VersionInput = z.extend(VERSION.input, { code_column: column, name_column: column })
export type VersionInput = z.output<typeof VersionInput>

const NewFinding = z.object({
  site_profile_id: z.number(),
  code: z.string(),
  name_of_partner: z.string(),
  feature: z.string(),
  overlap_ha: z.number(),
  share: z.number(),
  since: z.string(),
})

const LayerReply = wrapped('layer', Layer)
const VersionReply = wrapped('version', WholeVersion)

export const layersApi = {
  list: endpoint('GET', '/land/layers', {
    may: canSeeLayers,
    summary:
      'The layers of land, by kind and name, with their considerations and how many sites are not checked',
    query: PageQuery,
    reply: pageReply(Layer),
  }),
  show: endpoint('GET', '/land/layers/:id', {
    may: canSeeLayers,
    summary: 'One layer with all its versions, the newest first',
    params: IdParams,
    reply: z.object({ layer: Layer, versions: z.array(LayerVersion) }),
  }),
  create: endpoint('POST', '/land/layers', {
    may: canChangeLayers,
    summary: 'Add a layer with its written consideration',
    form: true,
    body: LAYER.input,
    status: 201,
    reply: LayerReply,
  }),
  update: endpoint('PATCH', '/land/layers/:id', {
    may: canChangeLayers,
    identity: 'every_caller',
    summary: 'Change the name, audience or consideration of a layer',
    params: IdParams,
    body: z.extend(LAYER.input, { revision: z.int() }),
    reply: LayerReply,
  }),
  withdraw: endpoint('POST', '/land/layers/:id/withdraw', {
    may: canChangeLayers,
    identity: 'every_caller',
    summary: 'Compare no more boundaries with a layer; what was found stays in the history',
    form: true,
    params: IdParams,
    body: z.object({ reason: requiredParagraphs('Reason', SENTENCE) }),
    reply: LayerReply,
  }),
  addVersion: endpoint('POST', '/land/layers/:id/versions', {
    may: canChangeLayers,
    summary:
      'Read a file of the kind "layer" as a draft of the next version; nothing is compared with a draft',
    form: true,
    params: IdParams,
    body: VersionInput,
    status: 201,
    reply: VersionReply,
  }),
  version: endpoint('GET', '/land/versions/:id', {
    may: canSeeLayers,
    summary:
      'One version: its state, what it asks, its features in numbers, and the features left out with reasons',
    params: IdParams,
    reply: VersionReply,
  }),
  features: endpoint('GET', '/land/versions/:id/features', {
    may: canSeeLayers,
    summary: 'The features of a version in the order of its file, or by a search in code and name',
    params: IdParams,
    query: PageQuery,
    reply: pageReply(LayerFeature),
  }),
  changes: endpoint('GET', '/land/versions/:id/changes', {
    may: canSeeLayers,
    summary:
      'How a version differs from the current one: features gone, changed and new, drawn, and sites that gain or lose findings',
    params: IdParams,
    reply: wrapped('changes', VersionChanges),
  }),
  answer: endpoint('POST', '/land/versions/:id/answer', {
    may: canChangeLayers,
    summary: 'Answer what a draft asks, and read its file again',
    params: IdParams,
    body: z.object({
      covers: CoversInput,
      crs: VERSION.input.shape.crs,
      code_column: column,
      name_column: column,
    }),
    reply: VersionReply,
  }),
  importVersion: endpoint('POST', '/land/versions/:id/imported', {
    may: canChangeLayers,
    identity: 'every_caller',
    summary:
      'Make a draft, or an earlier version again, the current one; all boundaries are compared with it in the background',
    form: true,
    params: IdParams,
    /** the numbers that were asked about, as the person has seen them */
    body: z.nullish(z.object({ gone: z.nullish(z.int()), far: z.nullish(z.int()) })),
    reply: VersionReply,
  }),
  discard: endpoint('POST', '/land/versions/:id/discard', {
    may: canChangeLayers,
    summary: 'Discard a draft with its features',
    form: true,
    params: IdParams,
    body: z.nullish(z.object({ reason: optionalText('Reason', { min: 1, max: 200 }) })),
    reply: VersionReply,
  }),
  newFindings: endpoint('GET', '/land/layers/:id/new-findings', {
    may: canSeeLayers,
    summary: 'Approved sites with land that the current version found and the versions before did not',
    params: IdParams,
    query: PageQuery,
    reply: pageReply(NewFinding),
  }),
}
