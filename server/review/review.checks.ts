import { ALREADY_ACTED_ON } from '../../shared/review/review-chain.ts'
import { AppError } from '../lib/errors.ts'

/** Refuses with 409 what was decided on an older state of the record than the stored one (S-21). */
export function insistSeen(revision: number | undefined, record: { revision: number }): void {
  if (revision !== undefined && revision !== record.revision) throw new AppError('conflict', ALREADY_ACTED_ON)
}
