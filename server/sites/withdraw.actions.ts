import { canWithdrawSite } from '../../shared/sites/sites.policy.ts'
import type { WithdrawInput } from '../../shared/sites/sites.schema.ts'
import type { Ctx } from '../context/context.ts'
import { requireAllowed } from '../lib/errors.ts'
import { requireUnchangedSince } from '../review/review.checks.ts'
import { switchOff } from '../review/review.actions.ts'
import { listReviewSteps } from '../review/review.queries.ts'
import { SITE } from './site.kind.ts'
import type { Site } from './sites.queries.ts'

/**
 * Switches off, for a reason, a returned or recalled profile that no level has ever approved, for the office that encoded
 * it. It is a deactivated one from then on: for those who see it, for the log, and for who may bring it back (S-146).
 */
export const withdrawSite = (
  ctx: Ctx,
  id: number,
  { deactivate_reason, revision }: WithdrawInput,
): Promise<Site> =>
  switchOff(ctx, SITE, id, deactivate_reason, async (db, before) => {
    requireAllowed(canWithdrawSite(ctx.actor, before, await listReviewSteps(db, SITE.reference(id))))
    await requireUnchangedSince(db, SITE.module, revision, before)
  })
