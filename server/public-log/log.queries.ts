import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../../db/types.ts'
import { withAdvisoryLock } from '../database/advisory-lock.ts'
import type { Db } from '../database/db.ts'
import { countSealed } from './seal.queries.ts'

/** An entry with what it was made of. */
export type StoredEntry = { audit_log_id: number; form: number; salt: Buffer; entry: Buffer }

/** Does the work unless another instance is writing the public log; returns null if it is. */
export const withPublicLogLock = <Result>(
  db: Kysely<DB>,
  work: () => Promise<Result>,
): Promise<Result | null> => withAdvisoryLock(db, 'public log', work)

/** Returns the number of entries. */
export async function findLogSize(db: Db): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select coalesce((select log_index + 1 from log_entries order by log_index desc limit 1), 0) as size`.execute(
    db,
  )
  return rows[0]?.size ?? 0
}

/** Appends entries to the `size` that exist. */
export async function insertEntries(db: Db, size: number, entries: readonly StoredEntry[]): Promise<void> {
  const column = (name: keyof StoredEntry, type: string) =>
    sql`${entries.map((entry) => entry[name])}::${sql.raw(type)}[]`
  await sql`
    insert into log_entries (log_index, audit_log_id, form, salt, entry)
    select ${size}::bigint + number - 1, audit_log_id, form, salt, entry
    from unnest(
      ${column('audit_log_id', 'bigint')}, ${column('form', 'smallint')}, ${column('salt', 'bytea')},
      ${column('entry', 'bytea')}
    ) with ordinality as added (audit_log_id, form, salt, entry, number)`.execute(db)
}

/** Returns the entries from this number on, in order. */
export async function listEntryBytes(
  db: Db,
  from: number,
  limit: number,
): Promise<{ log_index: number; entry: Buffer }[]> {
  return db
    .selectFrom('log_entries')
    .select(['log_index', 'entry'])
    .where('log_index', '>=', from)
    .orderBy('log_index')
    .limit(limit)
    .execute()
}

/** The last published checkpoint, as the database has it. */
export type Published = {
  size: number
  checkpoint: string
  public_key: Buffer
  published_at: string
}

export async function findPublishedCheckpoint(db: Db): Promise<Published | null> {
  const row = await db
    .selectFrom('log_published')
    .select(['size', 'checkpoint', 'public_key', 'published_at'])
    .executeTakeFirst()
  return row ?? null
}

/**
 * Stores a newly published checkpoint if the last one is still `before` (null: none); returns false where another
 * instance was faster.
 */
export async function replacePublished(
  db: Db,
  before: string | null,
  published: Published,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted = 0n } =
    before === null
      ? await db
          .insertInto('log_published')
          .values(published)
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
      : {}
  if (before === null) return inserted > 0n
  const { numUpdatedRows } = await db
    .updateTable('log_published')
    .set(published)
    .where('checkpoint', '=', before)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Why the log is stopped, and since when. */
export type Disagreement = { noticed_at: string; sentence: string }

export async function findDisagreement(db: Db): Promise<Disagreement | null> {
  const row = await db
    .selectFrom('log_disagreements')
    .select(['noticed_at', 'sentence'])
    .where('settled_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Returns when an operator let the stopped log continue, each time, oldest first. */
export async function listAccepted(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('log_disagreements')
    .select('settled_at')
    .where('settled_at', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ settled_at }) => settled_at ?? [])
}

/** Records a disagreement unless one is open; returns whether it did. */
export async function recordDisagreement(
  db: Db,
  noted: { noticed_at: string; sentence: string; outside?: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('log_disagreements')
    .values(noted)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Whether rows wait for their entry or entries for their checkpoint, or the log is stopped. */
export async function isBehind(db: Db): Promise<boolean> {
  const { rows } = await sql<{ behind: boolean }>`
    select exists (select from audit_unsealed)
      or (select max(log_index) from log_entries) >= coalesce((select size from log_published), 0)
      or exists (select from log_disagreements where settled_at is null) as behind`.execute(db)
  return rows[0]?.behind ?? false
}

/** Settles the open disagreement with an operator's reason. */
export async function settleDisagreement(
  db: Db,
  settled: { settled_at: string; reason: string },
): Promise<void> {
  await db.updateTable('log_disagreements').set(settled).where('settled_at', 'is', null).execute()
}

/**
 * Replaces the beginning of the log with these published entries. Entries that the database knows keep their row and
 * salt; the others have no row. Rows that lose their entry wait for a new one.
 */
export async function replaceEntries(db: Transaction<DB>, published: AsyncIterable<Buffer[]>): Promise<void> {
  await sql`
    set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0;
    create temporary table taken (log_index bigint primary key, entry bytea not null) on commit drop`.execute(
    db,
  )
  let size = 0
  for await (const entries of published) {
    await sql`
      insert into taken select ${size}::bigint + number - 1, entry
      from unnest(${entries}::bytea[]) with ordinality as added (entry, number)`.execute(db)
    size += entries.length
  }
  const { rows } = await sql<{ first: number | null }>`
    select min(taken.log_index) as first from taken left join log_entries using (log_index)
    where log_entries.entry is distinct from taken.entry`.execute(db)
  const first = rows[0]?.first ?? null
  if (first === null) return
  await sql`
    alter table log_entries disable trigger user;
    create temporary table before on commit drop as
      select * from log_entries where log_index >= ${sql.lit(first)};
    create temporary table known on commit drop as
      select distinct on (entry) * from before order by entry, log_index;
    delete from log_entries where log_index >= ${sql.lit(first)};
    insert into log_entries (log_index, audit_log_id, form, salt, entry)
      select taken.log_index, known.audit_log_id, coalesce(known.form, 0), known.salt, taken.entry
      from taken left join known using (entry) where taken.log_index >= ${sql.lit(first)};
    alter table log_entries enable trigger user`.execute(db)
  const { rows: displaced } = await sql<{ audit_log_id: number }>`
    insert into audit_unsealed select audit_log_id from before
    where audit_log_id is not null
      and not exists (select from log_entries where log_entries.audit_log_id = before.audit_log_id)
    on conflict do nothing returning audit_log_id`.execute(db)
  const ids = displaced.map(({ audit_log_id }) => audit_log_id)
  await countSealed(db, ids, -1)
}

/** Counts the entries, and those without a row. */
export async function countEntries(db: Db): Promise<{ size: number; lost: number }> {
  const { rows } = await sql<{ size: number; lost: number }>`
    select count(*) as size, count(*) filter (where audit_log_id is null) as lost from log_entries`.execute(
    db,
  )
  return rows[0] ?? { size: 0, lost: 0 }
}
