import { type RawBuilder, sql } from 'kysely'
import { searchForm } from '../../shared/lib/search-form.ts'
import { holds } from '../lib/datatable.ts'

/** The ids of the places whose name holds the text: a handful, which the index of the records then finds. */
const placesNamed = (table: 'regions' | 'provinces' | 'cities' | 'offices', text: string) =>
  sql`array(select id from ${sql.table(table)} where ${holds(sql.ref('name'), text)})`

const PLACES = {
  region: ['rows.region_id', 'regions'],
  province: ['rows.province_id', 'provinces'],
  city: ['rows.city_id', 'cities'],
  office: ['rows.office_id', 'offices'],
} as const

/** Whether the name of a record's region, province, … holds the text. */
export function inPlace(places: readonly (keyof typeof PLACES)[], text: string): RawBuilder<boolean> {
  const tests = places.map((place) => {
    const [column, table] = PLACES[place]
    return sql`${sql.ref(column)} = any(${placesNamed(table, text)})`
  })
  return sql<boolean>`(${sql.join(tests, sql` or `)})`
}

/** Whether a column that holds one of a few words holds one with the text in it. */
export function inWords(column: string, words: readonly string[], text: string): RawBuilder<boolean> {
  const matching = words.filter((word) => searchForm(word).includes(searchForm(text)))
  return matching.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`${sql.ref(column)} in (${sql.join(matching)})`
}

/** Whether two texts of a record, indexed together, hold the text in one of them. */
export const inTexts = (first: string, second: string, text: string): RawBuilder<boolean> =>
  holds(sql`${sql.ref(first)} || E'\\n' || ${sql.ref(second)}`, text)
