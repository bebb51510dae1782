import { Readable } from 'node:stream'
import { canDownloadCorrections } from '../../shared/imports/imports.policy.ts'
import { importsApi } from '../../shared/imports/imports.schema.ts'
import { requireAllowed } from '../lib/errors.ts'
import { recordExport, sendExport } from '../http/export-reply.ts'
import type { FormRoutes, Routes } from '../http/http.ts'
import { cancelImport, createImport, leaveOutRows, startImport } from './imports.actions.ts'
import { countRows, listFindings, listImports, listRows, readImport, showImport } from './imports.queries.ts'
import { correctionsFile, templateFile } from './template.ts'

/** Imports of profiles, for administrators at FMB (docs/decisions/10-imports.md). */
export function importRoutes(route: Routes, formRoute: FormRoutes) {
  route(importsApi.list, async (ctx, { query }) => {
    return listImports(ctx.db, query)
  })
  route(importsApi.template, async (ctx, _input, { request, reply }) => {
    const body = request.method === 'HEAD' ? Readable.from([]) : await templateFile(ctx.db)
    return sendExport(reply, { name: 'SITES profiles to import.xlsx', body })
  })
  formRoute(
    importsApi.create,
    (ctx, { body }) => createImport(ctx, body),
    (made) => ({ import: made }),
  )
  route(importsApi.show, async (ctx, { params }) => {
    return { import: await showImport(ctx.db, params.id) }
  })
  route(importsApi.findings, async (ctx, { params, query }) => {
    return listFindings(ctx.db, await readImport(ctx.db, params.id), query)
  })
  route(importsApi.rows, async (ctx, { params, query }) => {
    await readImport(ctx.db, params.id)
    return listRows(ctx.db, params.id, query)
  })
  route(importsApi.corrections, async (ctx, { params }, { request, reply }) => {
    const found = await readImport(ctx.db, params.id)
    requireAllowed(canDownloadCorrections(ctx.actor, found))
    const name = `Import ${found.id} to correct.xlsx`
    if (request.method === 'HEAD') return sendExport(reply, { name, body: Readable.from([]) })
    const { Wrong, Failed } = await countRows(ctx.db, found.id)
    await recordExport(ctx, name, { import: found.id }, Wrong + Failed)
    return sendExport(reply, { name, body: await correctionsFile(ctx.db, found) })
  })
  route(importsApi.start, async (ctx, { params, body }) => ({
    import: await startImport(ctx, params.id, body.rows),
  }))
  route(importsApi.leaveOut, async (ctx, { params, body }) => ({
    import: await leaveOutRows(ctx, params.id, body),
  }))
  route(importsApi.cancel, async (ctx, { params }) => ({ import: await cancelImport(ctx, params.id) }))
}
