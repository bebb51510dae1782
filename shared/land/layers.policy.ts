import { type Actor, hasRole, isFmbAdministrator, mayRead } from '../access/actor.ts'
import type { Verdict } from '../lib/verdict.ts'

/** All staff see the layers: a finding without its consideration would be a number without a source. */
export const canSeeLayers = (actor: Actor): Verdict => mayRead(actor, hasRole(actor))

/** FMB's administrators add, change and withdraw layers. */
export const canChangeLayers = (actor: Actor): Verdict => isFmbAdministrator(actor)
