import { sql } from 'kysely'
import type { Actor } from '../../shared/access/actor.ts'
import { PLACE_OF } from '../../shared/access/levels.ts'
import type { PointTemplate } from '../../shared/review/points.schema.ts'
import { lockUntilCommit } from '../database/advisory-lock.ts'
import type { Db } from '../database/db.ts'

/** Whose list it is: an office's, a region's or FMB's. */
type Owner = Pick<Actor, 'access_level' | 'region_id' | 'office_id'>

/** The place of the list of this person, as its columns. */
function placeOf(actor: Owner): Owner {
  const { access_level } = actor
  const place: 'office_id' | 'region_id' | null = PLACE_OF[access_level]
  return {
    access_level,
    region_id: place === 'region_id' ? actor.region_id : null,
    office_id: place === 'office_id' ? actor.office_id : null,
  }
}

const isOf = (actor: Owner) => {
  const { access_level, region_id, office_id } = placeOf(actor)
  return sql<boolean>`access_level = ${access_level} and region_id is not distinct from ${region_id}
    and office_id is not distinct from ${office_id}`
}

/** Lists the usual points of the person's own office, region or FMB, in their order. */
export async function listTemplates(db: Db, actor: Owner): Promise<PointTemplate[]> {
  const { rows } = await sql<PointTemplate>`
    select kind, text from point_templates where ${isOf(actor)} order by position`.execute(db)
  return rows
}

/**
 * Lets one save of a list follow the other, and holds its office until the commit. Returns the name of the place for the
 * log, or null if the office is gone: it was merged into another one.
 */
export async function lockTemplates(db: Db, actor: Owner): Promise<string | null> {
  const { access_level, region_id, office_id } = placeOf(actor)
  await lockUntilCommit(db, `usual points ${access_level} ${region_id ?? office_id ?? ''}`)
  if (region_id === null && office_id === null) return access_level
  const table = office_id === null ? ('regions' as const) : ('offices' as const)
  const row = await db
    .selectFrom(table)
    .select('name')
    .where('id', '=', office_id ?? region_id ?? 0)
    .forKeyShare()
    .executeTakeFirst()
  return row?.name ?? null
}

/** Replaces the whole list. */
export async function replaceTemplates(
  db: Db,
  actor: Owner,
  templates: readonly PointTemplate[],
): Promise<void> {
  await sql`delete from point_templates where ${isOf(actor)}`.execute(db)
  if (templates.length === 0) return
  await db
    .insertInto('point_templates')
    .values(
      templates.map(({ kind, text }, index) => ({ ...placeOf(actor), kind, text, position: index + 1 })),
    )
    .execute()
}
