import { OPERATOR, OPERATOR_ORIGIN, OperatorError } from '../auth/operator.actions.ts'
import { writeAudit } from '../lib/audit.ts'
import type { Services } from '../lib/context.ts'
import { eraseContent, lockErasable, noteErased } from './erase.queries.ts'

/**
 * Takes the content of one row of the audit log away for good, with the salt of its entry: who, about which record, what
 * changed, from where. That there was a row, when, where and of which kind, stays, and so do its seal and its entry, so
 * the log stays whole. The reason stands in the log in its place.
 */
export const eraseRow = (
  { db, now }: Pick<Services, 'db' | 'now'>,
  id: number,
  reason: string,
): Promise<void> =>
  db.transaction().execute(async (held) => {
    const row = await lockErasable(held, id)
    if (!row) throw new OperatorError(`The audit log has no row ${id}.`)
    if (row.is_erased) throw new OperatorError(`The content of row ${id} has been erased already.`)
    if (!row.is_in_log)
      throw new OperatorError(`Row ${id} is not in the public log yet: try again in a minute.`)
    // what explains an erasure is never erased itself
    if (row.event === 'Content Erased')
      throw new OperatorError(`Row ${id} says that content was erased, and why: it stays.`)
    await noteErased(held, { audit_log_id: id, erased_at: now().toISOString(), reason })
    await eraseContent(held, id)
    await writeAudit(held, null, OPERATOR_ORIGIN, {
      module: 'System',
      event: 'Content Erased',
      actor: OPERATOR,
      changes: [
        { field: 'row', old: null, new: String(id) },
        { field: 'reason', old: null, new: reason },
      ],
    })
  })
