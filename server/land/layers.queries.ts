import { type Selectable, sql } from 'kysely'
import type { LandLayers } from '../../db/types.ts'
import type { ScopedActor } from '../../shared/access/actor.ts'
import { DRAFTS } from '../../shared/land/land.policy.ts'
import { LAYER_KINDS, type LayerKind } from '../../shared/land/layer-kinds.ts'
import type { Layer, LayerInput } from '../../shared/land/layers.schema.ts'
import type { PageQuery, PageReply } from '../../shared/lib/paging.ts'
import { type ListColumns, pageOf } from '../database/datatable.ts'
import type { Db } from '../database/db.ts'
import { AppError } from '../lib/errors.ts'
import { countSites, type SiteCounts } from './site-counts.queries.ts'
import { listShownVersions } from './versions.queries.ts'

export type StoredLayer = Selectable<LandLayers> & { kind: LayerKind; audience: 'staff' | 'public' }

const LAYER_COLUMNS = [
  'audience',
  'created_at',
  'created_by',
  'effect',
  'id',
  'kind',
  'legal_base',
  'name',
  'not_good_for',
  'purpose',
  'revision',
  'updated_at',
  'withdrawn_at',
  'withdrawn_reason',
] as const satisfies readonly (keyof LandLayers)[]

/** Returns the layer and locks it until the transaction ends. Throws 404 when there is none. */
export async function lockLayer(db: Db, id: number): Promise<StoredLayer> {
  const row = await db
    .selectFrom('land_layers')
    .select(LAYER_COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row as StoredLayer
}

/** Adds a layer; returns the id. */
export async function insertLayer(
  db: Db,
  layer: LayerInput & { created_by: number; created_at: string },
): Promise<number> {
  const { id } = await db
    .insertInto('land_layers')
    .values({ ...layer, updated_at: layer.created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type LayerChanges = Partial<LayerInput & { withdrawn_at: string; withdrawn_reason: string }>

/** Saves changes of a layer, and counts its revision. */
export async function saveLayer(
  db: Db,
  id: number,
  changed: LayerChanges & { updated_at: string },
): Promise<void> {
  await db
    .updateTable('land_layers')
    .set((eb) => ({ ...changed, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

const COLUMNS: ListColumns = {
  search: ['rows.name', 'rows.purpose'],
  sort: {},
  defaultSort: [
    { column: 'rows.is_withdrawn', dir: 'asc' },
    { column: 'rows.kind_order', dir: 'asc' },
    { column: 'rows.name', dir: 'asc' },
  ],
  tieBreak: 'rows.id',
}

const layersIn = (db: Db) =>
  db.selectFrom(
    db
      .selectFrom('land_layers')
      .select(LAYER_COLUMNS)
      .select([
        sql<boolean>`withdrawn_at is not null`.as('is_withdrawn'),
        sql<number>`array_position(${Object.keys(LAYER_KINDS)}::text[], kind)`.as('kind_order'),
      ])
      .as('rows'),
  )

type Shown = Awaited<ReturnType<typeof readLayer>>

const readLayer = (db: Db, id: number) =>
  layersIn(db).selectAll().where('rows.id', '=', id).executeTakeFirst()

/** Adds to each layer its current version and draft, and the counts of the actor's sites against it. */
async function whole(db: Db, actor: ScopedActor, layers: readonly NonNullable<Shown>[]): Promise<Layer[]> {
  const ids = layers.map(({ id }) => id)
  const versions = await listShownVersions(db, ids)
  const counts = await countSites(db, actor, ids)
  const none: SiteCounts = { not_covered: 0, not_checked: 0, failed: 0, new_findings: 0 }
  return layers.map((layer) => {
    const own = versions.filter(({ land_layer_id }) => land_layer_id === layer.id)
    return {
      ...(layer as unknown as StoredLayer),
      current: own.find(({ state }) => state === 'current') ?? null,
      draft: own.find(({ state }) => DRAFTS.includes(state)) ?? null,
      ...(counts.get(layer.id) ?? none),
    }
  })
}

/** Returns layers by kind and name, those that were withdrawn last. */
export async function listLayers(db: Db, actor: ScopedActor, query: PageQuery): Promise<PageReply<Layer>> {
  const page = await pageOf(db, { scoped: layersIn(db).selectAll(), columns: COLUMNS }, query)
  return { ...page, data: await whole(db, actor, page.data) }
}

/** Returns one layer as the list shows it. Throws 404 when there is none. */
export async function showLayer(db: Db, actor: ScopedActor, id: number): Promise<Layer> {
  const row = await readLayer(db, id)
  const [layer] = row ? await whole(db, actor, [row]) : []
  if (!layer) throw new AppError('not_found')
  return layer
}
