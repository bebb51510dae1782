import { type Actor, covers, hasRole, effectiveRank, type Scoped, type ScopedActor } from '../access/actor.ts'
import { isNational } from '../access/levels.ts'
import type { FieldErrors } from '../lib/error-codes.ts'
import type { Verdict } from '../lib/verdict.ts'
import type { SiteStatus } from '../review/review-chain.ts'

/** The scopes of a report (000 §9). */
export const REPORT_LEVELS = ['National', 'Region', 'PENRO'] as const
export type ReportLevel = (typeof REPORT_LEVELS)[number]

/** The entry of a PENRO list for the whole region (C-32). */
export const ALL_PENRO = 'All PENRO under Region'
/** The dashboard's narrowest scope: records that the person created (S-38). Reports do not have it. */
export const OWN_RECORD = 'Own Record'

/** The dashboard's scopes: those of reports and its own (C-32). */
export const DASHBOARD_LEVELS = [...REPORT_LEVELS, OWN_RECORD] as const
export type DashboardLevel = (typeof DASHBOARD_LEVELS)[number]

/** The chosen filters; no province means "All PENRO under Region". */
export type ChosenScope = {
  accessLevel?: DashboardLevel | undefined
  region_id?: number | null | undefined
  province_id?: number | null | undefined
}

/** The rows of a report; null does not filter. */
export type ReportScope = {
  region_id: number | null
  province_id: number | null
  /** Own Record: only records created by this person */
  created_by: number | null
}

/** Reports need no key (REPORTS-01) but an active role, because the level decides on the rows (S-130). */
export const canReport = (actor: Actor): Verdict => hasRole(actor)

type ReportActor = Pick<Actor, 'id' | 'access_level' | 'region_id' | 'province_id' | 'hierarchy_role'>

/** no region has this id: a person without a region sees nothing rather than everything */
const NO_REGION = -1

const isFmb = (actor: ReportActor): boolean => isNational(actor.access_level)
const isEncoder = (actor: ReportActor): boolean => actor.access_level === 'PENRO' && actor.hierarchy_role >= 4

/** Only FMB can change the access level; others report at their own (000 §2). */
export const canChooseLevel = (actor: ReportActor): boolean => isFmb(actor)

/** The initial level: National for FMB, otherwise the person's own. */
const startLevel = (actor: ReportActor): ReportLevel =>
  isNational(actor.access_level) ? 'National' : actor.access_level

/** The state of the region filter: FMB chooses a region unless National; for others it is locked (000 §2). */
export function regionFilter(actor: ReportActor, level: DashboardLevel | ''): 'hidden' | 'open' | 'locked' {
  if (!isFmb(actor)) return 'locked'
  return level === 'Region' || level === 'PENRO' ? 'open' : 'hidden'
}

/** The PENRO filter is shown for the PENRO scope and to Region users (000 §2). */
export const hasPenroFilter = (actor: ReportActor, level: DashboardLevel | ''): boolean =>
  level === 'PENRO' || actor.access_level === 'Region' || actor.access_level === 'PENRO'

/**
 * The initial scope of a report: FMB National, others their region. An encoder starts at their own PENRO, other PENRO
 * staff with all PENRO of the region (C-33), and so does an encoder of an office without a province.
 */
export function startScope(actor: ReportActor): Required<ChosenScope> & { accessLevel: ReportLevel } {
  return {
    accessLevel: startLevel(actor),
    region_id: isFmb(actor) ? null : actor.region_id,
    province_id: isEncoder(actor) ? actor.province_id : null,
  }
}

/** The initial scope of the dashboard: as for a report, but Own Record for an encoder (000 §2). */
export const startDashboardScope = (
  actor: ReportActor,
): Required<ChosenScope> & { accessLevel: DashboardLevel } =>
  isEncoder(actor)
    ? { accessLevel: OWN_RECORD, region_id: actor.region_id, province_id: actor.province_id }
    : startScope(actor)

/** A region is required at level Region, a PENRO (or all of a region) at level PENRO (000 §5). */
export function scopeErrors(actor: ReportActor, chosen: ChosenScope): FieldErrors {
  if (!isFmb(actor) || chosen.region_id) return {}
  if (chosen.accessLevel === 'Region') return { region_id: ['Region is required.'] }
  if (chosen.accessLevel === 'PENRO' && !chosen.province_id) return { province_id: ['PENRO is required.'] }
  return {}
}

/** The rows that a choice selects; users below FMB are limited to their own region, whatever was sent (REPORTS-08). */
export function scopeOf(actor: ReportActor, chosen: ChosenScope): ReportScope {
  const isNational = isFmb(actor) && chosen.accessLevel === 'National'
  const isRegional = isFmb(actor) && chosen.accessLevel === 'Region'
  const wanted = isNational ? null : (chosen.region_id ?? null)
  return {
    region_id: isFmb(actor) ? wanted : (actor.region_id ?? NO_REGION),
    province_id: isNational || isRegional ? null : (chosen.province_id ?? null),
    created_by: chosen.accessLevel === OWN_RECORD ? actor.id : null,
  }
}

/**
 * Whether a dashboard or report row may be seen: FMB all, Region its region, PENRO its office and, once finally
 * approved, its whole region (C-33). Drafts and deactivated records are never rows (S-79).
 */
export function mayReport(actor: ScopedActor, record: Scoped & { site_status: SiteStatus }): boolean {
  if (!effectiveRank(actor)) return false
  const isOfOwnRegion = actor.access_level === 'PENRO' && record.region_id === actor.region_id
  return covers(actor, record).ok || (record.site_status === 'Approved' && isOfOwnRegion)
}

export const isInScope = (
  scope: ReportScope,
  record: { region_id: number; province_id: number | null; created_by_id: number },
): boolean =>
  (scope.region_id === null || scope.region_id === record.region_id) &&
  (scope.province_id === null || scope.province_id === record.province_id) &&
  (scope.created_by === null || scope.created_by === record.created_by_id)
