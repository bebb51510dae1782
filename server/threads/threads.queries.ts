import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import type { Level } from '../../shared/access/levels.ts'
import type { ThreadKind } from '../../shared/threads/thread-kind.ts'
import type { Db } from '../database/db.ts'

type Name = ThreadKind['name']

/** A step as it is stored: its kind says which of these it has. */
type StoredStep = {
  action: string
  round: number | null
  level: Level | null
  at: string
  /** the author, as they were then */
  user_id: number | null
  by: string | null
  role: string | null
  office: string | null
  /** null without words, and once they were erased */
  text: string | null
  facts: unknown
  file: { id: number; name: string } | null
  erased_at: string | null
  erased_reason: string | null
}

/**
 * Lists threads of a kind, oldest first, each with its steps as this kind stores them. `wanted` is the query for their
 * ids, with what else is read of them.
 */
export async function listThreads<Thread extends { id: number }, Step extends Partial<StoredStep>>(
  db: Db,
  kind: Name,
  wanted: RawBuilder<unknown>,
): Promise<(Thread & { steps: [Step, ...Step[]] })[]> {
  const { rows } = await sql<{ thread: Thread }>`
    select to_jsonb(wanted) as thread, action, round, level, at, user_id, user_name as by, role_name as role, office,
      text, facts, case when file_id is not null then json_build_object('id', file_id, 'name', files.name) end as file,
      erased_at, reason as erased_reason
    from (${wanted}) as wanted join thread_steps as steps on steps.kind = ${kind} and thread_id = wanted.id
    left join files on files.id = file_id left join audit_erasures on audit_log_id = erased_row
    order by wanted.id, steps.id`.execute(db)
  const threads: (Thread & { steps: [Step, ...Step[]] })[] = []
  for (const { thread, ...rest } of rows) {
    const step = rest as unknown as Step
    const last = threads.at(-1)
    if (last?.id === thread.id) last.steps.push(step)
    else threads.push({ ...thread, steps: [step] })
  }
  return threads
}

/** What a thread is about. */
type Subject = { summary_id: number } | { record_id: number; label: string }

/** Begins a thread at a place, without its first step; returns its id. */
export async function insertThread(db: Db, kind: Name, about: Subject, place: object): Promise<number> {
  const { id } = await db
    .insertInto('threads')
    .values({ kind, ...about, place: JSON.stringify(place) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type NewStep<Action extends string, Facts = object> = {
  thread_id: number
  action: Action
  text?: string | null
  file_id?: number | null
  facts?: Facts | null
}

/** Who takes a step and when; in the review of a record, in which round, for which level, and of which office. */
type By = {
  actor: Pick<Actor, 'id' | 'name' | 'role'>
  at: string
  round?: number
  level?: Level | null
  office?: RawBuilder<string>
}

/**
 * SQL: adds the steps of a query to their threads, in its order. For a statement that changes more than threads; it has the
 * columns `thread_id`, `action`, `text`, `file_id` and `facts`.
 */
export const insertSteps = (
  kind: Name,
  steps: RawBuilder<unknown>,
  { actor, round, level, office, at }: By,
): RawBuilder<{ id: number }> => sql`
  insert into thread_steps (kind, thread_id, action, text, file_id, facts, round, level, office, at, user_id, user_name,
    role_name)
  select ${kind}, thread_id, action, text, file_id, facts, ${round ?? null}::integer, ${level ?? null}::text,
    ${office ?? null}::text, ${at}::timestamptz, ${actor.id}::integer, ${actor.name}::text, ${actor.role}::text
  from ${steps}
  returning id`

/** SQL: these steps as rows. */
export const rowsOf = (steps: readonly NewStep<string>[]): RawBuilder<unknown> =>
  sql`jsonb_to_recordset(${JSON.stringify(steps)})
    as steps (thread_id integer, action text, text text, file_id integer, facts jsonb)`

/** Adds steps to threads, in order; returns their ids. */
export async function addSteps(
  db: Db,
  kind: Name,
  steps: readonly NewStep<string>[],
  by: By,
): Promise<number[]> {
  if (steps.length === 0) return []
  const { rows } = await insertSteps(kind, rowsOf(steps), by).execute(db)
  return rows.map(({ id }) => id)
}

/** A text that was erased, and what is kept with it; null where the step said nothing. */
type ErasedStep = { text: string | null; facts: { request?: number } | null }

/** Empties steps of a kind because a row of the log was erased; returns what they said. */
export async function eraseSteps(
  db: Db,
  { name, erasesFacts }: ThreadKind,
  which: RawBuilder<boolean>,
  erased_row: number,
): Promise<ErasedStep[]> {
  const { rows } = await sql<ErasedStep>`
    with said as (
      select id, text, facts from thread_steps where kind = ${name} and erased_row is null and ${which}
    )
    update thread_steps set text = null, facts = case when not ${erasesFacts}::boolean then said.facts end,
      erased_row = ${erased_row}
    from said where kind = ${name} and thread_steps.id = said.id
    returning said.text, said.facts`.execute(db)
  return rows
}

/** Empties the step that was written with this row of the log, which has the number of its step or of its thread. */
export async function eraseStep(
  db: Db,
  kind: ThreadKind,
  id: number,
  erased_row: number,
): Promise<ErasedStep | null> {
  const isLogged = sql<boolean>`${sql.ref(kind.logged === 'step' ? 'id' : 'thread_id')} = ${id}`
  const [step = null] = await eraseSteps(db, kind, isLogged, erased_row)
  return step
}
