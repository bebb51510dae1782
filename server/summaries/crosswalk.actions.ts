import type { FieldChange } from '../../shared/audit/audit.schema.ts'
import {
  type CrosswalkDifference,
  crosswalkDifference,
  differingTexts,
} from '../../shared/summaries/crosswalk.rules.ts'
import type { Crosswalk, CrosswalkInput, CrosswalkLine } from '../../shared/summaries/crosswalk.schema.ts'
import { filledCodes } from '../../shared/summaries/frameworks.ts'
import { canSaveCrosswalk, isDifferentVersion } from '../../shared/summaries/summaries.policy.ts'
import { changeStamp, type Ctx } from '../context/context.ts'
import { AppError, requireAllowed } from '../lib/errors.ts'
import { CROSSWALKS, findCrosswalk, findCrosswalkVersion, insertCrosswalk } from './crosswalk.queries.ts'

/** Saves the crosswalk as a new version, for summaries frozen after it; saves run one at a time. */
export const saveCrosswalk = (
  ctx: Ctx,
  { version: from, lines: given }: CrosswalkInput,
): Promise<Crosswalk> =>
  ctx.write(async (db, audit) => {
    requireAllowed(canSaveCrosswalk(ctx.actor))
    const newest = await CROSSWALKS.lock(db)
    const current = await findCrosswalk(db)
    if (from !== newest) {
      const began = await findCrosswalkVersion(db, from)
      const differing = began ? crosswalkDifference(began.lines, current.lines) : []
      const saved_before = await CROSSWALKS.savedBefore(db, newest, differing.flatMap(changesOf))
      throw new AppError('crosswalk_changed', { saved_before })
    }
    const lines = inOrder(given.map((line) => withFrameworks(line, current)))
    const differences = crosswalkDifference(current.lines, lines)
    requireAllowed(isDifferentVersion(differences))

    const version = newest + 1
    const { updated_by: created_by, updated_at: created_at } = changeStamp(ctx)
    await insertCrosswalk(db, { version, lines, created_by, created_at })
    audit({
      module: 'Compliance to Safeguards',
      event: 'Crosswalk Saved',
      code: `Crosswalk #${version}`,
      changes: [CROSSWALKS.nextVersion(newest), ...differences.flatMap(changesOf)],
    })
    return findCrosswalk(db)
  })

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
const changesOf = ({ principle_number, ...line }: CrosswalkDifference): FieldChange[] =>
  differingTexts(line).map(({ field, ...change }) => ({
    ...change,
    field: `Principle ${principle_number}${field === 'answers' ? '' : ` ${field}`}`,
  }))
