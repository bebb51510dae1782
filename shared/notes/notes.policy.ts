import { type Actor, hasRank } from '../access/actor.ts'
import { all, type Verdict } from '../lib/verdict.ts'

/** The lowest rank that works on records (C-20); an auditor has a lower one. */
const ENCODER = 4

/** Whether this person may add notes to a record: whoever may see it, except an auditor, who only reads. */
export const canAddNote = (actor: Actor, maySee: Verdict): Verdict => all(maySee, hasRank(actor, ENCODER))
