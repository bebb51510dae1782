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
 * A condition for records with this text in the name of their region, province, … The places are found first, and the
 * condition has their ids: so the planner knows how few they are, and uses the index of their records.
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

/** A condition for a column with one of a few words, whose word contains the text. */
function inWords(column: string, words: readonly string[], text: string): RawBuilder<boolean> {
  const matching = words.filter((word) => searchForm(word).includes(searchForm(text)))
  return matching.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`${sql.ref(column)} in (${sql.join(matching)})`
}

/** A condition for two columns that share an index, one of which contains the text. */
export const inTexts = (first: string, second: string, text: string): RawBuilder<boolean> =>
  holdsByIndex(sql`${sql.ref(first)} || E'\\n' || ${sql.ref(second)}`, text)

/** Returns a search in the code, the partner, these places and these columns of words, each by its index. */
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

/** `inRecord` for profiles. */
export const inProfile = (...places: Place[]) =>
  inRecord({ code: 'code', partner: 'name_of_partner' }, places)
