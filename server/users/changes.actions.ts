import type { AuditModule } from '../../shared/audit/audit.schema.ts'
import { changesText } from '../../shared/audit/field-changes.ts'
import { formatDateTime } from '../../shared/lib/dates.ts'
import type { Db } from '../lib/db.ts'
import { AppError } from '../lib/errors.ts'
import { findLastChanges } from './changes.queries.ts'

type Stamped = { id: number; updated_at: string; updated_by: string | null }

/**
 * Refuses with 409 a change that was made looking at an older state of the record, and says who changed it, when and what
 * (S-21, S-144). `word` is what the record is called.
 */
export async function insistSeen(
  db: Db,
  seen: string | undefined,
  record: Stamped,
  { module, word }: { module: AuditModule; word: string },
): Promise<void> {
  if (seen === undefined) return
  if (new Date(seen).getTime() === new Date(record.updated_at).getTime()) return
  const changes = changesText(await findLastChanges(db, module, record.id))
  throw new AppError(
    'conflict',
    `${record.updated_by ?? 'Somebody else'} changed this ${word} on ${formatDateTime(record.updated_at)}${
      changes === '' ? '' : `: ${changes}`
    }. Your entries are kept and not saved.`,
  )
}
