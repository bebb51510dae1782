import { DAY_MS } from '../lib/durations.ts'
import { no, type Verdict, yes } from '../lib/verdict.ts'

/** For how many days an account counts as its maker's own where something takes two people. */
export const TWO_PEOPLE_DAYS = 7

/** An account was made, raised or its password reset by another one; `at` is an ISO moment. */
export type AccountChange = { by: number; of: number; at: string }

/**
 * Returns the accounts whose owner may use this one, with the last moment of a change that makes that possible: itself, who
 * made, raised or reset it, who did so with theirs, and so on.
 */
function handsOn(account: number, history: readonly AccountChange[]): Map<number, number> {
  const hands = new Map([[account, Number.POSITIVE_INFINITY]])
  // a set takes up what is added while it is walked through
  const open = new Set([account])
  for (const of of open) {
    open.delete(of)
    for (const change of history) {
      if (change.of !== of) continue
      const until = Math.min(Date.parse(change.at), hands.get(of) ?? 0)
      if (until <= (hands.get(change.by) ?? 0)) continue
      hands.set(change.by, until)
      open.add(change.by)
    }
  }
  return hands
}

/**
 * Whether two accounts count as two people: neither was made, raised or reset by the other within the last seven days,
 * nor both by a third one, at first or second hand. The refusal names the moment from which they do. `history` has all such
 * changes of the bureau's accounts of at least those days, in any order.
 */
export function areTwoPeople(a: number, b: number, history: readonly AccountChange[], now: Date): Verdict {
  if (a === b) return no('one_person')
  const since = now.getTime() - TWO_PEOPLE_DAYS * DAY_MS
  const recent = history.filter(({ at }) => Date.parse(at) > since)
  const [ofA, ofB] = [handsOn(a, recent), handsOn(b, recent)]
  const shared = [...ofA].map(([hand, until]) => Math.min(until, ofB.get(hand) ?? 0))
  const last = Math.max(...shared)
  return last > 0
    ? no('not_two_people', { at: new Date(last + TWO_PEOPLE_DAYS * DAY_MS).toISOString() })
    : yes
}
