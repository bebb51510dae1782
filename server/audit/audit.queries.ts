import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import type { AuditRow } from '../../shared/audit/audit.schema.ts'
import type { PageQuery, PageReply } from '../../shared/lib/paging.ts'
import { type ListColumns, pageOf } from '../lib/datatable.ts'
import type { Db } from '../lib/db.ts'

/** From the first moment of a time span to just before its end. */
export type Span = { from: Date; before: Date }

const COLUMNS: ListColumns = {
  search: [
    'user_name',
    'user_email',
    'role_name',
    'auditable_type',
    'auditable_code',
    'event',
    'fields_edited',
  ],
  sort: {
    created_at: 'created_at',
    user_name: 'user_name',
    user_email: 'user_email',
    role_name: 'role_name',
    auditable_type: 'auditable_type',
    event: 'event',
  },
  defaultSort: [
    { column: 'created_at', dir: 'desc' },
    { column: 'id', dir: 'desc' },
  ],
  tieBreak: 'id',
}

/** What a person reads in the column "Fields Edited", for the search. */
const fieldsEdited = sql<string>`(
  select string_agg(concat_ws(' ', change ->> 'field', change ->> 'old', change ->> 'new'), ' ')
  from jsonb_array_elements(field_change) as change
)`

/** The rows this person may see: FMB all, Region those of people of its region, PENRO of its office (S-88). */
function visibleRows(db: Db, actor: Actor, span: Span) {
  return db
    .selectFrom('audit_logs')
    .select([
      'id',
      'created_at',
      'user_name',
      'user_email',
      'role_name',
      'auditable_type',
      'auditable_id',
      'auditable_code',
      'event',
      'field_change',
      fieldsEdited.as('fields_edited'),
    ])
    .where('created_at', '>=', span.from.toISOString())
    .where('created_at', '<', span.before.toISOString())
    .$if(actor.access_level === 'Region', (query) => query.where('region_id', '=', actor.region_id ?? -1))
    .$if(actor.access_level === 'PENRO', (query) => query.where('office_id', '=', actor.office_id ?? -1))
}

/** One page of the log in this person's scope. */
export async function listAuditLogs(
  db: Db,
  actor: Actor,
  span: Span,
  query: PageQuery,
): Promise<PageReply<AuditRow>> {
  const scoped = db
    .selectFrom(visibleRows(db, actor, span).as('rows'))
    .select([
      'id',
      'created_at',
      'user_name',
      'user_email',
      'role_name',
      'auditable_type',
      'auditable_id',
      'auditable_code',
      'event',
      'field_change',
    ])
  const page = await pageOf(scoped, COLUMNS, query)
  return { ...page, data: page.data as unknown as AuditRow[] }
}
