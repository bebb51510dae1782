import type { Actor } from '../../shared/access/actor.ts'
import { dashboardScopeOf } from '../../shared/dashboard/dashboard.rules.ts'
import type {
  DashboardFigures,
  DashboardFilter,
  DashboardQuery,
} from '../../shared/dashboard/dashboard.schema.ts'
import { manilaDay } from '../../shared/lib/dates.ts'
import { approvedVersion } from '../approved/approved.queries.ts'
import type { Db } from '../lib/db.ts'
import { keptAnswers } from '../lib/kept-answers.ts'
import { listDashboard, listDashboardIds } from './dashboard.queries.ts'
import { countStages, findApprovedFigures } from './figures.queries.ts'

const kept = keptAnswers(approvedVersion, 200)
/** the lists of a whole bureau are megabytes, so few of them are kept */
const keptLists = keptAnswers(approvedVersion, 6)

/** Two people who see the same sites share an answer: the scope stands for the person. */
const keyOf = (what: string, actor: Actor, query: DashboardFilter): string =>
  JSON.stringify([
    what,
    dashboardScopeOf(actor, {}),
    dashboardScopeOf(actor, query),
    { ...query, accessLevel: '', region_id: '', province_id: '' },
  ])

/** A page of the table. */
export const dashboardTable = (db: Db, actor: Actor, query: DashboardQuery) =>
  kept(db, keyOf('table', actor, query), () => listDashboard(db, actor, query))

/** The profiles and activities of the whole filtered set. */
export function dashboardIds(db: Db, actor: Actor, query: DashboardQuery) {
  const { page: _page, length: _length, order: _order, without_ids: _without, ...filter } = query
  return keptLists(db, keyOf('ids', actor, filter), () => listDashboardIds(db, actor, filter))
}

/** Everything the pictures show; what waits in review is read each time. */
export async function dashboardFigures(
  db: Db,
  actor: Actor,
  filter: DashboardFilter,
  now: Date,
): Promise<DashboardFigures> {
  const month = manilaDay(now).slice(0, 7)
  const [approved, stages] = await Promise.all([
    kept(db, keyOf(month, actor, filter), () => findApprovedFigures(db, actor, filter, now)),
    countStages(db, actor, filter, now),
  ])
  return { ...approved, stages }
}
