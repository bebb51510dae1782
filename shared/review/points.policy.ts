import { type Actor, holds, isAtLevel } from '../access/actor.ts'
import type { Level } from '../access/levels.ts'
import { all, no, type Verdict, yes } from '../lib/verdict.ts'
import { isActivated, isWithinReach, type Reviewed, type ReviewKeys } from './review.policy.ts'
import { isCovered, stateAfter } from './points.rules.ts'
import type { PointAction, PointState } from './points.schema.ts'

export type PointFacts = { state: PointState; level: Level }

const canStep = ({ state }: PointFacts, action: PointAction): Verdict =>
  stateAfter(state, action) === null ? no('point_moved_on') : yes

const isOfLevel = (level: Level, point: PointFacts): Verdict =>
  point.level === level ? yes : no('point_of_other_level', { level: point.level })

/** Whether this person answers the points of a returned record, and reads the answers typed so far: its office does. */
export const canAnswerPoints = (actor: Actor, mayEdit: Verdict): Verdict =>
  all(isAtLevel(actor, 'PENRO'), mayEdit)

/** The same for one point, while it is open. */
export const canAnswerPoint = (mayEdit: Verdict, point: PointFacts): Verdict =>
  all(mayEdit, canStep(point, 'Answered'))

/** Whether a reviewer may withdraw a point: the level that sent it, while the record is with its office. */
export const canWithdrawPoint = (
  actor: Actor,
  keys: Pick<ReviewKeys, 'return'>,
  record: Reviewed,
  point: PointFacts,
): Verdict =>
  all(
    holds(actor, keys.return),
    isWithinReach(actor, record),
    isActivated(record),
    isOfLevel(actor.access_level, point),
    record.site_status === 'Returned' ? yes : no('point_moved_on'),
    canStep(point, 'Withdrawn'),
  )

/** Whether a return at this level may accept the answer of a point: its own and those of the levels below. */
export const canSettlePoint = (level: Level, point: PointFacts): Verdict =>
  all(
    isCovered(point.level, level) ? yes : no('point_of_other_level', { level: point.level }),
    point.state === 'answered' ? yes : no('point_moved_on'),
  )

/** Whether a return may ask a point again: any level, once it is answered or settled. */
export const canReopenPoint = (point: PointFacts): Verdict => canStep(point, 'Reopened')
