import { layersApi } from '../../shared/land/layers.schema.ts'
import { actions } from '../http/http.ts'
import { showChanges } from './changes.queries.ts'
import { listFeatures } from './features.queries.ts'
import {
  addVersion,
  answerDraft,
  createLayer,
  discardDraft,
  importVersion,
  updateLayer,
  withdrawLayer,
} from './layers.actions.ts'
import { listLayers, showLayer } from './layers.queries.ts'
import { listNewFindings } from './new-findings.queries.ts'
import { listVersions, showVersion } from './versions.queries.ts'

/** Layers of land: read by all staff, changed by FMB's administrators (docs/decisions/32-land.md). */
export const layerRoutes = actions(layersApi, {
  list: ({ actor, db }, { query }) => listLayers(db, actor, query),
  show: async ({ actor, db }, { params }) => {
    const layer = await showLayer(db, actor, params.id)
    return { layer, versions: await listVersions(db, params.id) }
  },
  create: (ctx, { body }) => createLayer(ctx, body),
  update: (ctx, { params, body }) => updateLayer(ctx, params.id, body),
  withdraw: (ctx, { params, body }) => withdrawLayer(ctx, params.id, body.reason),
  addVersion: (ctx, { params, body }) => addVersion(ctx, params.id, body),
  version: ({ db }, { params }) => showVersion(db, params.id),
  features: async ({ db }, { params, query }) => {
    await showVersion(db, params.id)
    return listFeatures(db, params.id, query)
  },
  changes: async ({ actor, db }, { params }) => {
    await showVersion(db, params.id)
    return showChanges(db, actor, params.id)
  },
  answer: (ctx, { params, body }) => answerDraft(ctx, params.id, body),
  importVersion: (ctx, { params, body }) => importVersion(ctx, params.id, body),
  discard: (ctx, { params, body }) => discardDraft(ctx, params.id, body?.reason ?? null),
  newFindings: async ({ actor, db }, { params, query }) => {
    await showLayer(db, actor, params.id)
    return listNewFindings(db, actor, params.id, query)
  },
})
