import { Readable } from 'node:stream'
import { importsApi } from '../../shared/imports/imports.schema.ts'
import { recordExport, sendExport } from '../http/export-reply.ts'
import { actions } from '../http/http.ts'
import { cancelImport, createImport, importToCorrect, leaveOutRows, startImport } from './imports.actions.ts'
import { countRows, listFindings, listImports, listRows, readImport, showImport } from './imports.queries.ts'
import { correctionsFile, templateFile } from './template.ts'

/** Imports of profiles, for administrators at FMB (docs/decisions/10-imports.md). */
export const importRoutes = actions(importsApi, {
  list: ({ db }, { query }) => listImports(db, query),
  template: async (ctx, _input, { request, reply }) => {
    const body = request.method === 'HEAD' ? Readable.from([]) : await templateFile(ctx.db)
    return sendExport(reply, { name: 'SITES profiles to import.xlsx', body })
  },
  create: (ctx, { body }) => createImport(ctx, body),
  show: ({ db }, { params }) => showImport(db, params.id),
  findings: async ({ db }, { params, query }) => listFindings(db, await readImport(db, params.id), query),
  rows: async ({ db }, { params, query }) => {
    await readImport(db, params.id)
    return listRows(db, params.id, query)
  },
  corrections: async (ctx, { params }, { request, reply }) => {
    const found = await importToCorrect(ctx, params.id)
    const name = `Import ${found.id} to correct.xlsx`
    if (request.method === 'HEAD') return sendExport(reply, { name, body: Readable.from([]) })
    const { Wrong, Failed } = await countRows(ctx.db, found.id)
    await recordExport(ctx, name, { import: found.id }, Wrong + Failed)
    return sendExport(reply, { name, body: await correctionsFile(ctx.db, found) })
  },
  start: (ctx, { params, body }) => startImport(ctx, params.id, body.rows),
  leaveOut: (ctx, { params, body }) => leaveOutRows(ctx, params.id, body),
  cancel: (ctx, { params }) => cancelImport(ctx, params.id),
})
