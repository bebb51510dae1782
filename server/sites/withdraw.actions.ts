import { canWithdrawSite } from '../../shared/sites/sites.policy.ts'
import type { WithdrawInput } from '../../shared/sites/sites.schema.ts'
import type { Ctx } from '../context/context.ts'
import { requireAllowed } from '../lib/errors.ts'
import { requireSameRevision } from '../review/review.checks.ts'
import { switchOff } from '../review/review.actions.ts'
import { listReviewSteps } from '../review/review.queries.ts'
import { SITE } from './site.kind.ts'
import type { Site } from './sites.queries.ts'

/**
 * Withdraws a returned or recalled profile that no level has ever approved, by its office and with a reason. From then
 * on it is a deactivated profile: in visibility, in the log, and in who may activate it again (S-146).
 */
export const withdrawSite = (
  ctx: Ctx,
  id: number,
  { deactivate_reason, revision }: WithdrawInput,
): Promise<Site> =>
  switchOff(ctx, SITE, id, deactivate_reason, async (db, before) => {
    requireAllowed(canWithdrawSite(ctx.actor, before, await listReviewSteps(db, before.record_id)))
    await requireSameRevision(db, SITE.module, revision, before)
  })
