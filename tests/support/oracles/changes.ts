import { type RawBuilder, sql } from 'kysely'
import type { TestApp } from '../product/app.ts'

/** A committed change of one row; the rows as JSON text, so that no digit is lost. */
export type Change = {
  table: string
  op: 'INSERT' | 'UPDATE' | 'DELETE'
  old: string | null
  new: string | null
}

export type ChangeWatch = {
  /** returns the changes committed since the last call, oldest first */
  taken: () => Promise<Change[]>
  /** reverts these changes; the audit log keeps its new rows, except those that state public facts */
  undo: (changes: readonly Change[]) => Promise<void>
  /** a checksum of every row of every table but the audit log */
  fingerprint: () => Promise<string>
}

type Table = {
  name: string
  key: string[]
  settable: string[]
  storable: string[]
}

const FINAL = 'public.audit_logs'
/** the queue of rows to seal belongs to the log */
const WAITING = 'audit_unsealed'
const id = (name: string): RawBuilder<unknown> => sql.raw(name)

/** public pages check that these rows of a record are true, so they are reverted with it */
const FACT_MODULES = [
  'Approved (FMB)',
  'Activated',
  'Deactivated',
  'Certificate Issued',
  'Frozen',
  'Published',
  'Withdrawn',
  // the review of an approved record is replayed from the log
  'Withdrawal Proposed',
  'Withdrawal Cancelled',
  'Withdrawn (FMB)',
  // what is public of instruments
  'Instrument Confirmed',
  'Instrument Changed',
  'Instrument Removed',
  'Decision Noted',
]
const statesFacts = (change: Change): boolean => {
  const row = JSON.parse(change.new ?? '{}') as { event?: string }
  return change.op === 'INSERT' && FACT_MODULES.includes(row.event ?? '')
}

/** Returns the tables of the product and of its job queue, with their writable columns. */
async function tablesOf({ db }: TestApp): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select format('%I.%I', n.nspname, c.relname) as name,
      (select coalesce(array_agg(format('%I', a.attname)), '{}') from pg_index i join pg_attribute a
        on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as key,
      (select coalesce(array_agg(format('%I', a.attname)), '{}') from pg_attribute a where a.attrelid = c.oid
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as storable,
      (select coalesce(array_agg(format('%I', a.attname)), '{}') from pg_attribute a where a.attrelid = c.oid
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = '') as settable
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname in ('public', 'graphile_worker') and c.relname <> ${WAITING} order by 1`.execute(
    db,
  )
  return rows
}

/**
 * Turns the product's triggers off while rows are reverted, since what they stored was recorded and is reverted as
 * well. Adds a condition to each of them, because disabling a trigger drops every plan of its table.
 */
async function disableTriggers({ db }: TestApp): Promise<void> {
  const { rows } = await sql<{ trigger: string; name: string; relation: string }>`
    select pg_get_triggerdef(g.oid) as trigger, quote_ident(g.tgname) as name, c.oid::regclass::text as relation from pg_trigger g join pg_class c on c.oid = g.tgrelid
    where not g.tgisinternal and c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`.execute(
    db,
  )
  for (const { trigger, name, relation } of rows) {
    // a deferred trigger can only be dropped and created again
    if (trigger.startsWith('CREATE CONSTRAINT')) await id(`drop trigger ${name} on ${relation}`).execute(db)
    await id(
      trigger
        .replace(/^CREATE TRIGGER/, 'create or replace trigger')
        .replace(
          /(?: WHEN \((.*)\))? EXECUTE FUNCTION /s,
          (_, when = 'true') =>
            ` when ((${when}) and current_setting('watch.off', true) is distinct from 'on') execute function `,
        ),
    ).execute(db)
  }
}

/** Adds a trigger to every table that records each row change, except the time of a session's last use. */
async function install({ db }: TestApp, tables: Table[]): Promise<void> {
  await sql`create schema watch`.execute(db)
  await sql`create table watch.changes (
    id bigint generated always as identity primary key, "table" text, op text, old jsonb, new jsonb)`.execute(
    db,
  )
  await sql`create function watch.note() returns trigger language plpgsql as $$
    declare before jsonb; declare after jsonb;
    begin
      if current_setting('watch.off', true) = 'on' then return null; end if;
      if tg_op <> 'INSERT' then before := to_jsonb(old); end if;
      if tg_op <> 'DELETE' then after := to_jsonb(new); end if;
      if before - 'last_used_at' = after - 'last_used_at' then return null; end if;
      insert into watch.changes ("table", op, old, new)
        values (format('%I.%I', tg_table_schema, tg_table_name), tg_op, before, after);
      return null;
    end $$`.execute(db)
  for (const { name } of tables)
    await sql`create trigger watch_note after insert or update or delete on ${id(name)}
      for each row execute function watch.note()`.execute(db)
}

/** The statement that reverts one change. */
function reversal(table: Table, change: Change): RawBuilder<unknown> {
  const { name, key } = table
  const before = sql`jsonb_populate_record(null::${id(name)}, ${change.old}::jsonb)`
  const after = sql`jsonb_populate_record(null::${id(name)}, ${change.new ?? change.old}::jsonb)`
  const keys = id(key.join(', '))
  // a table without a key has no duplicate rows
  const isThis =
    key.length === 0
      ? sql`to_jsonb(one) = ${change.new ?? change.old}::jsonb`
      : sql`(${keys}) = (select ${keys} from ${after})`
  if (change.op === 'INSERT') return sql`delete from ${id(name)} as one where ${isThis}`
  if (change.op === 'DELETE') {
    const columns = id(table.storable.join(', '))
    return sql`insert into ${id(name)} (${columns}) overriding system value select ${columns} from ${before}`
  }
  const columns = id(table.settable.join(', '))
  return sql`update ${id(name)} as one set (${columns}) = (select ${columns} from ${before}) where ${isThis}`
}

const OTHERS = 'the other tables'
/** Tables whose rows go together, in the order in which their deletions are taken: those that refer to others first. */
const DELETED = ['public.thread_steps', 'public.threads', OTHERS, 'public.records']

/** The changes with deleted rows before those that they refer to, whatever a cascade or a trigger deleted first. */
const referringFirst = (changes: readonly Change[]): Change[] => {
  const order = ({ op, table }: Change) =>
    DELETED.indexOf(op === 'DELETE' && DELETED.includes(table) ? table : OTHERS)
  return changes.toSorted((a, b) => order(a) - order(b))
}

/** Watches every table of the product's database from now on. */
export async function watchChanges(t: TestApp): Promise<ChangeWatch> {
  const tables = await tablesOf(t)
  await disableTriggers(t)
  await install(t, tables)
  const tableOf = (name: string): Table => {
    const table = tables.find((one) => one.name === name)
    if (!table) throw new Error(`There is no table ${name}.`)
    return table
  }

  let seen = 0
  return {
    taken: async () => {
      // reads on from the last id; deleting instead would leave dead rows to scan each time
      const { rows } = await sql<Change & { id: number }>`
        select id, "table", op, old::text, new::text from watch.changes where id > ${seen} order by id`.execute(
        t.db,
      )
      seen = rows.at(-1)?.id ?? seen
      return rows
    },
    undo: (changes) =>
      t.db.transaction().execute(async (db) => {
        await sql`set local watch.off = 'on'`.execute(db)
        for (const change of referringFirst(changes).reverse())
          if (change.table !== FINAL || statesFacts(change))
            await reversal(tableOf(change.table), change).execute(db)
      }),
    fingerprint: async () => {
      const sums: string[] = []
      for (const { name } of tables.filter((table) => table.name !== FINAL)) {
        const { rows } = await sql<{ sum: string | null }>`
          select md5(string_agg(row, '' order by row)) as sum
          from (select (to_jsonb(one) - 'last_used_at')::text as row from ${id(name)} one) all_rows`.execute(
          t.db,
        )
        sums.push(`${name} ${rows[0]?.sum ?? '-'}`)
      }
      return sums.join('\n')
    },
  }
}
