import { z } from 'zod/mini'
import {
  type AuditEvent,
  type AuditModule,
  FieldChange,
  STEP_EVENTS,
} from '../../shared/audit/audit.schema.ts'
import type { SavedBefore } from '../../shared/lib/saved-before.ts'
import type { Db } from '../database/db.ts'

/** events that change a record; others only read it, or are about its files */
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

/** Of more changes than these, only the newest are reported. */
const MAX_CHANGES = 20
/** rows of the log read per change, which writes few */
const LINES_PER_CHANGE = 3

const Changes = z.array(FieldChange)

type ChangedRecord = { id: number; updated_at: string; updated_by?: string | null }

/** Returns who changed a record last, when, and its `count` newest changes, read from the log. */
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

/** Reports a field that was changed several times once, from its first value to its last. */
function joined(changes: readonly FieldChange[]): FieldChange[] {
  const all: FieldChange[] = []
  for (const change of changes) {
    const earlier = all.find(({ field, new: now }) => field === change.field && now === change.old)
    if (earlier && change.old !== null) earlier.new = change.new
    else all.push({ ...change })
  }
  // how the other user proved their identity is no change of the record
  return all.filter(
    (change) => change.field !== 'proof' && (change.old !== change.new || change.new === null),
  )
}
