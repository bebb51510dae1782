import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { Changes, SeenVersions } from '../database/cached-orders.ts'
import type { RecordTable } from './record.kind.ts'

export type RegionVersion = { region_id: number; sort_order: number; records: number; approvals: number }

/** Returns how often the records and the approved sites of each region have changed; all regions, by name. */
export async function listRegionVersions(db: Db): Promise<RegionVersion[]> {
  const { rows } = await sql<RegionVersion>`
    select regions.id as region_id, regions.sort_order,
      coalesce(sum(record_changes.records), 0)::bigint as records,
      coalesce(sum(record_changes.approvals), 0)::bigint as approvals
    from regions left join record_changes on record_changes.region_id = regions.id
    group by regions.id order by regions.name`.execute(db)
  return rows
}

/** Returns a version that grows with every change of the public list. */
export async function approvedVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select coalesce(sum(approvals), 0)::bigint as version from record_changes`.execute(db)
  return rows[0]?.version ?? 0
}

type Version = { office_id: number; region_id: number; version: number }
const placeOf = ({ office_id, region_id }: Version) => `${office_id} ${region_id}`

/** the size of the ring of an office's changes (0011_stored_counts.sql) */
const MAX_NAMED_CHANGES = 64

/** A condition for the records of a region; null or undefined is all of them. */
export const inRegion = (region_id: number | null | undefined): RawBuilder<boolean> =>
  region_id === null || region_id === undefined ? sql`true` : sql`region_id = ${region_id}`

/** The version of changes to warnings, which do not change their record (0011_stored_counts.sql). */
export const FINDING_CHANGES = sql<number>`(select version from finding_changes)`

type OfList = {
  /** whether the list is filtered by warnings, which can change without their record */
  findings?: boolean
}

/** the key of FINDING_CHANGES among the versions of the offices */
const FINDINGS = 'findings'

/** The changes in a scope, for the cached order of a list of one kind of record. */
export const changesIn = (
  scope: RawBuilder<boolean>,
  table: RecordTable['name'],
  { findings = false }: OfList = {},
): Changes => {
  const besides = findings ? FINDING_CHANGES : sql<number>`0`
  return {
    version: async (db) => {
      const { rows } = await sql<{ version: number }>`
        select coalesce(sum(records + approvals), 0)::bigint + ${besides} as version
        from record_changes where ${scope}`.execute(db)
      return rows[0]?.version ?? 0
    },
    since: async (db, seen) => {
      const { rows } = await sql<Version>`
        select office_id, region_id, records + approvals as version from record_changes where ${scope}`.execute(
        db,
      )
      const found = findings ? await findingVersion(db) : 0
      return {
        version: rows.reduce((sum, { version }) => sum + version, found),
        seen: new Map([...rows.map((row) => [placeOf(row), row.version] as const), [FINDINGS, found]]),
        rows: seen && seen.get(FINDINGS) === found ? await findChanged(db, rows, seen, table) : null,
      }
    },
  }
}

async function findingVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`select ${FINDING_CHANGES} as version`.execute(db)
  return rows[0]?.version ?? 0
}

/** Returns the ids of the records changed since `seen`; null if the ring no longer has them or does not name them. */
async function findChanged(
  db: Db,
  now: Version[],
  seen: SeenVersions,
  table: RecordTable['name'],
): Promise<number[] | null> {
  const changed = now
    .map((row) => ({ ...row, before: seen.get(placeOf(row)) ?? 0 }))
    .filter(({ version, before }) => version !== before)
  const changes = changed.reduce((sum, { version, before }) => sum + version - before, 0)
  if (changes > MAX_NAMED_CHANGES) return null
  const { rows } = await sql<{ site_profile_ids: number[] | null; kind: string; ids: number[] | null }>`
    select site_profile_ids, kind, ids from record_change_ring
    join unnest(
      ${changed.map((row) => row.office_id)}::integer[], ${changed.map((row) => row.region_id)}::integer[],
      ${changed.map((row) => row.before)}::bigint[], ${changed.map((row) => row.version)}::bigint[]
    ) as wanted (office_id, region_id, before, latest) using (office_id, region_id)
    where version > wanted.before and version <= wanted.latest`.execute(db)
  if (rows.length < changes || rows.some((row) => row.site_profile_ids === null)) return null
  const profiles = [...new Set(rows.flatMap((row) => row.site_profile_ids ?? []))]
  if (table === 'site_profiles') return profiles
  const { rows: ofProfiles } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where site_profile_id = any(${profiles}::integer[])`.execute(db)
  // with those that are deleted
  const named = rows.flatMap(({ kind, ids }) => (kind === table ? (ids ?? []) : []))
  return [...new Set([...ofProfiles.map(({ id }) => id), ...named])]
}
