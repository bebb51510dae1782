import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import cities from '../../db/seed/cities.json'
import offices from '../../db/seed/offices.json'
import principles from '../../db/seed/principles.json'
import provinces from '../../db/seed/provinces.json'
import regions from '../../db/seed/regions.json'
import { DEFAULT_ROLES } from '../../shared/access/default-roles.ts'
import { helperFromLines, helperToJson } from '../../shared/principles/helper-blocks.ts'
import type { Db } from '../database/db.ts'

/** Loads places, principles and default roles into an empty database; changes nothing in one that has them. */
export async function loadReferenceData(db: Kysely<DB>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`lock table regions in exclusive mode`.execute(transaction)
    const loaded = await transaction.selectFrom('regions').select('id').limit(1).executeTakeFirst()
    if (loaded) return
    await loadPlaces(transaction)
    await loadRoles(transaction)
    await loadPrinciples(transaction)
  })
}

async function loadPlaces(db: Db) {
  await db
    .insertInto('regions')
    .values(regions.map((region) => ({ ...region, sort_order: region.id })))
    .execute()
  await db.insertInto('provinces').values(provinces).execute()
  await db.insertInto('cities').values(cities).execute()
  await db.insertInto('offices').values(offices).execute()
  await sql`select setval(pg_get_serial_sequence('offices', 'id'), (select max(id) from offices))`.execute(db)
}

async function loadRoles(db: Db) {
  const rows = DEFAULT_ROLES.map(({ name, kind, access_level, permissions }) => ({
    name,
    kind,
    access_level,
    permissions: [...permissions],
  }))
  await db.insertInto('roles').values(rows).execute()
}

/** Batch 1: the eight principles with their criteria, outcome indicators, notes (ruling S-65) and figures. */
async function loadPrinciples(db: Db) {
  await db.insertInto('principle_batches').values({ batch_number: 1 }).execute()
  for (const principle of principles) {
    const { id } = await db
      .insertInto('site_principles')
      .values({
        batch_number: 1,
        principle_number: principle.principle_number,
        title: principle.title,
        last_criteria_number: Math.max(...principle.criteria.map((criteria) => criteria.order)),
        last_criteria_indicator_number: Math.max(
          ...principle.criteria.flatMap((criteria) =>
            criteria.indicators.map((indicator) => indicator.order),
          ),
        ),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const criteria of principle.criteria) {
      const row = await db
        .insertInto('site_criteria')
        .values({ sites_principle_id: id, order: criteria.order, title: criteria.title })
        .returning('id')
        .executeTakeFirstOrThrow()
      const indicators = criteria.indicators.map((indicator) => ({
        sites_criteria_id: row.id,
        order: indicator.order,
        title: indicator.title,
        helper: helperToJson(helperFromLines(indicator.helper)),
      }))
      const saved = await db
        .insertInto('site_criteria_indicators')
        .values(indicators)
        .returning(['id', 'order'])
        .execute()
      const figures = criteria.indicators.flatMap((indicator) =>
        (indicator.figures ?? []).map((figure, index) => ({
          sites_criteria_indicator_id: saved.find(({ order }) => order === indicator.order)?.id as number,
          order: index + 1,
          ...figure,
        })),
      )
      if (figures.length > 0) await db.insertInto('indicator_figures').values(figures).execute()
    }
  }
}
