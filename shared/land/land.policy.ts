import { type Actor, holdsAny } from '../access/actor.ts'
import { all, no, type Verdict, yes } from '../lib/verdict.ts'
import { canChangeLayers } from './layers.policy.ts'
import type { VersionState } from './layers.schema.ts'

/** What waits on the land is listed for those who read profiles or decide on them. */
export const canListLandTasks = (actor: Actor): Verdict =>
  holdsAny(actor, 'site_map_access', 'site_maps_approval', 'site_maps_return')

type LayerState = { withdrawn_at: string | null }

/** A layer that was withdrawn stays as it was. */
export const canChangeLayer = (actor: Actor, { withdrawn_at }: LayerState): Verdict =>
  all(canChangeLayers(actor), withdrawn_at === null ? yes : no('layer_withdrawn'))

/** A layer has one draft at a time, so that two people do not import one over the other. */
export const canAddVersion = (actor: Actor, layer: LayerState & { has_draft: boolean }): Verdict =>
  all(canChangeLayer(actor, layer), layer.has_draft ? no('layer_has_draft') : yes)

/** A draft becomes current once it was read, and an earlier version again; a withdrawn layer has no current one. */
export const canImportVersion = (
  actor: Actor,
  layer: LayerState,
  { state }: { state: VersionState },
): Verdict =>
  all(canChangeLayer(actor, layer), state === 'read' || state === 'past' ? yes : no('version_not_read'))

/** the states of a version that is not imported or discarded */
export const DRAFTS: readonly VersionState[] = ['reading', 'question', 'refused', 'read']

/** Only a draft is discarded; versions that were current stay. */
export const canChangeDraft = (actor: Actor, { state }: { state: VersionState }): Verdict =>
  all(canChangeLayers(actor), DRAFTS.includes(state) ? yes : no('version_not_draft'))

/** A draft is answered once its file was read, as far as that was possible. */
export const canAnswerDraft = (actor: Actor, version: { state: VersionState }): Verdict =>
  all(canChangeDraft(actor, version), version.state === 'reading' ? no('version_reading') : yes)
