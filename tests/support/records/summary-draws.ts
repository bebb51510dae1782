import { createHash, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { type Grade, GRADES, gradeField } from '../../../shared/activities/grades.ts'
import { PRINCIPLE_NUMBERS } from '../../../shared/principles/principle-titles.ts'
import type { SitePrinciple } from '../../../shared/principles/principles.schema.ts'
import { ELIGIBLE_ACTIVITIES } from '../../../shared/sites/sites.fields.ts'
import type { Db } from '../../../server/database/db.ts'
import { listPrinciples } from '../../../server/principles/principles.queries.ts'
import type { Site } from '../../../server/sites/sites.queries.ts'
import { APPROVED } from './factories.ts'

/* Random records of a summary, entered directly, both those that count and those that must not. */

const YEARS = [2023, 2024, 2025] as const
const BATCHES = [1, 2, 3] as const

const decimal = fc
  .tuple(
    fc.integer({ min: 0, max: 99_999 }),
    fc.integer({ min: 0, max: 3 }),
    fc.integer({ min: 0, max: 999 }),
  )
  .map(([whole, decimals, part]) =>
    decimals === 0 ? String(whole) : `${whole}.${String(part).padStart(3, '0').slice(0, decimals)}`,
  )

const activity = fc.record({
  reporting_year: fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...YEARS) }, fc.constantFrom(null, 2022)),
  state: fc.oneof(
    { weight: 6, arbitrary: fc.constant('Approved' as const) },
    fc.constantFrom('Switched off', 'In review', 'Draft'),
  ),
  /** of one day, so that several are approved at the same moment */
  hour: fc.integer({ min: 1, max: 4 }),
  batch: fc.constantFrom(...BATCHES),
  grades: fc.array(fc.constantFrom(...GRADES), { minLength: 8, maxLength: 8 }),
  principlesOff: fc.subarray([...PRINCIPLE_NUMBERS], { maxLength: 3 }),
  /** every nth indicator is off, or has evidence; with 0, none has */
  off: fc.integer({ min: 2, max: 9 }),
  evidence: fc.integer({ min: 0, max: 6 }),
  /** values of the figures in turn */
  values: fc.array(decimal, { maxLength: 30 }),
})
const site = fc.record({
  state: fc.oneof(
    { weight: 6, arbitrary: fc.constant('Approved' as const) },
    fc.constantFrom('Switched off', 'In review'),
  ),
  area: decimal,
  /** the REDD+ activity that has the whole area */
  claimed: fc.constantFrom(...ELIGIBLE_ACTIVITIES),
  activities: fc.array(activity, { maxLength: 5 }),
})
/** As many sites as there are places, and the scope of a summary. */
export const recordsOf = (sites: readonly Pick<Site, 'region_id'>[]) =>
  fc.record({
    sites: fc.tuple(...sites.map(() => site)),
    reporting_years: fc.subarray([...YEARS], { minLength: 1 }),
    region_ids: fc.subarray([...new Set(sites.map(({ region_id }) => region_id))]),
  })

type Drawn<T> = T extends fc.Arbitrary<infer Value> ? Value : never
type DrawnActivity = Drawn<typeof activity>
type DrawnSite = Drawn<typeof site>

/** An activity after it was entered. */
export type Entered = DrawnActivity & {
  id: number
  disabled_principle: number[]
  disabled_indicator: string[]
  evidenced: Set<number>
  figures: Map<number, string>
}
export type EnteredSite = Pick<Site, 'id' | 'region_id'> &
  Omit<DrawnSite, 'activities'> & { activities: Entered[] }

/** The indicators of a batch in order, each with its principle and criteria. */
export const indicatorsOf = (principles: readonly SitePrinciple[]) =>
  principles.flatMap((principle) =>
    principle.criteria.flatMap((criteria) =>
      criteria.criteria_indicator.map((indicator) => ({ principle, criteria, indicator })),
    ),
  )

export type Criteria = {
  batches: Map<number, SitePrinciple[]>
  /** the place of each figure under its indicator, by id */
  places: Map<number, number>
}

/** Adds two batches: one with its figures in another order, one without the first figures and without one indicator. */
export async function addBatches(db: Db): Promise<Criteria> {
  const copy = async (batch: number, order: string, but: string) => {
    await sql`insert into principle_batches (batch_number) values (${batch})`.execute(db)
    await sql`
      insert into site_principles (batch_number, principle_number, title, last_criteria_number, last_criteria_indicator_number)
      select ${batch}::integer, principle_number, title, last_criteria_number, last_criteria_indicator_number
      from site_principles where batch_number = 1`.execute(db)
    await sql`
      insert into site_criteria (sites_principle_id, "order", title)
      select mine.id, site_criteria."order", site_criteria.title from site_criteria
      join site_principles as old on old.id = site_criteria.sites_principle_id and old.batch_number = 1
      join site_principles as mine on mine.batch_number = ${batch} and mine.principle_number = old.principle_number`.execute(
      db,
    )
    const pairs = sql`
      site_criteria_indicators as old
      join site_criteria as of_old on of_old.id = old.sites_criteria_id
      join site_principles as first on first.id = of_old.sites_principle_id and first.batch_number = 1
      join site_principles on site_principles.batch_number = ${batch}
        and site_principles.principle_number = first.principle_number
      join site_criteria on site_criteria.sites_principle_id = site_principles.id
        and site_criteria."order" = of_old."order"`
    await sql`
      insert into site_criteria_indicators (sites_criteria_id, "order", title)
      select site_criteria.id, old."order", old.title from ${pairs} where ${sql.raw(but)}`.execute(db)
    await sql`
      insert into indicator_figures (sites_criteria_indicator_id, "order", name, unit, is_whole, adds_up, part_of)
      select mine.id, ${sql.raw(order)}, figures.name,
        case when ${batch} = 3 and first.principle_number = 2 then 'cases' else figures.unit end, figures.is_whole, figures.adds_up, null
      from ${pairs}
      join site_criteria_indicators as mine on mine.sites_criteria_id = site_criteria.id and mine."order" = old."order"
      join indicator_figures as figures on figures.sites_criteria_indicator_id = old.id
      where figures."order" > ${batch === 3 ? 1 : 0}`.execute(db)
  }
  await copy(2, '5 - figures."order"', 'true')
  await copy(3, 'figures."order" - 1', 'first.principle_number <> 7 or old."order" > 1')
  const figures = await db.selectFrom('indicator_figures').select(['id', 'order']).execute()
  return {
    batches: new Map(
      await Promise.all(BATCHES.map(async (batch) => [batch, await listPrinciples(db, batch)] as const)),
    ),
    places: new Map(figures.map(({ id, order }) => [id, order])),
  }
}

const STATES = {
  Approved: APPROVED,
  'In review': { site_status: 'Submitted', penro_status: 'Submitted' },
  Draft: { site_status: 'Save as Draft' },
}

/** The columns of a record in this state. */
function stateOf(state: DrawnActivity['state'], hour: number) {
  const at = `2026-03-01T${String(hour).padStart(2, '0')}:00:00Z`
  const review = STATES[state === 'Switched off' ? 'Approved' : state]
  return {
    penro_status: null,
    region_status: null,
    fmb_status: null,
    ...review,
    approved_at: review.site_status === 'Approved' ? at : null,
    waiting_since: state === 'In review' ? at : null,
    status: state === 'Switched off' ? 'Deactivated' : 'Activated',
    deactivated_at: state === 'Switched off' ? at : null,
  }
}

/** Enters the drawn records on these existing sites. */
export async function enter(
  db: Db,
  places: readonly Site[],
  drawn: readonly DrawnSite[],
  criteria: Criteria,
): Promise<EnteredSite[]> {
  const sites: EnteredSite[] = []
  for (const [index, one] of drawn.entries()) {
    const place = places[index] as Site
    // a check constraint: the activities of a profile add up to its area
    const project_area = areaOf(one)
    await db
      .updateTable('site_profiles')
      .set({
        ...stateOf(one.state, 1),
        project_area,
        redd_eligible_activities_area: [one.claimed.name],
        ...Object.fromEntries(ELIGIBLE_ACTIVITIES.map(({ field }) => [field, null])),
        [one.claimed.field]: project_area,
      })
      .where('id', '=', place.id)
      .execute()
    let isOpen = false
    const activities: Entered[] = []
    for (const each of one.activities) {
      // a site has one open activity at a time
      const isSecond = isOpen && (each.state === 'Draft' || each.state === 'In review')
      isOpen ||= each.state === 'Draft' || each.state === 'In review'
      activities.push(
        await enterActivity(db, place, isSecond ? { ...each, state: 'Switched off' } : each, criteria),
      )
    }
    sites.push({ ...one, id: place.id, region_id: place.region_id, activities })
  }
  return sites
}

/** at least 1, since an area must not be zero */
export const areaOf = ({ area }: Pick<DrawnSite, 'area'>): string => (/[1-9]/.test(area) ? area : '1')

async function enterActivity(
  db: Db,
  place: Site,
  drawn: DrawnActivity,
  criteria: Criteria,
): Promise<Entered> {
  const principles = criteria.batches.get(drawn.batch) ?? []
  const disabled_principle = principles
    .filter(({ principle_number }) => drawn.principlesOff.some((number) => number === principle_number))
    .map(({ id }) => id)
  const all = indicatorsOf(principles)
  const disabled_indicator = all
    .filter((_, index) => index % drawn.off === 1)
    .map(({ indicator }) => String(indicator.id))
  const evidenced = all
    .filter((_, index) => drawn.evidence > 0 && index % drawn.evidence === 0)
    .map(({ indicator }) => indicator.id)
  const figures = all
    .flatMap(({ indicator }) => indicator.figures)
    .flatMap(({ id }, index) => {
      const value = drawn.values[index]
      return value === undefined ? [] : [[id, value] as const]
    })
  const { id } = await db
    .insertInto('site_activities')
    .values({
      site_profile_id: place.id,
      region_id: place.region_id,
      province_id: place.province_id,
      city_id: place.city_id,
      office_id: place.office_id,
      site_profile_code: place.code,
      site_profile_name: place.name_of_partner,
      principle_batch_number: drawn.batch,
      reporting_year: drawn.reporting_year,
      disabled_principle,
      disabled_indicator,
      ...(Object.fromEntries(
        PRINCIPLE_NUMBERS.map((number) => [gradeField(number), drawn.grades[number - 1]]),
      ) as Record<ReturnType<typeof gradeField>, Grade>),
      ...stateOf(drawn.state, drawn.hour),
      created_by: place.created_by_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addEvidence(
    db,
    id,
    evidenced.map((indicator) => ({ indicator, name: `${randomUUID()}.pdf` })),
    place.created_by_id,
  )
  if (figures.length > 0)
    await db
      .insertInto('site_activity_figures')
      .values(
        figures.map(([figure, value]) => ({ site_activity_id: id, indicator_figure_id: figure, value })),
      )
      .execute()
  return {
    ...drawn,
    id,
    disabled_principle,
    disabled_indicator,
    evidenced: new Set(evidenced),
    figures: new Map(figures),
  }
}

/** Adds a file under each of these indicators; an indicator named more than once gets several. */
export async function addEvidence(
  db: Db,
  site_activity_id: number,
  files: readonly { indicator: number; name: string }[],
  by: number,
): Promise<void> {
  if (files.length === 0) return
  const rows = files.map(({ name }) => ({
    storage_key: randomUUID(),
    kind: 'pdf',
    name,
    media_type: 'application/pdf',
    size: 1000 + name.length,
    sha256: createHash('sha256').update(name).digest('hex'),
    uploaded_by: by,
    unused_since: null,
  }))
  const stored = await db.insertInto('files').values(rows).returning(['id', 'storage_key']).execute()
  const idOf = new Map(stored.map(({ id, storage_key }) => [storage_key, id]))
  const means = files.map(({ indicator }, index) => ({
    site_activity_id,
    sites_criteria_indicator_id: indicator,
    file_id: idOf.get(rows[index]?.storage_key ?? '') ?? 0,
    created_by: by,
  }))
  await db.insertInto('site_activity_means').values(means).execute()
}
