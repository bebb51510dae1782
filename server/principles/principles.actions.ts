import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import { batchDifference, type Difference, figureWords } from '../../shared/principles/batch-difference.ts'
import {
  lastNumbers,
  numberComplaints,
  refersOnlyTo,
  withFigures,
} from '../../shared/principles/criteria.rules.ts'
import { noteText } from '../../shared/principles/helper-blocks.ts'
import { canSaveCriteria, isFromBatch } from '../../shared/principles/principles.policy.ts'
import { no, yes } from '../../shared/lib/verdict.ts'
import type { PrincipleInput } from '../../shared/principles/principles.fields.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { titlesOf, wordingOf } from '../../shared/principles/wording.ts'
import { deleteDraft } from '../drafts/drafts.actions.ts'
import type { Ctx } from '../context/context.ts'
import { statesText } from '../context/stated-text.ts'
import type { Db } from '../database/db.ts'
import { requireAllowed, requireAllowedSaved, requireNoErrors } from '../lib/errors.ts'
import {
  BATCHES,
  copyPrinciples,
  findPrincipleIn,
  insertBatch,
  insertPrinciple,
  listPrinciples,
  listUsedNumbers,
} from './principles.queries.ts'

/**
 * Saves the criteria of one principle as a new batch with copies of the other seven (A17, S-59). Saves run one at a
 * time, and one that is based on an older batch is rejected. Existing batches never change (S-61).
 */
export const saveCriteria = (ctx: Ctx, input: PrincipleInput): Promise<SitePrinciple> =>
  ctx.write(async (db, audit) => {
    requireAllowed(canSaveCriteria(ctx.actor))
    const current = await BATCHES.lock(db)
    const { principle_number } = input
    const saved = async () => BATCHES.savedBefore(db, current, await changesSince(db, input, current))
    await requireAllowedSaved(isFromBatch(input.batch_number, current), saved)

    const before = await findPrincipleIn(db, current, principle_number)
    const criteria = withFigures(before, input.criteria)
    const checks = input.checks ?? before.checks
    await requireAllowedSaved(refersOnlyTo(before, criteria) ? yes : no('criteria_changed'), saved)
    requireNoErrors(numberComplaints(before, await listUsedNumbers(db, principle_number), criteria))

    const batch_number = current + 1
    await insertBatch(db, {
      batch_number,
      principle_number,
      created_by: ctx.actor.id,
      created_at: ctx.services.now().toISOString(),
    })
    await copyPrinciples(db, current, batch_number, principle_number)
    const { title } = before
    const id = await insertPrinciple(
      db,
      { batch_number, principle_number, title, ...lastNumbers(before, criteria) },
      criteria,
      checks,
    )
    await deleteDraft(ctx, db, 'principle-edit', principle_number)
    audit({
      module: 'Compliance to Safeguards',
      event: 'Criteria Saved',
      id,
      code: `Principle #${principle_number}`,
      changes: [
        BATCHES.nextVersion(current),
        ...batchDifference(before, { principle_number, criteria, checks }).flatMap(changesOf),
      ],
    })
    const whole = await listPrinciples(db, batch_number)
    audit({
      module: 'System',
      event: 'Criteria Stated',
      id: batch_number,
      code: `Criteria set ${batch_number}`,
      changes: [statesText(...wordingOf(whole.map(titlesOf)))],
    })
    return findPrincipleIn(db, batch_number, principle_number)
  })

/** Returns what changed since the batch that a save is based on; of another principle, only that it changed. */
async function changesSince(
  db: Db,
  { batch_number, principle_number }: PrincipleInput,
  current: number,
): Promise<FieldChange[]> {
  // a client may send the number of the batch that its save makes; the save is then based on the one before
  const older = await listPrinciples(db, Math.min(batch_number, current - 1))
  const newer = await listPrinciples(db, current)
  return older.flatMap((before) => {
    const after = newer.find((one) => one.principle_number === before.principle_number)
    const found = after ? batchDifference(before, after) : []
    const isOther = before.principle_number !== principle_number
    if (isOther && found.length > 0)
      return [{ field: `Principle #${before.principle_number}`, old: null, new: null }]
    return found.flatMap(changesOf)
  })
}

/** characters of a note that the log has; the batches have the whole note */
const NOTE_EXCERPT = 200
const excerpt = (helper: string): string => noteText(helper).slice(0, NOTE_EXCERPT)

/** Returns the changes of one criterion, indicator or line of the checklist for the log, each with its number. */
function changesOf(difference: Difference): FieldChange[] {
  const { before, after, title_changed, moved, notes_changed, figures_changed } = difference
  if (!before || !after)
    return [{ field: (after ?? before)?.number ?? '', old: before?.title ?? null, new: after?.title ?? null }]
  const { number } = after
  return [
    ...(title_changed ? [{ field: number, old: before.title, new: after.title }] : []),
    ...(moved ? [{ field: `${number} order`, old: before.number, new: number }] : []),
    ...(notes_changed
      ? [{ field: `${number} helper`, old: excerpt(before.helper), new: excerpt(after.helper) }]
      : []),
    ...(figures_changed
      ? [{ field: `${number} figures`, old: figureWords(before.figures), new: figureWords(after.figures) }]
      : []),
  ]
}
