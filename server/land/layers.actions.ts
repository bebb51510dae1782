import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { FILE_KINDS } from '../../shared/files/files.schema.ts'
import {
  canAddVersion,
  canAnswerDraft,
  canChangeDraft,
  canChangeLayer,
  canImportVersion,
  DRAFTS,
} from '../../shared/land/land.policy.ts'
import { LAYER } from '../../shared/land/layers.fields.ts'
import { canChangeLayers } from '../../shared/land/layers.policy.ts'
import type {
  Layer,
  LayerInput,
  layersApi,
  VersionInput,
  WholeVersion,
} from '../../shared/land/layers.schema.ts'
import { versionQuestions } from '../../shared/land/version-questions.ts'
import type { Parsed } from '../../shared/access/endpoint.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import { fieldChanges } from '../context/audit.ts'
import type { Audit, Ctx } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { attachFiles, detachFiles } from '../uploads/files.actions.ts'
import { AppError, invalid, requireAllowed, requireNoErrors } from '../lib/errors.ts'
import { countChanges } from './changes.queries.ts'
import { coverageOf, type StoredCoverage } from './coverage.queries.ts'
import { deleteDraftSites, queueDraftComparison } from './draft-sites.queries.ts'
import { deleteFeatures } from './features.queries.ts'
import { insertLayer, lockLayer, saveLayer, showLayer, type StoredLayer } from './layers.queries.ts'
import { takeOutlines } from './outlines.actions.ts'
import { queueScreening } from './screening.queries.ts'
import { storeAllSiteWarnings } from './site-warnings.queries.ts'
import {
  deleteVersionFile,
  findVersion,
  insertVersion,
  insertVersionFile,
  lockVersion,
  lockVersionIn,
  queueReading,
  saveVersion,
  showVersion,
  type StoredVersion,
} from './versions.queries.ts'

type Facts = Record<string, string | number | null>

/** The fields that differ, as the log names them. */
const changesOf = (before: Facts, after: Facts): FieldChange[] =>
  fieldChanges(before, after, Object.keys(after))

type LayerEvent =
  | 'Layer Added'
  | 'Layer Changed'
  | 'Layer Withdrawn'
  | 'Layer Imported'
  | 'Layer Draft Discarded'

/** A row of the log about a layer, which is no record and so has no code: it names the layer first. */
function note(audit: Audit, event: LayerEvent, layer: { id: number; name: string }, changes: FieldChange[]) {
  audit({
    module: 'System',
    event,
    id: layer.id,
    changes: [{ field: 'layer', old: null, new: layer.name }, ...changes],
  })
}

const factsOf = (layer: LayerInput): Facts =>
  Object.fromEntries(LAYER.names.map((field) => [field, layer[field]]))

/** Adds a layer with its consideration; no boundary is compared with it before a version is imported. */
export const createLayer = (ctx: Ctx, input: LayerInput): Promise<Layer> =>
  ctx.write(async (db, audit) => {
    requireAllowed(canChangeLayers(ctx.actor))
    const created_at = ctx.services.now().toISOString()
    const id = await insertLayer(db, { ...input, created_by: ctx.actor.id, created_at })
    const { name: _, ...facts } = factsOf(input)
    note(audit, 'Layer Added', { id, name: input.name }, changesOf({}, facts))
    return showLayer(db, ctx.actor, id)
  })

const FIXED_KIND = 'The kind of a layer cannot be changed. Please withdraw the layer and add another one.'

/** Changes name, audience and consideration; 409 where another administrator saved first. */
export const updateLayer = (
  ctx: Ctx,
  id: number,
  { revision, ...input }: LayerInput & { revision: number },
): Promise<Layer> =>
  ctx.write(async (db, audit) => {
    requireAllowed(canChangeLayers(ctx.actor))
    const before = await lockLayer(db, id)
    requireAllowed(canChangeLayer(ctx.actor, before))
    if (before.revision !== revision) throw new AppError('layer_changed')
    if (before.kind !== input.kind) throw invalid({ kind: [FIXED_KIND] })
    await saveLayer(db, id, { ...input, updated_at: ctx.services.now().toISOString() })
    note(audit, 'Layer Changed', before, changesOf(factsOf(before), factsOf(input)))
    return showLayer(db, ctx.actor, id)
  })

/**
 * Withdraws a layer for good. Its current version becomes past and a draft is discarded, so nothing is compared with it
 * any more. What it found stays in the history of each site; no page shows it and no approval asks for it, since those
 * read findings of current versions alone.
 */
export const withdrawLayer = (ctx: Ctx, id: number, reason: string): Promise<Layer> =>
  ctx.write(async (db, audit) => {
    requireAllowed(canChangeLayers(ctx.actor))
    const layer = await lockLayer(db, id)
    requireAllowed(canChangeLayer(ctx.actor, layer))
    const at = ctx.services.now().toISOString()
    const draft = await lockVersionIn(db, id, DRAFTS)
    if (draft) await discard(db, draft)
    const current = await lockVersionIn(db, id, ['current'])
    if (current) await saveVersion(db, current.id, { state: 'past', past_at: at })
    await saveLayer(db, id, { withdrawn_at: at, withdrawn_reason: reason, updated_at: at })
    note(audit, 'Layer Withdrawn', layer, [
      ...changesOf(
        { version: current?.number ?? null, draft: draft?.number ?? null },
        { version: null, draft: null },
      ),
      ...changesOf({}, { reason }),
    ])
    await storeAllSiteWarnings(db, ctx.services.now())
    return showLayer(db, ctx.actor, id)
  })

const FILE_RULE = { kinds: ['layer'], max_bytes: FILE_KINDS.layer.max_bytes, field: 'file_id' } as const

function versionErrors(input: VersionInput, today: string): Record<string, string[]> {
  const { source_date, valid_from, valid_until } = input
  return {
    ...(source_date > today ? { source_date: ['Date of the source cannot be in the future.'] } : {}),
    ...(valid_from && valid_until && valid_until < valid_from
      ? { valid_until: ['End of validity cannot be before its start.'] }
      : {}),
  }
}

/** What a version covers, as the log names it: ids of regions and provinces. */
const coverageFacts = ({ covers_regions, covers_provinces, covers_touched }: StoredCoverage): Facts => ({
  covers: covers_touched
    ? 'what its features touch'
    : covers_regions === null
      ? 'the whole country'
      : 'these places',
  covers_regions: covers_touched ? null : covers_regions?.join(', ') || null,
  covers_provinces: covers_touched ? null : covers_provinces?.join(', ') || null,
})

/** Adds a draft of the next version and queues the reading of its file. */
export const addVersion = (ctx: Ctx, layer_id: number, input: VersionInput): Promise<WholeVersion> =>
  ctx.write(async (db, audit) => {
    requireAllowed(canChangeLayers(ctx.actor))
    const layer = await lockLayer(db, layer_id)
    const draft = await lockVersionIn(db, layer_id, DRAFTS)
    requireAllowed(canAddVersion(ctx.actor, { ...layer, has_draft: draft !== null }))
    const now = ctx.services.now()
    requireNoErrors(versionErrors(input, manilaDay(now)))
    const current = await lockVersionIn(db, layer_id, ['current'])
    const covered = await coverageOf(db, input.covers, current)
    const { file_id, covers: _, crs = null, code_column = null, name_column = null, ...source } = input
    const [file] = await attachFiles(db, ctx.actor, [file_id], FILE_RULE)
    if (!file) throw new Error('A file that was attached is there.')
    const { valid_from = null, valid_until = null, ...words } = source
    const named = { ...words, valid_from, valid_until }
    const version = await insertVersion(db, {
      ...named,
      ...covered,
      land_layer_id: layer_id,
      file_name: file.name,
      crs_answer: crs,
      code_column,
      name_column,
      created_by: ctx.actor.id,
      created_at: now.toISOString(),
    })
    await insertVersionFile(db, file.id, version.id)
    await queueReading(db, version.id)
    const answers = { crs, code_column, name_column, ...coverageFacts(covered) }
    note(
      audit,
      'Layer Changed',
      layer,
      changesOf({}, { draft: version.number, file: file.name, ...named, ...answers }),
    )
    return showVersion(db, version.id)
  })

/** Locks the layer of a version and then the version, in the order of all changes. Throws 404 when there is none. */
async function lockBoth(db: Db, version_id: number): Promise<{ layer: StoredLayer; version: StoredVersion }> {
  const found = await findVersion(db, version_id)
  if (!found) throw new AppError('not_found')
  const layer = await lockLayer(db, found.land_layer_id)
  return { layer, version: await lockVersion(db, version_id) }
}

type Answers = Parsed<typeof layersApi.answer>['body']

/** Reads the file of a draft again, with the answers to what it asked; what is not named stays as it was. */
export const answerDraft = (ctx: Ctx, id: number, input: Answers): Promise<WholeVersion> =>
  ctx.write(async (db, audit) => {
    requireAllowed(canChangeLayers(ctx.actor))
    const { layer, version } = await lockBoth(db, id)
    requireAllowed(canAnswerDraft(ctx.actor, version))
    for (const field of ['code_column', 'name_column'] as const) {
      const column = input[field]
      if (column && !version.columns.includes(column)) throw invalid({ [field]: ['Choose a column.'] })
    }
    const { code_column, name_column } = version
    const before = { crs: version.crs_answer, code_column, name_column }
    const answers = {
      crs: input.crs ?? before.crs,
      code_column: input.code_column ?? code_column,
      name_column: input.name_column ?? name_column,
    }
    const { crs: crs_answer, ...columns } = answers
    const covered = await coverageOf(db, input.covers, version)
    const unread = {
      ...covered,
      far_count: 0,
      far_km: 0,
      compared_at: null,
      feature_count: 0,
      vertex_count: 0,
      area_ha: '0',
      fault_count: 0,
      faults: [],
      crs: null,
      reason: null,
    }
    await saveVersion(db, id, { ...unread, ...columns, crs_answer, state: 'reading', begun: 0 })
    await deleteDraftSites(db, id)
    await queueReading(db, id)
    note(audit, 'Layer Changed', layer, [
      ...changesOf({}, { draft: version.number }),
      ...changesOf(before, answers),
      ...changesOf(coverageFacts(version), coverageFacts(covered)),
    ])
    return showVersion(db, id)
  })

const COVERS_NOTHING =
  'Its features touch no province. Please say which regions or provinces the version covers.'

const coversNothing = ({ covers_regions, covers_provinces }: StoredVersion): boolean =>
  covers_regions?.length === 0 && covers_provinces?.length === 0

type ImportAnswers = Parsed<typeof layersApi.importVersion>['body']

/** Throws 422 with the numbers that were not answered, or differ from those that the person has seen. */
async function requireAnswers(
  db: Db,
  version: StoredVersion,
  before: StoredVersion | null,
  answers: ImportAnswers,
): Promise<void> {
  const shown = await showVersion(db, version.id)
  const questions = versionQuestions(shown, await countChanges(db, version.id, before))
  const open = questions.filter(({ field, count }) => answers?.[field] !== count)
  requireNoErrors(
    Object.fromEntries(open.map(({ field, words }) => [field, [`${words} Please tick that this is right.`]])),
  )
}

/**
 * Makes a draft, or an earlier version again, the current version of its layer, and the one before it a past one. Every boundary is compared with
 * it in the background; until then it is "not checked". Outlines of places go to the checks of places instead.
 */
export const importVersion = (ctx: Ctx, id: number, answers: ImportAnswers): Promise<WholeVersion> =>
  ctx.write(async (db, audit) => {
    requireAllowed(canChangeLayers(ctx.actor))
    const { layer, version } = await lockBoth(db, id)
    requireAllowed(canImportVersion(ctx.actor, layer, version))
    if (coversNothing(version)) throw invalid({ covers: [COVERS_NOTHING] })
    const at = ctx.services.now().toISOString()
    const before = await lockVersionIn(db, layer.id, ['current'])
    await requireAnswers(db, version, before, answers)
    if (before) await saveVersion(db, before.id, { state: 'past', past_at: at })
    // an earlier version keeps the day of its import, since which its findings are new
    const imported = version.state === 'past' ? {} : { imported_by: ctx.actor.id, imported_at: at }
    await saveVersion(db, id, { ...imported, state: 'current', past_at: null })
    const taken = layer.kind === 'municipal_boundary' ? await takeOutlines(ctx, db, version) : null
    if (!taken) await queueScreening(db)
    await deleteDraftSites(db, id)
    const draft = await lockVersionIn(db, layer.id, ['read'])
    if (draft) await queueDraftComparison(db, draft.id)
    const { number, source, source_date, licence, feature_count, fault_count, area_ha } = version
    note(audit, 'Layer Imported', layer, [
      ...changesOf({ version: before?.number ?? null }, { version: number }),
      ...changesOf(
        {},
        { source, source_date, licence, features: feature_count, left_out_or_repaired: fault_count, area_ha },
      ),
      ...(taken ? changesOf({}, { provinces: taken.provinces, cities: taken.cities }) : []),
    ])
    if (!taken) await storeAllSiteWarnings(db, ctx.services.now())
    return showVersion(db, id)
  })

/** Removes what a draft has of features, and frees its file, which the daily clean-up removes a day later. */
async function discard(db: Db, { id }: StoredVersion): Promise<void> {
  await saveVersion(db, id, { state: 'discarded' })
  await deleteFeatures(db, id)
  await deleteDraftSites(db, id)
  await detachFiles(db, await deleteVersionFile(db, id))
}

/** Discards a draft, also one that is being read; the versions before it stay as they are. */
export const discardDraft = (ctx: Ctx, id: number, reason: string | null): Promise<WholeVersion> =>
  ctx.write(async (db, audit) => {
    requireAllowed(canChangeLayers(ctx.actor))
    const { layer, version } = await lockBoth(db, id)
    requireAllowed(canChangeDraft(ctx.actor, version))
    await discard(db, version)
    note(audit, 'Layer Draft Discarded', layer, [
      ...changesOf({ draft: version.number }, { draft: null }),
      ...changesOf({}, { file: version.file_name, reason }),
    ])
    return showVersion(db, id)
  })
