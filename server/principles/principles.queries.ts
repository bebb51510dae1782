import { type Insertable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { PrincipleBatches, SitePrinciples } from '../../db/types.ts'
import type { UsedNumber } from '../../shared/principles/criteria.rules.ts'
import type { CriteriaInput } from '../../shared/principles/principles.fields.ts'
import type { SitePrinciple } from '../../shared/principles/principles.schema.ts'
import { versionedSet } from '../context/versioned-set.ts'
import type { Db } from '../database/db.ts'

/** The sets of criteria; new activities use the newest one (S-59). */
export const BATCHES = versionedSet({
  table: 'principle_batches',
  number: 'batch_number',
  event: 'Criteria Saved',
})

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
              .select((indicator) => [
                'site_criteria_indicators.id',
                'site_criteria_indicators.order',
                'site_criteria_indicators.title',
                'site_criteria_indicators.helper',
                jsonArrayFrom(
                  indicator
                    .selectFrom('indicator_figures')
                    .select([
                      'indicator_figures.id',
                      'indicator_figures.name',
                      'indicator_figures.unit',
                      'indicator_figures.is_whole',
                      'indicator_figures.adds_up',
                      'indicator_figures.part_of',
                    ])
                    .whereRef(
                      'indicator_figures.sites_criteria_indicator_id',
                      '=',
                      'site_criteria_indicators.id',
                    )
                    .orderBy('indicator_figures.order'),
                ).as('figures'),
              ])
              .whereRef('site_criteria_indicators.sites_criteria_id', '=', 'site_criteria.id')
              .orderBy('site_criteria_indicators.order'),
          ).as('criteria_indicator'),
        ])
        .whereRef('site_criteria.sites_principle_id', '=', 'site_principles.id')
        .orderBy('site_criteria.order'),
    ).as('criteria'),
    jsonArrayFrom(
      principle
        .selectFrom('principle_checks')
        .select(['principle_checks.id', 'principle_checks.text'])
        .whereRef('principle_checks.sites_principle_id', '=', 'site_principles.id')
        .orderBy('principle_checks.position'),
    ).as('checks'),
  ])

/** Lists the eight principles of a batch, with criteria, indicators and figures; empty for an unknown batch. */
export const listPrinciples = (db: Db, batch: number): Promise<SitePrinciple[]> =>
  principles(db)
    .where('site_principles.batch_number', '=', batch)
    .orderBy('site_principles.principle_number')
    .execute()

/** Returns a principle of any batch by its id, or null. */
export async function findPrinciple(db: Db, id: number): Promise<SitePrinciple | null> {
  return (await principles(db).where('site_principles.id', '=', id).executeTakeFirst()) ?? null
}

export type PrincipleSearch = {
  principle_number?: number | undefined
  batch_number?: number | undefined
  batch_only?: string | undefined
  sites_criteria_indicator_id?: number | undefined
}

/**
 * Finds principles. `batch_number` selects a batch, by default the current one, and `principle_number` one principle
 * of it, unless `batch_only=true` (S-62). An indicator finds its principle in any batch.
 */
export async function searchPrinciples(db: Db, search: PrincipleSearch): Promise<SitePrinciple[]> {
  const { sites_criteria_indicator_id } = search
  if (sites_criteria_indicator_id !== undefined)
    return principles(db)
      .where('site_principles.id', 'in', (eb) =>
        eb
          .selectFrom('site_criteria_indicators')
          .innerJoin('site_criteria', 'site_criteria.id', 'site_criteria_indicators.sites_criteria_id')
          .select('site_criteria.sites_principle_id')
          .where('site_criteria_indicators.id', '=', sites_criteria_indicator_id),
      )
      .execute()
  const all = await listPrinciples(db, search.batch_number ?? (await BATCHES.findNewest(db)))
  if (search.principle_number === undefined || search.batch_only === 'true') return all
  return all.filter((principle) => principle.principle_number === search.principle_number)
}

/** Returns the principle of this number in an existing batch. */
export async function findPrincipleIn(
  db: Db,
  batch_number: number,
  principle_number: number,
): Promise<SitePrinciple> {
  return principles(db)
    .where('site_principles.batch_number', '=', batch_number)
    .where('site_principles.principle_number', '=', principle_number)
    .executeTakeFirstOrThrow()
}

/** Lists every pair of criterion and indicator numbers that any batch of this principle has used (S-63). */
export const listUsedNumbers = (db: Db, principle_number: number): Promise<UsedNumber[]> =>
  db
    .selectFrom('site_principles')
    .innerJoin('site_criteria', 'site_criteria.sites_principle_id', 'site_principles.id')
    .innerJoin('site_criteria_indicators', 'site_criteria_indicators.sites_criteria_id', 'site_criteria.id')
    .select(['site_criteria.order as criteria', 'site_criteria_indicators.order as indicator'])
    .distinct()
    .where('site_principles.principle_number', '=', principle_number)
    .execute()

/** Inserts a batch without principles. */
export async function insertBatch(db: Db, batch: Insertable<PrincipleBatches>): Promise<void> {
  await db.insertInto('principle_batches').values(batch).execute()
}

/** Copies all principles but one into a new batch, with criteria, indicators, figures and checklists, under new ids. */
export async function copyPrinciples(db: Db, from: number, to: number, except: number): Promise<void> {
  await sql`
    with copied as (
      insert into site_principles
        (batch_number, principle_number, title, last_criteria_number, last_criteria_indicator_number)
      select ${to}, principle_number, title, last_criteria_number, last_criteria_indicator_number
      from site_principles
      where batch_number = ${from} and principle_number <> ${except}
      returning id, principle_number
    ), copied_checks as (
      insert into principle_checks (sites_principle_id, position, text)
      select copied.id, principle_checks.position, principle_checks.text
      from copied
      join site_principles original
        on original.batch_number = ${from} and original.principle_number = copied.principle_number
      join principle_checks on principle_checks.sites_principle_id = original.id
    ), copied_criteria as (
      insert into site_criteria (sites_principle_id, "order", title)
      select copied.id, site_criteria."order", site_criteria.title
      from copied
      join site_principles original
        on original.batch_number = ${from} and original.principle_number = copied.principle_number
      join site_criteria on site_criteria.sites_principle_id = original.id
      returning id, sites_principle_id, "order"
    ), originals as (
      select copied_criteria.id as copied_criteria_id, indicators.*
      from copied_criteria
      join copied on copied.id = copied_criteria.sites_principle_id
      join site_principles original
        on original.batch_number = ${from} and original.principle_number = copied.principle_number
      join site_criteria
        on site_criteria.sites_principle_id = original.id and site_criteria."order" = copied_criteria."order"
      join site_criteria_indicators indicators on indicators.sites_criteria_id = site_criteria.id
    ), copied_indicators as (
      insert into site_criteria_indicators (sites_criteria_id, "order", title, helper)
      select copied_criteria_id, "order", title, helper from originals
      returning id, sites_criteria_id, "order"
    )
    insert into indicator_figures (sites_criteria_indicator_id, "order", name, unit, is_whole, adds_up, part_of)
    select copied_indicators.id, figures."order", figures.name, figures.unit, figures.is_whole, figures.adds_up,
      figures.part_of
    from copied_indicators
    join originals on originals.copied_criteria_id = copied_indicators.sites_criteria_id
      and originals."order" = copied_indicators."order"
    join indicator_figures figures on figures.sites_criteria_indicator_id = originals.id
  `.execute(db)
}

/** Inserts a principle with its criteria, indicators, figures and checklist, and returns its id. */
export async function insertPrinciple(
  db: Db,
  principle: Insertable<SitePrinciples>,
  criteria: readonly CriteriaInput[],
  checks: readonly { text: string }[],
): Promise<number> {
  const { id } = await db
    .insertInto('site_principles')
    .values(principle)
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = await db
    .insertInto('site_criteria')
    .values(criteria.map(({ order, title }) => ({ sites_principle_id: id, order, title })))
    .returning(['id', 'order'])
    .execute()
  const idOf = new Map(rows.map((row) => [row.order, row.id]))
  const indicators = criteria.flatMap((one) =>
    one.criteria_indicator.map(({ order, title, helper }) => ({
      sites_criteria_id: idOf.get(one.order) as number,
      order,
      title,
      helper: helper ?? '[]',
    })),
  )
  const saved = await db
    .insertInto('site_criteria_indicators')
    .values(indicators)
    .returning(['id', 'sites_criteria_id', 'order'])
    .execute()
  const figures = criteria.flatMap((one) =>
    one.criteria_indicator.flatMap((indicator) => {
      const place = saved.find(
        (row) => row.sites_criteria_id === idOf.get(one.order) && row.order === indicator.order,
      )
      return (indicator.figures ?? []).map((figure, index) => ({
        sites_criteria_indicator_id: place?.id as number,
        order: index + 1,
        ...figure,
      }))
    }),
  )
  if (figures.length > 0) await db.insertInto('indicator_figures').values(figures).execute()
  const lines = checks.map(({ text }, index) => ({ sites_principle_id: id, position: index + 1, text }))
  if (lines.length > 0) await db.insertInto('principle_checks').values(lines).execute()
  return id
}
