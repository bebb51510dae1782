import { Readable } from 'node:stream'
import { manilaDay } from '../../shared/lib/dates.ts'
import {
  type Saved,
  type Translation,
  translationsApi,
} from '../../shared/translations/translations.schema.ts'
import { recordExport, sendExport } from '../http/export-reply.ts'
import type { FormRoutes, Routes } from '../http/http.ts'
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

const translationReply = (translation: Translation) => ({ translation })
const savedReply = (saved: Saved) => saved

/** The review of translations, for administrators at FMB (docs/decisions/35-languages.md). */
export function translationRoutes(route: Routes, formRoute: FormRoutes) {
  route(translationsApi.languages, async ({ db, services }) => {
    return { languages: await listLanguages(db, services.languages) }
  })
  route(translationsApi.list, async ({ db, services }, { params, query }) => {
    return listTranslations(db, services.languages, params.language, query)
  })
  route(translationsApi.show, async ({ db, services }, { params }) => {
    const translation = await readTranslation(db, services.languages, params.language, params.key)
    return { translation }
  })
  route(translationsApi.table, async (ctx, { params: { language } }, { request, reply }) => {
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
  })
  route(translationsApi.check, async (ctx, { params, body }) => ({
    table: await checkTable(ctx, params.language, body.table_id),
  }))
  formRoute(translationsApi.save, (ctx, { params, body }) => saveText(ctx, params, body), translationReply)
  formRoute(
    translationsApi.confirm,
    (ctx, { params, body }) => confirmText(ctx, params, body),
    translationReply,
  )
  formRoute(
    translationsApi.takeBack,
    (ctx, { params, body }) => takeBackText(ctx, params, body),
    translationReply,
  )
  formRoute(
    translationsApi.review,
    (ctx, { params, body }) => reviewTexts(ctx, params.language, body),
    savedReply,
  )
  formRoute(
    translationsApi.reviewPart,
    (ctx, { params, body }) => reviewPart(ctx, params.language, body),
    savedReply,
  )
  formRoute(
    translationsApi.saveTable,
    (ctx, { params, body }) => saveTable(ctx, params.language, body),
    savedReply,
  )
}
