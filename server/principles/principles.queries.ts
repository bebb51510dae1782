import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import type { Db } from '../lib/db.ts'

/** The number of the newest batch: the one new activities are graded against (S-59). */
export async function findCurrentBatch(db: Db): Promise<number> {
  const { batch_number } = await db
    .selectFrom('principle_batches')
    .select((eb) => eb.fn.max('principle_batches.batch_number').as('batch_number'))
    .executeTakeFirstOrThrow()
  return batch_number
}

const principles = (db: Db) =>
  db.selectFrom('site_principles').select((principle) => [
    'site_principles.id',
    'site_principles.principle_number',
    'site_principles.batch_number',
    'site_principles.title',
    'site_principles.last_criteria_number',
    'site_principles.last_criteria_indicator_number',
    jsonArrayFrom(
      principle
        .selectFrom('site_criteria')
        .select((criteria) => [
          'site_criteria.id',
          'site_criteria.order',
          'site_criteria.title',
          'site_criteria.sites_principle_id',
          jsonArrayFrom(
            criteria
              .selectFrom('site_criteria_indicators')
              .select([
                'site_criteria_indicators.id',
                'site_criteria_indicators.order',
                'site_criteria_indicators.title',
                'site_criteria_indicators.helper',
              ])
              .whereRef('site_criteria_indicators.sites_criteria_id', '=', 'site_criteria.id')
              .orderBy('site_criteria_indicators.order'),
          ).as('criteria_indicator'),
        ])
        .whereRef('site_criteria.sites_principle_id', '=', 'site_principles.id')
        .orderBy('site_criteria.order'),
    ).as('criteria'),
  ])

/** The eight principles of a batch in their order, with criteria and indicators; empty for an unknown batch. */
export const listPrinciples = (db: Db, batch: number): Promise<SitePrinciple[]> =>
  principles(db)
    .where('site_principles.batch_number', '=', batch)
    .orderBy('site_principles.principle_number')
    .execute()

/** One principle of any batch, or null. */
export async function findPrinciple(db: Db, id: number): Promise<SitePrinciple | null> {
  return (await principles(db).where('site_principles.id', '=', id).executeTakeFirst()) ?? null
}

export type PrincipleSearch = {
  principle_number?: number | undefined
  batch_number?: number | undefined
  batch_only?: string | undefined
}

/**
 * `principle_number` finds that principle in the current batch, `batch_number` the eight of that batch;
 * `batch_only=true` leaves the principle number out of account (S-62).
 */
export async function searchPrinciples(db: Db, search: PrincipleSearch): Promise<SitePrinciple[]> {
  const all = await listPrinciples(db, search.batch_number ?? (await findCurrentBatch(db)))
  if (search.principle_number === undefined || search.batch_only === 'true') return all
  return all.filter((principle) => principle.principle_number === search.principle_number)
}
