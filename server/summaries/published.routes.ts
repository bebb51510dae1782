import { no } from '../../shared/lib/verdict.ts'
import { summariesApi } from '../../shared/summaries/summaries.schema.ts'
import { withdrawnWords } from '../../shared/summaries/changed-since-words.ts'
import type { Db } from '../database/db.ts'
import { AppError } from '../lib/errors.ts'
import type { CallLimit, OpenRoutes } from '../http/http.ts'
import { findPublished, findWithdrawn, listPublished } from './published.queries.ts'

async function notPublished(db: Db, year: number): Promise<AppError> {
  const withdrawn = await findWithdrawn(db, year)
  return withdrawn
    ? new AppError(
        no('summary_withdrawn', { sentence: withdrawnWords(withdrawn.withdrawn_at, withdrawn.reason) }),
      )
    : new AppError('not_found')
}

/** The public calls of the summaries, which need no login. */
export function publishedRoutes(openRoute: OpenRoutes, limit: CallLimit) {
  openRoute(
    summariesApi.published,
    async ({ services }) => ({ data: await listPublished(services.readDb) }),
    limit,
  )
  openRoute(
    summariesApi.publishedOf,
    async ({ services }, { params }) => {
      const found = await findPublished(services, params.year)
      if (!found) throw await notPublished(services.readDb, params.year)
      const { document, frozen_at, sha256, since } = found
      return { data: { document, frozen_at, sha256, since } }
    },
    limit,
  )
}
