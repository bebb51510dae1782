import { canSeeActivity } from '../../shared/activities/activities.policy.ts'
import { canSeeSite } from '../../shared/sites/sites.policy.ts'
import { findActivity } from '../activities/activities.queries.ts'
import type { AuditEntry } from '../lib/audit.ts'
import { noteView } from '../audit/views.actions.ts'
import type { Ctx } from '../lib/context.ts'
import { AppError, insist } from '../lib/errors.ts'
import { findSite } from './sites.queries.ts'

type View = AuditEntry & { id: number }

export type ViewedModel = 'SiteProfile' | 'SiteActivities'

/** Writes a View of a profile or an activity its reader may see (P12, A16). */
export async function viewRecord(ctx: Ctx, model_name: ViewedModel, id: number): Promise<void> {
  await noteView(ctx, model_name === 'SiteProfile' ? await siteView(ctx, id) : await activityView(ctx, id))
}

async function siteView(ctx: Ctx, id: number): Promise<View> {
  const site = await findSite(ctx.db, id)
  if (!site) throw new AppError('scope')
  insist(canSeeSite(ctx.actor, site))
  return { module: 'Profiling of SITES', event: 'View', id, code: site.code }
}

async function activityView(ctx: Ctx, id: number): Promise<View> {
  const activity = await findActivity(ctx.db, id)
  if (!activity) throw new AppError('scope')
  insist(canSeeActivity(ctx.actor, activity))
  return { module: 'SITES Activities', event: 'View', id, code: activity.site_profile_code }
}
