import type { Actor } from '../access/actor.ts'
import type { PlaceKind } from '../review/points.schema.ts'
import { plural } from '../lib/format.ts'
import { ASKED_PLACES, PLACE_WORDS } from './asked-places.ts'
import { ALL_CATEGORY, type DashboardChoice } from './dashboard.rules.ts'
import { medianDays } from './figures.rules.ts'
import { type Lead, leadsOf } from './leads.ts'
import type { PointTimes } from './point-times.schema.ts'

/** Points of one region about one kind of place: the open ones, or those answered after so many days. */
export type CountedPoints = {
  about: PlaceKind
  /** from sending to answer; null of an open one */
  days: number | null
  count: number
  /** in how many records */
  records: number
  oldest_at: string
}

const earliest = (moments: readonly string[]): string | null => moments.toSorted()[0] ?? null

/** The counts of several regions together; a record belongs to one region, so its counts add up. */
export function sumOfPoints(counted: readonly CountedPoints[]): PointTimes[] {
  return ASKED_PLACES.map((about) => {
    const own = counted.filter((one) => one.about === about)
    const open = own.filter(({ days }) => days === null)
    const answered = own.flatMap(({ days, count }) => (days === null ? [] : [{ days, count }]))
    const sum = (all: readonly { count: number }[]) => all.reduce((total, { count }) => total + count, 0)
    return {
      about,
      open: sum(open),
      records: open.reduce((total, { records }) => total + records, 0),
      oldest_at: earliest(open.map(({ oldest_at }) => oldest_at)),
      answered: sum(answered),
      median_days: medianDays(answered.toSorted((one, other) => one.days - other.days)),
    }
  })
}

/** The records that have an open point about this, and the list of them. */
export function askedLead(actor: Actor, choice: DashboardChoice, { about, records }: PointTimes): Lead {
  // points of both kinds of record are counted, whatever category is chosen
  const stages = leadsOf(actor, { ...choice, category: ALL_CATEGORY }).allStages([]).both
  return {
    ...stages,
    count: records,
    words: `${plural(records, 'record')} with an open point, ${PLACE_WORDS[about]}`,
    search: { ...stages.search, about },
  }
}
