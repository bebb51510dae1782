import { ACTIVITY } from '../activities/activity.kind.ts'
import type { LoggedRow } from '../audit/logged-row.ts'
import { OPERATOR, OPERATOR_ORIGIN } from '../context/operator-identity.ts'
import { writeAudit } from '../context/audit.ts'
import type { Services } from '../context/context.ts'
import type { Db } from '../database/db.ts'
import { foreseen } from '../lib/errors.ts'
import { SITE } from '../sites/site.kind.ts'
import { erasedOf, FACT_PARTS, hasNoPersonalData, revealRow, withOnly } from '../public-log/entry.ts'
import {
  emptyStep,
  eraseContent,
  findStepOfRow,
  listRowsContaining,
  lockErasable,
  removeCopies,
  replaceComments,
} from './erase.queries.ts'

/** What the record of a step says in place of its comment, as long as it has one. */
const ERASED_COMMENT = 'This comment was erased.'

/** What was erased besides the row, and which other rows say the same words. */
export type EraseResult = { is_step: boolean; comments: number; same_words: number[] }

/**
 * Takes the persons and the words of one row of the audit log away for good, with the salt of its entry. What happened,
 * when, where and to which record stays with the facts, and is proved as before. A step of a record loses its comment as
 * well. The reason is a row of the log in its place.
 */
export const eraseRow = (
  { db, now }: Pick<Services, 'db' | 'now'>,
  id: number,
  reason: string,
): Promise<EraseResult> =>
  db.transaction().execute(async (held) => {
    const erasable = await lockErasable(held, id)
    if (!erasable) throw foreseen(`The audit log has no row ${id}.`)
    const { row, salt, is_erased } = erasable
    if (is_erased) throw foreseen(`The content of row ${id} has been erased already.`)
    if (salt === null) throw foreseen(`Row ${id} is not in the public log yet: try again in a minute.`)
    // what explains an erasure is never erased itself
    if (row.event === 'Content Erased')
      throw foreseen(`Row ${id} records that content was erased, and why: it cannot be erased.`)
    if (hasNoPersonalData(row))
      throw foreseen(`Row ${id} has no names and no comments: there is nothing to erase.`)
    // while the row still says who made the step
    const step = await findStep(held, row)
    const stored = withOnly(revealRow(salt, row), FACT_PARTS)
    const erasure = { audit_log_id: id, erased_at: now().toISOString(), reason, kept: stored }
    await eraseContent(held, erasure, erasedOf(row))
    const erased = step ? await eraseStep(held, row, step) : NO_STEP
    await writeAudit(held, null, OPERATOR_ORIGIN, {
      module: 'System',
      event: 'Content Erased',
      actor: OPERATOR,
      changes: [
        { field: 'row', old: null, new: String(id) },
        { field: 'reason', old: null, new: reason },
      ],
    })
    return erased
  })

const NO_STEP: EraseResult = { is_step: false, comments: 0, same_words: [] }

type Step = NonNullable<Awaited<ReturnType<typeof findStep>>>

/** The step that the row was written with, and whose it is. */
async function findStep(db: Db, row: LoggedRow) {
  const kind = [SITE, ACTIVITY].find(({ module }) => module === row.auditable_type)
  if (!kind || row.auditable_id === null) return null
  const found = await findStepOfRow(db, kind.reference(row.auditable_id), row)
  return found && { ...found, kind, record_id: row.auditable_id }
}

/** Takes the comments of a step out of the record's history, the record and what the product keeps for a while. */
async function eraseStep(db: Db, row: LoggedRow, step: Step): Promise<EraseResult> {
  const { kind, record_id } = step
  const texts = [...(step.comment === null ? [] : [step.comment]), ...step.comments.map((one) => one.comment)]
  // record first, step second: the order in which a return writes them
  if (texts.length > 0 && step.is_last_return)
    await replaceComments(db, kind, record_id, { texts, instead: ERASED_COMMENT })
  await emptyStep(db, step.id, row.id)
  if (texts.length === 0) return { ...NO_STEP, is_step: true }
  await removeCopies(db, { record: kind.reference(record_id), code: row.auditable_code, texts })
  return { is_step: true, comments: texts.length, same_words: await listRowsContaining(db, row, texts) }
}
