import { summariesApi } from '../../shared/summaries/summaries.schema.ts'
import { withdrawnWords } from '../../shared/summaries/since-words.ts'
import type { Db } from '../lib/db.ts'
import { AppError } from '../lib/errors.ts'
import type { CallLimit, OpenRoutes } from '../lib/http.ts'
import { type LastAnswers, markAge } from '../lib/last-answers.ts'
import { findWithdrawn, lastPublished, listPublished } from './published.queries.ts'

/** Why there is no summary of a year to read. */
async function notPublished(db: Db, year: number): Promise<AppError> {
  const withdrawn = await findWithdrawn(db, year)
  return withdrawn
    ? new AppError('withdrawn', withdrawnWords(withdrawn.withdrawn_at, withdrawn.reason))
    : new AppError('not_found')
}

/** What the public reads of the summaries, without signing in. */
export function publishedRoutes(openRoute: OpenRoutes, limit: CallLimit, last: LastAnswers) {
  openRoute(
    summariesApi.published,
    async ({ services }, _input, raw) => {
      const { answer, as_of } = await last('summaries', () => listPublished(services.reads))
      markAge(raw, as_of, services.now())
      return { data: answer }
    },
    limit,
  )
  openRoute(
    summariesApi.publishedOf,
    async ({ services }, { params }, raw) => {
      const found = await lastPublished(services, last, params.year)
      if (!found) throw await notPublished(services.reads, params.year)
      markAge(raw, found.as_of, services.now())
      const { document, frozen_at, sha256, since } = found.answer
      return { data: { document, frozen_at, sha256, since } }
    },
    limit,
  )
}
