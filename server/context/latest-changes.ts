import { z } from 'zod/mini'
import {
  type AuditEvent,
  type AuditModule,
  FieldChange,
  STEP_EVENTS,
} from '../../shared/audit/audit.schema.ts'
import type { SavedBefore } from '../../shared/lib/saved-before.ts'
import type { Db } from '../database/db.ts'

/** what changes a record; other events only look at it, or are about its files */
const CHANGE_EVENTS: readonly AuditEvent[] = [
  'Created',
  'Updated',
  ...STEP_EVENTS,
  'MOV Disabled',
  'MOV Enabled',
  'Statement Chosen',
  'Statement Left Out',
  'Password Reset by Administrator',
]

/** More changes than these in between are reported by the newest of them. */
const MAX_CHANGES = 20
/** one change writes few lines */
const LINES_PER_CHANGE = 3

const Changes = z.array(FieldChange)

type ChangedRecord = { id: number; updated_at: string; updated_by?: string | null }

/** Who changed a record last, when, and what its `count` newest changes were, by the log. */
export async function findLatestChanges(
  db: Db,
  module: AuditModule,
  record: ChangedRecord,
  count: number,
): Promise<SavedBefore> {
  const lines = await db
    .selectFrom('audit_logs')
    .select(['user_name', 'event', 'field_change', 'request_id'])
    .where('auditable_type', '=', module)
    .where('auditable_id', '=', record.id)
    .where('event', 'in', [...CHANGE_EVENTS])
    .orderBy('id', 'desc')
    .limit(Math.min(count, MAX_CHANGES) * LINES_PER_CHANGE)
    .execute()
  const requests = [...new Set(lines.map(({ request_id }) => request_id))].slice(0, count)
  const newest = lines.filter(({ request_id }) => requests.includes(request_id)).toReversed()
  return {
    by: record.updated_by ?? newest.at(-1)?.user_name ?? 'Another user',
    at: record.updated_at,
    events: newest.map(({ event }) => event),
    fields: joined(newest.flatMap(({ field_change }) => z.parse(Changes, field_change))),
  }
}

/** A field that was changed several times is reported once, from its first value to its last. */
function joined(changes: readonly FieldChange[]): FieldChange[] {
  const all: FieldChange[] = []
  for (const change of changes) {
    const earlier = all.find(({ field, new: now }) => field === change.field && now === change.old)
    if (earlier && change.old !== null) earlier.new = change.new
    else all.push({ ...change })
  }
  return all.filter((change) => change.old !== change.new || change.new === null)
}
