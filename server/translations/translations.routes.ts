import { Readable } from 'node:stream'
import { manilaDay } from '../../shared/lib/dates.ts'
import { translationsApi } from '../../shared/translations/translations.schema.ts'
import { recordExport, sendExport } from '../http/export-reply.ts'
import { actions } from '../http/http.ts'
import { checkTable, saveTable } from './read-table.ts'
import { tableOfTexts } from './table-of-texts.ts'
import { confirmText, takeBackText } from './proposals.actions.ts'
import { reviewPart, reviewTexts, saveText } from './translations.actions.ts'
import {
  languageName,
  listLanguages,
  listTranslations,
  readTranslation,
  readTranslations,
} from './translations.queries.ts'

/** The review of translations, for administrators at FMB (docs/decisions/35-languages.md). */
export const translationRoutes = actions(translationsApi, {
  languages: ({ db, services }) => listLanguages(db, services.languages),
  list: ({ db, services }, { params, query }) =>
    listTranslations(db, services.languages, params.language, query),
  show: ({ db, services }, { params }) =>
    readTranslation(db, services.languages, params.language, params.key),
  table: async (ctx, { params: { language } }, { request, reply }) => {
    const { languages, now } = ctx.services
    const texts = await readTranslations(ctx.db, languages, language)
    const called = languageName(languages, language)
    const name = `Texts in ${called}, ${manilaDay(now())}.xlsx`
    if (request.method === 'HEAD') return sendExport(reply, { name, body: Readable.from([]) })
    await recordExport(ctx, name, { language }, texts.length)
    const body = tableOfTexts(
      called,
      texts.map(({ translation }) => translation),
    )
    return sendExport(reply, { name, body })
  },
  check: (ctx, { params, body }) => checkTable(ctx, params.language, body.table_id),
  save: (ctx, { params, body }) => saveText(ctx, params, body),
  confirm: (ctx, { params, body }) => confirmText(ctx, params, body),
  takeBack: (ctx, { params, body }) => takeBackText(ctx, params, body),
  review: (ctx, { params, body }) => reviewTexts(ctx, params.language, body),
  reviewPart: (ctx, { params, body }) => reviewPart(ctx, params.language, body),
  saveTable: (ctx, { params, body }) => saveTable(ctx, params.language, body),
})
