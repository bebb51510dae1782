import type { Actor } from '../../shared/access/actor.ts'
import { canSaveMeans, canSwitchMeans } from '../../shared/activities/activities.policy.ts'
import type { SiteActivity } from '../../shared/activities/activities.schema.ts'

/** How evidence opens: to add with switches, to edit without them (A12), to read, or to review. */
export type MeansMode = 'add' | 'edit' | 'view' | 'approval'

/** `from=view` in the address: opened with the list's view icon, so read only (C-40). */
export const isFromView = (search: Record<string, unknown>): boolean => search.from === 'view'

/** Returns the mode in which this person may open an activity's evidence. */
export function meansModeOf(
  actor: Actor,
  activity: SiteActivity,
  search: Record<string, unknown>,
): MeansMode {
  if (isFromView(search) || !canSaveMeans(actor, activity).ok) return 'view'
  return canSwitchMeans(actor, activity, null).ok ? 'add' : 'edit'
}
