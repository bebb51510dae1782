import { type Kysely, type OperationNodeSource, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Stamp } from '../lib/context.ts'
import type { Db } from '../lib/db.ts'
import type { RecordTable } from './record.kind.ts'
import { ownColumns } from './record-lists.queries.ts'

type Name = RecordTable['name']
type PlaceColumn = 'region_id' | 'province_id' | 'city_id' | 'office_id'
type PersonColumn = 'created_by' | 'updated_by' | 'deactivated_by'

/** Asked one by one, not joined: a statement that joins a dozen tables takes longer to plan than to run. */
const placeName = <Given extends string | null>(
  places: 'regions' | 'provinces' | 'cities' | 'offices',
  table: Name,
  column: PlaceColumn,
) => sql<Given>`(select name from ${sql.table(places)} where id = ${sql.ref(`${table}.${column}`)})`

const personName = <Given extends string | null>(table: Name, column: PersonColumn) =>
  sql<Given>`(
    select first_name || ' ' || last_name from users where users.id = ${sql.ref(`${table}.${column}`)}
  )`.as(column)

/** What both kinds tell of one record: its own columns, its places and who made, changed and switched it off. */
export const recordColumns = <Table extends Name>(table: Table) =>
  [
    ...ownColumns(table),
    `${table}.deactivated_at`,
    `${table}.deactivate_reason`,
    `${table}.updated_at`,
    `${table}.approved_at`,
    `${table}.review_round`,
    `${table}.revision`,
    placeName<string>('regions', table, 'region_id').as('region'),
    placeName<string | null>('provinces', table, 'province_id').as('province'),
    placeName<string>('cities', table, 'city_id').as('city'),
    placeName<string>('offices', table, 'office_id').as('office'),
    personName<string>(table, 'created_by'),
    personName<string | null>(table, 'updated_by'),
    personName<string | null>(table, 'deactivated_by'),
  ] as const

/**
 * As `db`, but the table of a kind is what this statement gives: so a record is read, with all that is joined to it, in
 * the statement that holds or writes it.
 */
export const readingFrom = (db: Db, { name }: RecordTable, rows: OperationNodeSource): Db =>
  // it only reads what it is asked, and the columns are those of the table
  db.with(name, () => rows as RawBuilder<object>) as unknown as Kysely<DB>

/**
 * Holds a record until the transaction ends. `is_current` is false where somebody changed it while this waited: what
 * belongs to it is then read as it was before, and must be read again.
 */
export const heldRecord = ({ name }: RecordTable, id: number) => sql`(
  select *, revision = (select seen.revision from ${sql.table(name)} as seen where seen.id = held.id) as is_current
  from ${sql.table(name)} as held where id = ${id} for update
)`

/** Changes these columns of a record, notes who and when, and counts the revision up. */
export const savedRecord = ({ name }: RecordTable, id: number, columns: Stamp) => sql`(
  update ${sql.table(name)}
  set ${sql.join(Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))},
    revision = revision + 1
  where id = ${id} returning *
)`
