import { manilaYear } from '../../shared/lib/dates.ts'
import { approved, returned, submitted } from '../../shared/review/review-chain.ts'
import {
  canActivateSite,
  canApproveSite,
  canDeactivateSite,
  canReturnSite,
  canSubmitSite,
  isOwnWork,
} from '../../shared/sites/sites.policy.ts'
import { documentErrors, formOf, siteErrors } from '../../shared/sites/sites.rules.ts'
import { fieldChanges } from '../lib/audit.ts'
import { dropDraft } from '../drafts/drafts.actions.ts'
import { type Ctx, stamp } from '../lib/context.ts'
import type { Db } from '../lib/db.ts'
import { insist, insistValid } from '../lib/errors.ts'
import { mailApproved, mailReturned, mailSwitched, mailWaiting } from '../review/review.mails.ts'
import { addReviewStep, isOnlyApprover } from '../review/review.queries.ts'
import { keepSubmittedSite } from './changes.queries.ts'
import { entry, KIND } from './sites.actions.ts'
import { lockSite, type Site, saveSite } from './sites.queries.ts'
import { insistSeen } from '../review/review.checks.ts'

const CHAIN_FIELDS = ['site_status', 'penro_status', 'region_status', 'fmb_status', 'returned_by'] as const

type Seen = { revision?: number | undefined } | null | undefined

/** A corrected profile goes back to the PENRO approvers of its office, whoever returned it (P09, S-72). */
export const submitSite = (ctx: Ctx, id: number, seen: Seen): Promise<Site> =>
  ctx.write(async (db, audit) => {
    const site = await lockSite(db, id)
    insist(canSubmitSite(ctx.actor, site))
    insistSeen(seen?.revision, site)
    insistValid({ ...siteErrors(formOf(site), manilaYear(ctx.services.now())), ...documentErrors(site) })

    const now = stamp(ctx)
    const round = site.review_round + 1
    const after = await saveSite(db, id, now, {
      ...submitted(site),
      submitted_by: now.updated_by,
      submitted_at: now.updated_at,
      waiting_since: now.updated_at,
      review_round: round,
    })
    await addReviewStep(db, ctx.actor, { site_profile_id: id }, { round, action: 'Submitted', level: null })
    await keepSubmittedSite(db, after, round)
    await audit(entry(after, 'Submitted', fieldChanges(site, after, CHAIN_FIELDS)))
    await mailWaiting(ctx.services, db, KIND, after)
    return after
  })

/** Whether this person encoded the profile and yet may approve it, because nobody else of the office can (S-70). */
export const isOwnOnlyApprover = async (ctx: Ctx, db: Db, site: Site): Promise<boolean> =>
  isOwnWork(ctx.actor, site) && (await isOnlyApprover(db, ctx.actor, KIND.key, site))

/** The waiting level passes the profile on; FMB's approval is final (P02 to P04). */
export const approveSite = (ctx: Ctx, id: number, seen: Seen): Promise<Site> =>
  ctx.write(async (db, audit) => {
    const site = await lockSite(db, id)
    insist(canApproveSite(ctx.actor, site, await isOwnOnlyApprover(ctx, db, site)))
    insistSeen(seen?.revision, site)

    const level = ctx.actor.access_level
    const now = stamp(ctx)
    const review = approved(site, level)
    const isFinal = review.site_status === 'Approved'
    const after = await saveSite(db, id, now, {
      ...review,
      waiting_since: isFinal ? null : now.updated_at,
      // the comment leaves the record, the history keeps it (S-45)
      ...(isFinal ? { approved_at: now.updated_at, returned_reason: null } : {}),
    })
    const round = site.review_round
    await addReviewStep(db, ctx.actor, { site_profile_id: id }, { round, action: 'Approved', level })
    await audit(entry(after, `Approved (${level})`, fieldChanges(site, after, CHAIN_FIELDS)))
    await dropDraft(ctx, db, 'site-return', id)
    if (isFinal) await mailApproved(ctx.services, db, KIND, after)
    else await mailWaiting(ctx.services, db, KIND, after)
    return after
  })

/** The waiting level sends the profile back to its encoder with a comment (P05 to P07). */
export const returnSite = (
  ctx: Ctx,
  id: number,
  input: { returned_reason: string; revision?: number | undefined },
): Promise<Site> =>
  ctx.write(async (db, audit) => {
    const site = await lockSite(db, id)
    insist(canReturnSite(ctx.actor, site))
    insistSeen(input.revision, site)

    const level = ctx.actor.access_level
    const comment = input.returned_reason
    const now = stamp(ctx)
    const after = await saveSite(db, id, now, {
      ...returned(site, level),
      returned_reason: comment,
      returned_at: now.updated_at,
      waiting_since: null,
    })
    const step = { round: site.review_round, action: 'Returned', level, comment } as const
    await addReviewStep(db, ctx.actor, { site_profile_id: id }, step)
    await keepSubmittedSite(db, site, site.review_round)
    const changes = [
      ...fieldChanges(site, after, CHAIN_FIELDS),
      { field: 'returned_reason', old: site.returned_reason, new: comment },
    ]
    await audit(entry(after, `Returned (${level})`, changes))
    await dropDraft(ctx, db, 'site-return', id)
    await mailReturned(ctx.services, db, KIND, after, level)
    return after
  })

const SWITCH_FIELDS = ['status', 'deactivate_reason'] as const

/** Switches a profile off before any approval; the chain keeps its place (P10). */
export const deactivateSite = (ctx: Ctx, id: number, deactivate_reason: string): Promise<Site> =>
  ctx.write(async (db, audit) => {
    const site = await lockSite(db, id)
    insist(canDeactivateSite(ctx.actor, site))

    const now = stamp(ctx)
    const after = await saveSite(db, id, now, {
      status: 'Deactivated',
      deactivated_at: now.updated_at,
      deactivated_by: now.updated_by,
      deactivate_reason,
    })
    await audit(entry(after, 'Deactivated', fieldChanges(site, after, SWITCH_FIELDS)))
    await mailSwitched(ctx, db, KIND, after)
    return after
  })

/** Brings a profile back to where it was (P11). */
export const activateSite = (ctx: Ctx, id: number): Promise<Site> =>
  ctx.write(async (db, audit) => {
    const site = await lockSite(db, id)
    insist(canActivateSite(ctx.actor, site))

    const after = await saveSite(db, id, stamp(ctx), {
      status: 'Activated',
      deactivated_at: null,
      deactivated_by: null,
      deactivate_reason: 'N/A',
    })
    await audit(entry(after, 'Activated', fieldChanges(site, after, SWITCH_FIELDS)))
    await mailSwitched(ctx, db, KIND, after)
    return after
  })
