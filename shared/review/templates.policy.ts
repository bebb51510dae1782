import { type Actor, holdsAny, mayRead } from '../access/actor.ts'
import { PLACE_OF } from '../access/levels.ts'
import { keysOfKinds } from '../access/record-keys.ts'
import { all, no, type Verdict, yes } from '../lib/verdict.ts'

/** Whether the person edits the usual points of their office, region or FMB: everyone there who returns records. */
export function canUseTemplates(actor: Actor): Verdict {
  const place: 'office_id' | 'region_id' | null = PLACE_OF[actor.access_level]
  return all(
    holdsAny(actor, ...keysOfKinds('return')),
    place === null || actor[place] !== null ? yes : no('scope'),
  )
}

/** Whether the person reads them. */
export const canReadTemplates = (actor: Actor): Verdict => mayRead(actor, canUseTemplates(actor))
