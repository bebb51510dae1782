import { type Actor, isFmbAdministrator, mayRead } from '../access/actor.ts'
import { addDays } from '../lib/date-range.ts'
import type { FieldErrors } from '../lib/error-codes.ts'
import { formatDay } from '../lib/manila-days.ts'
import type { Verdict } from '../lib/verdict.ts'
import type { DemandInput } from './factors.schema.ts'

/** days ahead that people are told of a demand */
export const NOTICE_DAYS = 14

/** What a level demands is set by FMB's administrators. */
export const canSetDemand = (actor: Actor): Verdict => isFmbAdministrator(actor, 'fmb_demands')

/** Auditors read it as well. */
export const canSeeDemands = (actor: Actor): Verdict => mayRead(actor, canSetDemand(actor))

/** The first day from which a second factor may be demanded: people are told 14 days before. */
export const firstDemandedDay = (today: string): string => addDays(today, NOTICE_DAYS)

/** Why this demand cannot be set today, under its field. A day that is stored already may stay. */
export function demandErrors(
  { demand, required_from = null }: Pick<DemandInput, 'demand' | 'required_from'>,
  { stored, today }: { stored: string | null; today: string },
): FieldErrors {
  if (demand !== 'required')
    return required_from === null ? {} : { required_from: ['A day is only set where a factor is required.'] }
  if (required_from === null) return { required_from: ['Choose the day from which it is required.'] }
  const first = firstDemandedDay(today)
  return required_from === stored || required_from >= first
    ? {}
    : {
        required_from: [
          `Choose ${formatDay(first)} or later: people get a mail ${NOTICE_DAYS} days before, so that no one is locked out.`,
        ],
      }
}
