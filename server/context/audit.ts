import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import type { AuditEvent, AuditModule, FieldChange } from '../../shared/audit/audit.schema.ts'
import { differences } from '../../shared/lib/differences.ts'
import type { Origin } from './context.ts'
import type { Db } from '../database/db.ts'

type Named = Pick<Actor, 'id' | 'name' | 'email' | 'role' | 'access_level' | 'region_id' | 'office_id'>

/** One row of the log; `actor` only where it is not the actor of the request (a sign-in, an operator). */
export type AuditEntry<M extends AuditModule = AuditModule> = {
  module: M
  event: AuditEvent<M>
  id?: number | null
  code?: string | null
  changes?: FieldChange[]
  actor?: { [Field in keyof Named]: Named[Field] | null }
}

/** Returns rows of the log as one value, in order, with the actor's name, address and role as they are now (S-89). */
export function auditRows(actor: Actor | null, origin: Origin, entries: readonly AuditEntry[]): string {
  const rows = entries.map((entry) => {
    const person = entry.actor ?? actor
    return {
      user_id: person?.id ?? null,
      user_name: person?.name ?? null,
      user_email: person?.email ?? null,
      role_name: person?.role ?? null,
      access_level: person?.access_level ?? null,
      region_id: person?.region_id ?? null,
      office_id: person?.office_id ?? null,
      auditable_type: entry.module,
      auditable_id: entry.id ?? null,
      auditable_code: entry.code ?? null,
      event: entry.event,
      field_change: entry.changes ?? [],
      network_address: origin.network_address,
      request_id: origin.request_id,
    }
  })
  return JSON.stringify(rows)
}

const COLUMNS = sql`user_id, user_name, user_email, role_name, access_level, region_id, office_id, auditable_type,
  auditable_id, auditable_code, event, field_change, network_address, request_id`

/** The insert of what `auditRows` returned; a whole statement, or the last part of one. */
export const appendStatement = (rows: string) => sql<never>`
  insert into audit_logs (${COLUMNS})
  select ${COLUMNS} from json_to_recordset(${rows}) as row (
    user_id integer, user_name text, user_email text, role_name text, access_level text, region_id integer,
    office_id integer, auditable_type text, auditable_id integer, auditable_code text, event text, field_change jsonb,
    network_address text, request_id text
  )`

export async function appendAudit(db: Db, rows: string): Promise<void> {
  await appendStatement(rows).execute(db)
}

/** Appends these rows in order, where `ctx.write` does not. */
export async function writeAudit(
  db: Db,
  actor: Actor | null,
  origin: Origin,
  ...entries: AuditEntry[]
): Promise<void> {
  await appendAudit(db, auditRows(actor, origin, entries))
}

/** Formats a field's value, which is a text, a number, a list of them, or null. */
const toLogText = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : `${value as string | number | boolean}`
}

/** The changes of a list: what was added and what was removed, each as a field (S-119). */
function listChanges(field: string, before: readonly unknown[], after: readonly unknown[]): FieldChange[] {
  const added = after.filter((item) => !before.includes(item))
  const removed = before.filter((item) => !after.includes(item))
  return [
    { field: `${field}_added`, items: added },
    { field: `${field}_removed`, items: removed },
  ].flatMap(({ field: fieldName, items }) =>
    items.length === 0 ? [] : [{ field: fieldName, old: null, new: toLogText(items) }],
  )
}

/** The fields that differ, in the given order, with old and new value (S-87); for lists, added and removed (S-119). */
export function fieldChanges<T extends object>(
  before: Partial<T>,
  after: Partial<T>,
  fields: readonly (keyof T & string)[],
): FieldChange[] {
  return fields.flatMap((field) => {
    const [was, is]: unknown[] = [before[field], after[field]]
    if (Array.isArray(was) && Array.isArray(is)) return listChanges(field, was, is)
    return differences(
      [field],
      () => toLogText(was),
      () => toLogText(is),
    )
  })
}
