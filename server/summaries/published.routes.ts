import { summariesApi } from '../../shared/summaries/summaries.schema.ts'
import { AppError } from '../lib/errors.ts'
import type { CallLimit, OpenRoutes } from '../lib/http.ts'
import { type LastAnswers, markAge } from '../lib/last-answers.ts'
import { lastPublished, listPublished } from './published.queries.ts'

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
      const found = await lastPublished(services.reads, last, params.year)
      if (!found) throw new AppError('not_found')
      markAge(raw, found.as_of, services.now())
      const { document, frozen_at, sha256, since } = found.answer
      return { data: { document, frozen_at, sha256, since } }
    },
    limit,
  )
}
