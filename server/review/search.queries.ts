import { type RawBuilder, sql } from 'kysely'
import { searchForm } from '../../shared/lib/search-form.ts'
import { holds, holdsByIndex } from '../database/datatable.ts'
import type { Db } from '../database/db.ts'
import type { RecordTable } from './record.kind.ts'

const PLACES = {
  region: ['rows.region_id', 'regions'],
  province: ['rows.province_id', 'provinces'],
  city: ['rows.city_id', 'cities'],
  office: ['rows.office_id', 'offices'],
} as const
type Place = keyof typeof PLACES

/**
 * Whether the name of a record's region, province, … holds the text. The places are found first and stand in the
 * condition by number: so the planner knows how few they are, and takes the index of their records.
 */
async function inPlace(db: Db, places: readonly Place[], text: string): Promise<RawBuilder<boolean>> {
  const named = places.map((place) => {
    const table = PLACES[place][1]
    return sql`select ${sql.lit(place)} as place, array_agg(id) as ids from ${sql.table(table)}
      where ${holds(sql.ref('name'), text)} having count(*) > 0`
  })
  const { rows } = await sql<{ place: Place; ids: number[] }>`${sql.join(named, sql` union all `)}`.execute(
    db,
  )
  const tests = rows.map(({ place, ids }) => sql`${sql.ref(PLACES[place][0])} = any(${ids}::integer[])`)
  return tests.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(tests, sql` or `)})`
}

/** Whether a column that holds one of a few words holds one with the text in it. */
function inWords(column: string, words: readonly string[], text: string): RawBuilder<boolean> {
  const matching = words.filter((word) => searchForm(word).includes(searchForm(text)))
  return matching.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`${sql.ref(column)} in (${sql.join(matching)})`
}

/** Whether two texts of a record, indexed together, hold the text in one of them. */
export const inTexts = (first: string, second: string, text: string): RawBuilder<boolean> =>
  holdsByIndex(sql`${sql.ref(first)} || E'\\n' || ${sql.ref(second)}`, text)

/** A text in code, partner, these places or these words of a column, each found by its index. */
export const inRecord =
  (
    { code, partner }: Pick<RecordTable, 'code' | 'partner'>,
    places: readonly Place[],
    words: Readonly<Record<string, readonly string[]>> = {},
  ) =>
  async (text: string, db: Db): Promise<RawBuilder<boolean>> =>
    sql`(${sql.join(
      [
        inTexts(`rows.${code}`, `rows.${partner}`, text),
        await inPlace(db, places, text),
        ...Object.entries(words).map(([column, of]) => inWords(`rows.${column}`, of, text)),
      ],
      sql` or `,
    )})`

/** The same of a list of profiles. */
export const inProfile = (...places: Place[]) =>
  inRecord({ code: 'code', partner: 'name_of_partner' }, places)
