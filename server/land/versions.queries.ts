import { type Selectable, type Updateable, sql } from 'kysely'
import type { LandLayerVersions } from '../../db/types.ts'
import { DRAFTS } from '../../shared/land/land.policy.ts'
import type {
  FeatureFault,
  LayerVersion,
  VersionState,
  WholeVersion,
} from '../../shared/land/layers.schema.ts'
import type { Db } from '../database/db.ts'
import { AppError } from '../lib/errors.ts'
import { countBoundaries } from './site-counts.queries.ts'

export type StoredVersion = Selectable<LandLayerVersions> & { state: VersionState; columns: string[] }

const COLUMNS = [
  'land_layer_versions.area_ha',
  'land_layer_versions.attribution',
  'land_layer_versions.begun',
  'land_layer_versions.code_column',
  'land_layer_versions.columns',
  'land_layer_versions.compared_at',
  'land_layer_versions.covers_provinces',
  'land_layer_versions.covers_regions',
  'land_layer_versions.covers_touched',
  'land_layer_versions.created_at',
  'land_layer_versions.created_by',
  'land_layer_versions.crs',
  'land_layer_versions.crs_answer',
  'land_layer_versions.far_count',
  'land_layer_versions.far_km',
  'land_layer_versions.fault_count',
  'land_layer_versions.faults',
  'land_layer_versions.feature_count',
  'land_layer_versions.file_name',
  'land_layer_versions.id',
  'land_layer_versions.imported_at',
  'land_layer_versions.imported_by',
  'land_layer_versions.land_layer_id',
  'land_layer_versions.licence',
  'land_layer_versions.name_column',
  'land_layer_versions.number',
  'land_layer_versions.past_at',
  'land_layer_versions.read_at',
  'land_layer_versions.reason',
  'land_layer_versions.source',
  'land_layer_versions.source_date',
  'land_layer_versions.state',
  'land_layer_versions.valid_from',
  'land_layer_versions.valid_until',
  'land_layer_versions.vertex_count',
] as const

const versionOfId = (db: Db, id: number) =>
  db.selectFrom('land_layer_versions').select(COLUMNS).where('land_layer_versions.id', '=', id)

/** Returns the version, or null. */
export async function findVersion(db: Db, id: number): Promise<StoredVersion | null> {
  const row = await versionOfId(db, id).executeTakeFirst()
  return (row as StoredVersion | undefined) ?? null
}

/** Returns the version and locks it until the transaction ends. Throws 404 when there is none. */
export async function lockVersion(db: Db, id: number): Promise<StoredVersion> {
  const row = await versionOfId(db, id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row as StoredVersion
}

/** Whether a version is in this state; if so it stays that way until the transaction ends. */
export async function isStill(db: Db, id: number, state: VersionState): Promise<boolean> {
  const row = await versionOfId(db, id).clearSelect().select('state').forShare().executeTakeFirst()
  return row?.state === state
}

/** Returns the version of a layer in one of these states, locked until the transaction ends. */
export async function lockVersionIn(
  db: Db,
  layer_id: number,
  states: readonly VersionState[],
): Promise<StoredVersion | null> {
  const row = await db
    .selectFrom('land_layer_versions')
    .select(COLUMNS)
    .where('land_layer_id', '=', layer_id)
    .where('state', 'in', [...states])
    .forUpdate()
    .executeTakeFirst()
  return (row as StoredVersion | undefined) ?? null
}

type NewVersion = Pick<
  StoredVersion,
  | 'land_layer_id'
  | 'source'
  | 'licence'
  | 'source_date'
  | 'attribution'
  | 'valid_from'
  | 'valid_until'
  | 'file_name'
  | 'covers_regions'
  | 'covers_provinces'
  | 'covers_touched'
  | 'crs_answer'
  | 'code_column'
  | 'name_column'
  | 'created_by'
  | 'created_at'
>

/** Adds a draft with the next number of its layer, which the caller has locked; returns both. */
export const insertVersion = (db: Db, version: NewVersion): Promise<{ id: number; number: number }> =>
  db
    .insertInto('land_layer_versions')
    .values((eb) => ({
      ...version,
      number: eb
        .selectFrom('land_layer_versions')
        .select(sql<number>`coalesce(max(number), 0) + 1`.as('number'))
        .where('land_layer_id', '=', version.land_layer_id),
    }))
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()

type VersionChanges = Omit<Updateable<LandLayerVersions>, 'state' | 'columns' | 'faults'> & {
  state?: VersionState
  columns?: readonly string[]
  faults?: readonly FeatureFault[]
}

export async function saveVersion(
  db: Db,
  id: number,
  { columns, faults, ...changed }: VersionChanges,
): Promise<void> {
  await db
    .updateTable('land_layer_versions')
    .set({
      ...changed,
      ...(columns ? { columns: JSON.stringify(columns) } : {}),
      ...(faults ? { faults: JSON.stringify(faults) } : {}),
    })
    .where('id', '=', id)
    .execute()
}

/** Returns the file that a version was read from: its id and where its bytes are; null once it was discarded. */
export async function findVersionFile(
  db: Db,
  id: number,
): Promise<{ id: number; storage_key: string } | null> {
  const row = await db
    .selectFrom('land_files')
    .innerJoin('files', 'files.id', 'land_files.file_id')
    .select(['files.id', 'files.storage_key'])
    .where('land_files.land_layer_version_id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export async function insertVersionFile(
  db: Db,
  file_id: number,
  land_layer_version_id: number,
): Promise<void> {
  await db.insertInto('land_files').values({ file_id, land_layer_version_id }).execute()
}

/** Frees the file of a discarded draft; returns its id. */
export async function deleteVersionFile(db: Db, version_id: number): Promise<number[]> {
  const rows = await db
    .deleteFrom('land_files')
    .where('land_layer_version_id', '=', version_id)
    .returning('file_id')
    .execute()
  return rows.map(({ file_id }) => file_id)
}

// ---- for people

const nameOf = (user: string) =>
  sql<string>`(select first_name || ' ' || last_name from users where users.id = ${sql.ref(user)})`

const versionsIn = (db: Db) =>
  db
    .selectFrom('land_layer_versions')
    .leftJoin('land_files', 'land_files.land_layer_version_id', 'land_layer_versions.id')
    .select(COLUMNS)
    .select([
      'land_files.file_id',
      nameOf('land_layer_versions.created_by').as('created_by'),
      nameOf('land_layer_versions.imported_by').as('imported_by'),
      sql<LayerVersion['covers']>`case when covers_regions is not null then json_build_object(
        'regions', array(select json_build_object('id', regions.id, 'name', regions.name) from regions
          where regions.id = any(covers_regions) order by sort_order),
        'provinces', array(select json_build_object('id', provinces.id, 'name', provinces.name) from provinces
          where provinces.id = any(covers_provinces) order by provinces.name)
      ) end`.as('covers'),
    ])

type VersionRow = Awaited<ReturnType<ReturnType<typeof versionsIn>['executeTakeFirstOrThrow']>>

const shown = (row: VersionRow) =>
  ({
    ...row,
    area_ha: Number(row.area_ha),
  }) as unknown as LayerVersion & { land_layer_id: number }

/** Returns the current versions and drafts of these layers. */
export async function listShownVersions(db: Db, layer_ids: readonly number[]) {
  if (layer_ids.length === 0) return []
  const rows = await versionsIn(db)
    .where('land_layer_versions.land_layer_id', 'in', [...layer_ids])
    .where('land_layer_versions.state', 'in', ['current', ...DRAFTS])
    .execute()
  return rows.map(shown)
}

/** Returns all versions of a layer, the newest first. */
export async function listVersions(db: Db, layer_id: number): Promise<LayerVersion[]> {
  const rows = await versionsIn(db)
    .where('land_layer_versions.land_layer_id', '=', layer_id)
    .orderBy('land_layer_versions.number', 'desc')
    .execute()
  return rows.map(shown)
}

/** Returns one version with its faults and columns. Throws 404 when there is none. */
export async function showVersion(db: Db, id: number): Promise<WholeVersion> {
  const row = await versionsIn(db).where('land_layer_versions.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return { ...shown(row), sites: await countBoundaries(db) } as WholeVersion
}

// ---- the queue

/** Queues the reading of a draft; queued again, it is still one job, due at once. */
export async function queueReading(db: Db, version_id: number): Promise<void> {
  await sql`select graphile_worker.add_job('read_layer', json_build_object('version_id', ${version_id}::integer),
    job_key => 'read_layer ' || ${version_id}::integer)`.execute(db)
}

/** Queues every draft that is to be read, also that of a server that was killed. */
export async function queueAllReading(db: Db): Promise<void> {
  const rows = await db
    .selectFrom('land_layer_versions')
    .select('id')
    .where('state', '=', 'reading')
    .orderBy('id')
    .execute()
  for (const { id } of rows) await queueReading(db, id)
}
