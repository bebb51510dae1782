import type { Actor } from '../../shared/access/actor.ts'
import { dashboardScopeOf } from '../../shared/dashboard/dashboard.rules.ts'
import type {
  DashboardFigures,
  DashboardFilter,
  DashboardQuery,
  TotalsQuery,
} from '../../shared/dashboard/dashboard.schema.ts'
import { figuresAbout, lastMonths, sumOfFigures } from '../../shared/dashboard/figures.rules.ts'
import type { PointTimes, PointTimesQuery } from '../../shared/dashboard/point-times.schema.ts'
import { sumOfPoints } from '../../shared/dashboard/point-times.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import type { Db } from '../database/db.ts'
import { cacheAnswers } from '../database/cached-answers.ts'
import { cacheByRegion } from '../database/cached-by-region.ts'
import { findPlaceNames } from '../places/places.queries.ts'
import { approvedVersion, listRegionVersions } from '../review/record-changes.queries.ts'
import { listDashboard, regionsOf } from './dashboard.queries.ts'
import { countStages, findRegionFigures } from './figures.queries.ts'
import { countPoints } from './points.queries.ts'
import { findFigureTotals } from './totals.queries.ts'

const cachedTables = cacheAnswers(approvedVersion, 200)
/** The key has the scope and not the user, so that users who see the same sites share an answer. */
const keyOf = (what: string, actor: Actor, query: DashboardFilter | TotalsQuery): string =>
  JSON.stringify([
    what,
    dashboardScopeOf(actor, {}),
    dashboardScopeOf(actor, query),
    { ...query, accessLevel: '', region_id: '', province_id: '' },
  ])

/** Returns a page of the table. */
export const dashboardTable = (db: Db, actor: Actor, query: DashboardQuery) =>
  cachedTables(db, keyOf('table', actor, query), () => listDashboard(db, actor, query))

/** Returns the summed figures of a year, cached until the next approval. */
export const figureTotals = (db: Db, actor: Actor, query: TotalsQuery) =>
  cachedTables(db, keyOf('totals', actor, query), () => findFigureTotals(db, actor, query))

const cachedFigures = cacheByRegion(200)

/**
 * Returns the figures of the charts. Those of approved sites are cached by region, so that an approval is shown at once
 * and only its region is counted again; the pending records are read each time.
 */
export async function dashboardFigures(
  db: Db,
  actor: Actor,
  filter: DashboardFilter,
  now: Date,
): Promise<DashboardFigures> {
  const scope = dashboardScopeOf(actor, filter)
  const { region_id, province_id, created_by } = scope
  const { category, principle_grade, principle_number } = filter
  const month = manilaDay(now).slice(0, 7)
  const key = JSON.stringify([month, province_id, created_by, category, principle_grade, principle_number])
  const [regions, stages, names] = await Promise.all([
    listRegionVersions(db).then((all) =>
      cachedFigures(
        db,
        key,
        regionsOf(all, region_id).map((one) => ({ region_id: one.region_id, version: one.approvals })),
        (changed) => findRegionFigures(db, actor, filter, now, changed),
      ),
    ),
    countStages(db, actor, filter, now),
    findPlaceNames(db, scope),
  ])
  const parts = regions.flatMap(({ part }) => (part ? [part] : []))
  const about = figuresAbout(actor, filter, names)
  return { about, ...sumOfFigures(parts, lastMonths(now), region_id !== null), stages }
}

const cachedPoints = cacheByRegion(200)

/** Returns how many points are open and how long answers took; a change of a record counts only its region again. */
export async function pointTimes(
  db: Db,
  actor: Actor,
  query: PointTimesQuery,
  now: Date,
): Promise<PointTimes[]> {
  const { region_id, province_id, created_by } = dashboardScopeOf(actor, query)
  // a PENRO reads the points of its own records alone
  const office_id = actor.access_level === 'PENRO' ? actor.office_id : null
  const key = JSON.stringify([manilaDay(now).slice(0, 7), office_id, province_id, created_by])
  const versions = regionsOf(await listRegionVersions(db), region_id)
  const parts = await cachedPoints(
    db,
    key,
    versions.map((one) => ({ region_id: one.region_id, version: one.records })),
    (changed) => countPoints(db, actor, query, now, changed),
  )
  return sumOfPoints(parts.flatMap(({ part }) => part ?? []))
}
