import { AppError } from '../lib/errors.ts'
import type { Db } from '../database/db.ts'
import { findLatestChanges } from './latest-changes.ts'

/**
 * Rejects with 409 a change based on an older state of the record (S-21), and returns who has changed it since, when,
 * and what (S-144).
 */
export async function requireSameTime(
  db: Db,
  module: 'User Management' | 'Role Management',
  seen: string | undefined,
  record: { id: number; updated_at: string },
): Promise<void> {
  if (seen === undefined || new Date(seen).getTime() === new Date(record.updated_at).getTime()) return
  // the record has the time of its last change, not the number of changes
  const { id, updated_at } = record
  throw new AppError('conflict', { saved_before: await findLatestChanges(db, module, { id, updated_at }, 1) })
}
