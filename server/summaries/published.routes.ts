import { no } from '../../shared/lib/verdict.ts'
import { EN } from '../../shared/texts/en.ts'
import { translator } from '../../shared/texts/translate.ts'
import { publishedApi } from '../../shared/summaries/summaries.schema.ts'
import { withdrawnWords } from '../../shared/summaries/changed-since-words.ts'
import { AppError } from '../lib/errors.ts'
import { actions } from '../http/http.ts'
import { findPublic, isWithdrawn, listPublished } from './published.queries.ts'

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
