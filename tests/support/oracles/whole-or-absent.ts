import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '../../../server/database/db.ts'
import type { Acknowledged } from '../product/write-load.ts'

const fileOf = (dataDir: string, key: string) => path.join(dataDir, 'files', key.slice(0, 2), key)

/** Fails unless everything that the product acknowledged is there, with its bytes and its rows in the log. */
export async function expectAcknowledgedWork(
  { kysely: db }: Database,
  dataDir: string,
  done: Acknowledged,
): Promise<void> {
  for (const { id, sha256 } of done.files) {
    const row = await db.selectFrom('files').select('storage_key').where('id', '=', id).executeTakeFirst()
    if (!row) throw new Error(`File ${id} was acknowledged and is gone.`)
    expect(
      createHash('sha256')
        .update(readFileSync(fileOf(dataDir, row.storage_key)))
        .digest('hex'),
    ).toBe(sha256)
  }
  const logged = async (type: string, id: number, event: string) =>
    (
      await db
        .selectFrom('audit_logs')
        .select('id')
        .where('auditable_type', '=', type)
        .where('auditable_id', '=', id)
        .where('event', '=', event)
        .execute()
    ).length
  for (const id of done.sites) {
    expect(await db.selectFrom('site_profiles').select('id').where('id', '=', id).execute()).toHaveLength(1)
    expect(await logged('Profiling of SITES', id, 'Created')).toBe(1)
  }
  for (const { id, event } of done.decisions)
    expect(await logged('Profiling of SITES', id, event), `${event} of profile ${id}`).toBeGreaterThan(0)
  for (const batch of done.batches)
    expect(
      await db.selectFrom('site_principles').select('id').where('batch_number', '=', batch).execute(),
    ).toHaveLength(8)
  const last = new Map(done.evidence.map(({ activity, file }) => [activity, file]))
  for (const [activity, file] of last) {
    const held = await db
      .selectFrom('site_activity_means')
      .select('file_id')
      .where('site_activity_id', '=', activity)
      .where('file_id', '>=', file)
      .execute()
    // a later save that was not acknowledged may have replaced it
    expect(held.length, `evidence ${file} of activity ${activity}`).toBeGreaterThan(0)
  }
}

/** What a kill may never leave: each query lists partial records. */
const PARTIAL_RECORDS: Record<string, ReturnType<typeof sql>> = {
  'profiles without boundary, first step or lines in the log': sql`
    select id from site_profiles where id > 0 and (
      not exists (select from site_boundaries where site_profile_id = site_profiles.id)
      or not exists (select from review_steps where review_steps.record_id = site_profiles.record_id and action = 'Submitted')
      or (select count(*) from audit_logs where auditable_type = 'Profiling of SITES'
        and auditable_id = site_profiles.id and event = 'Created') <> 1
    )`,
  'numbers of a region and year that no profile has, or two': sql`
    select region_id, year from site_code_counters as counter where last_number <> (
      select count(distinct split_part(code, '-', 4)) from site_profiles
      where region_id = counter.region_id and split_part(code, '-', 3)::integer = year
    )`,
  'decisions that history and log tell differently': sql`
    select record, action, level from (
      select site_profiles.id as record, action, level, count(*) as steps
      from review_steps join site_profiles using (record_id)
      where action <> 'Submitted' group by 1, 2, 3
    ) as history full join (
      select auditable_id as record, split_part(event, ' (', 1) as action,
        rtrim(split_part(event, ' (', 2), ')') as level, count(*) as lines
      from audit_logs
      where auditable_type = 'Profiling of SITES' and event ~ '^(Approved|Returned) '
      group by 1, 2, 3
    ) as log using (record, action, level)
    where steps is distinct from lines`,
  'profiles whose statuses are not those of their last step': sql`
    select id from site_profiles cross join lateral (
      select action, level from review_steps where review_steps.record_id = site_profiles.record_id order by id desc limit 1
    ) as last
    where case action
      when 'Submitted' then site_status <> 'Submitted' or penro_status is distinct from 'Submitted'
      when 'Returned' then site_status <> 'Returned' or returned_by is distinct from level
      else case level
        when 'PENRO' then penro_status is distinct from 'Approved' or region_status is distinct from 'Submitted'
        when 'Region' then region_status is distinct from 'Approved' or fmb_status is distinct from 'Submitted'
        else site_status <> 'Approved'
      end
    end`,
  'batches that are not whole, or not in the log': sql`
    select batch_number from principle_batches where
      (select count(*) from site_principles where batch_number = principle_batches.batch_number) <> 8
      or exists (
        select from site_principles where batch_number = principle_batches.batch_number and not exists (
          select from site_criteria join site_criteria_indicators
            on site_criteria_indicators.sites_criteria_id = site_criteria.id
          where site_criteria.sites_principle_id = site_principles.id
        )
      )`,
  'numbers of batches in the log': sql`
    select 1 where (select count(*) from principle_batches where batch_number > 1)
      <> (select count(*) from audit_logs where event = 'Criteria Saved')`,
  'files in use that count as unused, or the other way round': sql`
    select files.id from files where (unused_since is null) <> (
      exists (select from site_profiles where agreement_id = files.id or map_kml_id = files.id)
      or exists (select from site_activity_means where file_id = files.id)
      or exists (select from land_files where file_id = files.id)
    )`,
}

/** Fails unless records, their history, the log, the files and their bytes agree. */
export async function expectNoPartialRecords({ kysely: db }: Database, dataDir: string): Promise<void> {
  for (const [what, query] of Object.entries(PARTIAL_RECORDS))
    expect((await query.execute(db)).rows, what).toEqual([])
  const rows = await db.selectFrom('files').select(['storage_key', 'size']).execute()
  const missing = rows.filter(({ storage_key }) => !existsSync(fileOf(dataDir, storage_key)))
  expect(missing).toEqual([])
}

/**
 * Expects, after the clean-up, that every stored file has its row, and that pieces of uploads remain only for
 * unfinished ones.
 */
export async function expectNoOrphans({ kysely: db }: Database, dataDir: string): Promise<void> {
  const keys = new Set(
    (await db.selectFrom('files').select('storage_key').execute()).map((row) => row.storage_key),
  )
  const folder = path.join(dataDir, 'files')
  const stored = readdirSync(folder)
    .filter((shard) => /^[0-9a-f]{2}$/.test(shard))
    .flatMap((shard) => readdirSync(path.join(folder, shard)))
  expect(stored.filter((key) => !keys.has(key))).toEqual([])
  const open = await db.selectFrom('file_uploads').select('id').where('file_id', 'is', null).execute()
  const uploads = path.join(folder, 'uploads')
  const pieces = existsSync(uploads) ? readdirSync(uploads) : []
  expect(pieces.filter((piece) => !open.some(({ id }) => piece.startsWith(id)))).toEqual([])
  // the running product may be writing its public log
  await expect.poll(() => readdirSync(path.join(folder, 'parts'))).toEqual([])
}
