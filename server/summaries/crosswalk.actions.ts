import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import type { SavedBefore } from '../../shared/lib/saved-before.ts'
import {
  type CrosswalkDifference,
  crosswalkDifference,
  crosswalkWords,
} from '../../shared/summaries/crosswalk.rules.ts'
import type { Crosswalk, CrosswalkInput, CrosswalkLine } from '../../shared/summaries/crosswalk.schema.ts'
import { filledCodes, frameworkWords } from '../../shared/summaries/frameworks.ts'
import { canSaveCrosswalk, isDifferentVersion } from '../../shared/summaries/summaries.policy.ts'
import { changeStamp, type Ctx } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { AppError, requireAllowed } from '../lib/errors.ts'
import { findCrosswalk, findCrosswalkVersion, insertCrosswalk, lockCrosswalk } from './crosswalk.queries.ts'

/** Saves the crosswalk as a new version, for summaries frozen after it; saves run one at a time. */
export const saveCrosswalk = (
  ctx: Ctx,
  { version: from, lines: given }: CrosswalkInput,
): Promise<Crosswalk> =>
  ctx.write(async (db, audit) => {
    requireAllowed(canSaveCrosswalk(ctx.actor))
    const current = await lockCrosswalk(db)
    if (from !== current.version)
      throw new AppError('crosswalk_changed', {
        saved_before: await findNewerCrosswalk(db, from, current),
      })
    const lines = inOrder(given.map((line) => withFrameworks(line, current)))
    const differences = crosswalkDifference(current.lines, lines)
    requireAllowed(isDifferentVersion(differences))

    const version = current.version + 1
    const { updated_by: created_by, updated_at: created_at } = changeStamp(ctx)
    await insertCrosswalk(db, { version, lines, created_by, created_at })
    audit({
      module: 'Compliance to Safeguards',
      event: 'Crosswalk Saved',
      code: `Crosswalk #${version}`,
      changes: [
        { field: 'version', old: String(current.version), new: String(version) },
        ...differences.flatMap(changesOf),
      ],
    })
    return findCrosswalk(db)
  })

/** Returns who saved the newest version, and its differences from the version that a save is based on (S-144). */
async function findNewerCrosswalk(db: Db, version: number, current: Crosswalk): Promise<SavedBefore> {
  const began = await findCrosswalkVersion(db, version)
  return {
    by: current.created_by ?? 'Another user',
    at: current.created_at,
    events: ['Crosswalk Saved'],
    fields: began ? crosswalkDifference(began.lines, current.lines).flatMap(changesOf) : [],
  }
}

/** The line with its codes of other frameworks; a caller that leaves them out keeps them, as for figures. */
function withFrameworks({ frameworks: given, ...line }: CrosswalkLine, current: Crosswalk): CrosswalkLine {
  const before = current.lines.find(({ principle_number }) => principle_number === line.principle_number)
  const frameworks = filledCodes(given ?? before?.frameworks)
  return frameworks ? { ...line, frameworks } : line
}

/** Sorts the lines by principle, and their safeguards by letter. */
const inOrder = (lines: readonly CrosswalkLine[]): CrosswalkLine[] =>
  lines
    .map((line) => ({
      ...line,
      primary: line.primary.toSorted(),
      supporting: line.supporting.toSorted(),
    }))
    .toSorted((a, b) => a.principle_number - b.principle_number)

/** Returns the changes of one line for the log: its safeguards, its reason and its codes of other frameworks. */
function changesOf({ principle_number, before, after }: CrosswalkDifference): FieldChange[] {
  const field = `Principle ${principle_number}`
  const [old, now] = [crosswalkWords(before), crosswalkWords(after)]
  const codes = { old: frameworkWords(before.frameworks), new: frameworkWords(after.frameworks) }
  return [
    ...(old === now ? [] : [{ field, old, new: now }]),
    ...(before.why === after.why ? [] : [{ field: `${field} reason`, old: before.why, new: after.why }]),
    ...(codes.old === codes.new
      ? []
      : [{ field: `${field} other frameworks`, old: codes.old || null, new: codes.new || null }]),
  ]
}
