import { DRAFT_DAYS } from '../../shared/drafts/drafts.schema.ts'
import { DAY_MS } from '../../shared/lib/durations.ts'
import type { Services } from '../context/context.ts'
import { removeDraftsBefore } from './drafts.queries.ts'

/** Part of the daily clean-up: removes drafts older than DRAFT_DAYS. */
export const cleanUpDrafts = ({ db, now }: Services): Promise<void> =>
  removeDraftsBefore(db, new Date(now().getTime() - DRAFT_DAYS * DAY_MS).toISOString())
