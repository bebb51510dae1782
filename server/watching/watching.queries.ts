import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { MAIL_JOBS } from '../mails/mail-queue.ts'

/** The product's state in the database, as numbers; ages in seconds, 0 where nothing waits. */
export type Figures = {
  jobs_waiting: number
  jobs_running: number
  jobs_retrying: number
  jobs_failed: number
  /** how long the oldest due job has been due */
  job_due_seconds: number
  mails_waiting: number
  mails_failed: number
  mail_waiting_seconds: number
  uploads: number
  audit_waiting: number
  audit_waiting_seconds: number
  audit_findings: number
  /** 0 before the first verification */
  audit_verified_at: number
  /** rows that no checkpoint of the public log covers */
  log_waiting: number
  log_stopped: number
  records_altered: number
}

/** The files in the store. Counting them reads the whole table. */
export type FileTotals = { files: number; files_bytes: number }

export async function readFileTotals(db: Db): Promise<FileTotals> {
  const { rows } = await sql<FileTotals>`
    select count(*) as files, coalesce(sum(size), 0)::float8 as files_bytes from files`.execute(db)
  return rows[0] ?? { files: 0, files_bytes: 0 }
}

const since = (column: ReturnType<typeof sql>) =>
  sql`greatest(0, coalesce(extract(epoch from clock_timestamp() - min(${column})), 0))::float8`

export async function readFigures(db: Db): Promise<Figures> {
  const { rows } = await sql<Figures>`
    with jobs as (
      select job.*, task.identifier in ${MAIL_JOBS} as is_mail,
        case json_typeof(job.payload) when 'array' then json_array_length(job.payload) else 1 end as mails, job.locked_at is null as is_free,
        job.attempts >= job.max_attempts as is_spent
      from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
    ), verified as (
      select findings_count, finished_at from audit_verifications
      where finished_at is not null and failure is null order by id desc limit 1
    )
    select
      (select count(*) from jobs where is_free and attempts = 0) as jobs_waiting,
      (select count(*) from jobs where not is_free) as jobs_running,
      (select count(*) from jobs where is_free and not is_spent and attempts > 0) as jobs_retrying,
      (select count(*) from jobs where is_free and is_spent) as jobs_failed,
      (select ${since(sql`run_at`)} from jobs where is_free and not is_spent) as job_due_seconds,
      (select coalesce(sum(mails), 0)::bigint from jobs where is_mail and not (is_free and is_spent)) as mails_waiting,
      (select coalesce(sum(mails), 0)::bigint from jobs where is_mail and is_free and is_spent) as mails_failed,
      (select ${since(sql`created_at`)} from jobs where is_mail and not is_spent) as mail_waiting_seconds,
      (select count(*) from file_uploads where file_id is null) as uploads,
      (select count(*) from audit_unsealed) as audit_waiting,
      (select ${since(sql`created_at`)} from audit_unsealed join audit_logs on id = audit_log_id) as audit_waiting_seconds,
      coalesce((select findings_count from verified), 0) as audit_findings,
      coalesce((select extract(epoch from finished_at)::float8 from verified), 0) as audit_verified_at,
      (select count(*) from audit_unsealed)
        + greatest(0, coalesce((select max(log_index) + 1 from log_entries), 0)
          - coalesce((select size from log_published), 0)) as log_waiting,
      (select count(*) from log_disagreements where settled_at is null) as log_stopped,
      (select count(*) from altered_records) as records_altered`.execute(db)
  const [figures] = rows
  if (!figures) throw new Error('The database gave no figures.')
  return figures
}
