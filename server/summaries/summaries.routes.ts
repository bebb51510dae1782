import { summariesApi, publishedApi } from '../../shared/summaries/summaries.schema.ts'
import { actions } from '../http/http.ts'
import { chooseStatement, principlesOf } from './choosing.actions.ts'
import { scopeOf, showSummary } from './composing.ts'
import { freezeSummary } from './freeze.actions.ts'
import { publishSummary, replaceSummary, withdrawSummary } from './publish.actions.ts'
import { createSummary, discardSummary, editSummary } from './summaries.actions.ts'
import { listSummaries, readSummary } from './summaries.queries.ts'
import { downloadSummary } from './summary-downloads.ts'
import { listStatements } from './summary-statements.queries.ts'
import { writeText } from './writing.actions.ts'
import { crosswalkApi } from '../../shared/summaries/crosswalk.schema.ts'
import { AppError } from '../lib/errors.ts'
import { saveCrosswalk } from './crosswalk.actions.ts'
import { findCrosswalk, findCrosswalkVersion, listCrosswalks } from './crosswalk.queries.ts'
import { no } from '../../shared/lib/verdict.ts'
import { EN } from '../../shared/texts/en.ts'
import { translator } from '../../shared/texts/translate.ts'
import { withdrawnWords } from '../../shared/summaries/changed-since-words.ts'
import { findPublic, isWithdrawn, listPublished } from './published.queries.ts'

/** The crosswalk. Users of FMB may read it; its administrators save it. */
export const crosswalkRoutes = actions(crosswalkApi, {
  current: ({ db }) => findCrosswalk(db),
  versions: ({ db }, { query }) => listCrosswalks(db, query),
  show: async ({ db }, { params }) => {
    const crosswalk = await findCrosswalkVersion(db, params.version)
    if (!crosswalk) throw new AppError('not_found')
    return crosswalk
  },
  save: (ctx, { body }) => saveCrosswalk(ctx, body),
})

/** The public calls of the summaries, which need no login. */
export const publishedRoutes = actions(publishedApi, {
  list: ({ services }) => listPublished(services.readDb),
  show: async ({ services }, { params }) => {
    const found = await findPublic(services, { ...params, version: null })
    if (!found) throw new AppError('not_found')
    if (isWithdrawn(found)) {
      const sentence = withdrawnWords(translator(EN), found.withdrawn_at, found.reason)
      throw new AppError(no('summary_withdrawn', { sentence }))
    }
    const { document, frozen_at, sha256, since, withdrawn_records } = found
    return { document, frozen_at, sha256, since, withdrawn_records }
  },
})

/** Summaries. Users of FMB read and draft them; Super Administrators freeze and publish. */
export const summaryRoutes = actions(summariesApi, {
  list: ({ db }, { query }) => listSummaries(db, query),
  create: (ctx, { body }) => createSummary(ctx, body),
  show: (ctx, { params }) => showSummary(ctx, params.id),
  edit: (ctx, { params, body }) => editSummary(ctx, params.id, body),
  write: (ctx, { params, body }) => writeText(ctx, params.id, body),
  statements: async ({ services: { readDb } }, { params, query }) => {
    const summary = await readSummary(readDb, params.id)
    return listStatements(readDb, params.id, scopeOf(summary), {
      ...query,
      chosen_only: query.chosen_only === 'true',
      principles: await principlesOf(readDb, query.safeguard),
    })
  },
  choose: (ctx, { params, body }) => chooseStatement(ctx, params.id, body),
  freeze: (ctx, { params, body }) => freezeSummary(ctx, params.id, body),
  publish: (ctx, { params }) => publishSummary(ctx, params.id),
  replace: (ctx, { params, body }) => replaceSummary(ctx, params.id, body.replaces),
  withdraw: (ctx, { params, body }) => withdrawSummary(ctx, params.id, body.reason),
  discard: (ctx, { params }) => discardSummary(ctx, params.id),
  file: (ctx, { params }, raw) => downloadSummary(ctx, params, raw),
})
