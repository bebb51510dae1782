import { no, type Verdict, yes } from '../lib/verdict.ts'
import type { Actor } from './actor.ts'
import { LEVELS, type Level } from './levels.ts'

/** The levels at which a person creates, sees and edits users and roles: their own and those below (000 §6, S-24). */
export const levelsUnder = (actor: Pick<Actor, 'access_level'>): readonly Level[] =>
  LEVELS.slice(0, LEVELS.indexOf(actor.access_level) + 1).reverse()

export const isLevelUnder = (actor: Actor, level: Level): Verdict =>
  levelsUnder(actor).includes(level) ? yes : no('level_above')
