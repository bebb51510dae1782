import { principlesFor } from '../../shared/summaries/crosswalk.rules.ts'
import { type Safeguard, safeguardName } from '../../shared/summaries/safeguards.ts'
import { canChooseMore, canDraftSummaries, canEditSummary } from '../../shared/summaries/summaries.policy.ts'
import type { StatementChoice, SummaryRow } from '../../shared/summaries/summaries.schema.ts'
import { changeStamp, type Ctx } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { AppError, requireAllowed } from '../lib/errors.ts'
import { addChoice, isChosen, nameStatement, removeChoice } from './choices.queries.ts'
import { scopeOf } from './composing.ts'
import { findCrosswalk } from './crosswalk.queries.ts'
import { entry, lockSummaryFor } from './summaries.actions.ts'
import { readSummary, touchSummary } from './summaries.queries.ts'
import { isCitable, listChosen } from './summary-statements.queries.ts'

/** Returns the principles whose statements a safeguard may cite, by the newest crosswalk. */
export async function principlesOf(db: Db, safeguard: Safeguard): Promise<number[]> {
  const { lines } = await findCrosswalk(db)
  return principlesFor(lines, safeguard).map(({ principle_number }) => principle_number)
}

/**
 * Counts the cited statements. A choice whose record has left the summary, or whose principle no longer answers the
 * safeguard, stays stored, but does not count.
 */
async function countChosen(db: Db, summary: SummaryRow, safeguard: Safeguard): Promise<number> {
  const chosen = await listChosen(db, summary.id, scopeOf(summary))
  const principles = await principlesOf(db, safeguard)
  return chosen.filter((one) => one.safeguard === safeguard && principles.includes(one.principle_number))
    .length
}

/** Chooses or removes a statement for a safeguard, and returns how many it has; a repeated call changes nothing. */
export async function chooseStatement(
  ctx: Ctx,
  id: number,
  { chosen, ...choice }: StatementChoice,
): Promise<number> {
  requireAllowed(canDraftSummaries(ctx.actor))
  const opened = await readSummary(ctx.db, id)
  requireAllowed(canEditSummary(ctx.actor, opened))
  // nothing to save or log
  if ((await isChosen(ctx.db, id, choice)) === chosen) return countChosen(ctx.db, opened, choice.safeguard)

  return ctx.write(async (db, audit) => {
    const summary = await lockSummaryFor(ctx, db, id, canEditSummary)
    const now = changeStamp(ctx)
    if (chosen) {
      const principles = await principlesOf(db, choice.safeguard)
      const statement = { ...choice, principles }
      if (!(await isCitable(db, scopeOf(summary), statement))) throw new AppError('not_citable')
      requireAllowed(canChooseMore(await countChosen(db, summary, choice.safeguard)))
      await addChoice(db, id, choice, { chosen_by: now.updated_by, chosen_at: now.updated_at })
    } else await removeChoice(db, id, choice)
    await touchSummary(db, id, now)

    const name = await nameStatement(db, choice)
    const change = chosen ? { old: null, new: name } : { old: name, new: null }
    audit(
      entry(summary, chosen ? 'Statement Chosen' : 'Statement Left Out', [
        { field: safeguardName(choice.safeguard), ...change },
      ]),
    )
    return countChosen(db, summary, choice.safeguard)
  })
}
