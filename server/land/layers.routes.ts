import { layersApi } from '../../shared/land/layers.schema.ts'
import type { FormRoutes, Routes } from '../http/http.ts'
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
export function layerRoutes(route: Routes, formRoute: FormRoutes) {
  route(layersApi.list, async ({ actor, db }, { query }) => {
    return listLayers(db, actor, query)
  })
  route(layersApi.show, async ({ actor, db }, { params }) => {
    const layer = await showLayer(db, actor, params.id)
    return { layer, versions: await listVersions(db, params.id) }
  })
  formRoute(
    layersApi.create,
    (ctx, { body }) => createLayer(ctx, body),
    (layer) => ({ layer }),
  )
  route(layersApi.update, async (ctx, { params, body }) => ({
    layer: await updateLayer(ctx, params.id, body),
  }))
  formRoute(
    layersApi.withdraw,
    (ctx, { params, body }) => withdrawLayer(ctx, params.id, body.reason),
    (layer) => ({ layer }),
  )
  formRoute(
    layersApi.addVersion,
    (ctx, { params, body }) => addVersion(ctx, params.id, body),
    (version) => ({ version }),
  )
  route(layersApi.version, async ({ db }, { params }) => {
    return { version: await showVersion(db, params.id) }
  })
  route(layersApi.features, async ({ db }, { params, query }) => {
    await showVersion(db, params.id)
    return listFeatures(db, params.id, query)
  })
  route(layersApi.changes, async ({ actor, db }, { params }) => {
    await showVersion(db, params.id)
    return { changes: await showChanges(db, actor, params.id) }
  })
  route(layersApi.answer, async (ctx, { params, body }) => ({
    version: await answerDraft(ctx, params.id, body),
  }))
  formRoute(
    layersApi.importVersion,
    (ctx, { params, body }) => importVersion(ctx, params.id, body),
    (version) => ({ version }),
  )
  formRoute(
    layersApi.discard,
    (ctx, { params, body }) => discardDraft(ctx, params.id, body?.reason ?? null),
    (version) => ({ version }),
  )
  route(layersApi.newFindings, async ({ actor, db }, { params, query }) => {
    await showLayer(db, actor, params.id)
    return listNewFindings(db, actor, params.id, query)
  })
}
