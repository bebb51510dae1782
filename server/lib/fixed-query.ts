import type { Compilable, CompiledQuery, RawBuilder } from 'kysely'
import type { Db } from './db.ts'

/** Stands in a compiled query where the value of this name goes. */
class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** What is not given at all is no value: null is one. */
const namesOf = (values: object): string[] =>
  Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [name]))

/**
 * A query whose text depends on nothing but which values are given, for calls so frequent that putting it together
 * would cost more than running it: `build` is called once for each set of names, with places where the values go, so
 * it must hand them on unseen: no condition, no list.
 */
export function fixedQuery<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row> | RawBuilder<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const built = new Map<string, CompiledQuery<Row>>()
  const queryOf = (db: Db, values: Values): CompiledQuery<Row> => {
    const names = namesOf(values)
    const text = names.join()
    const known = built.get(text)
    if (known) return known
    const places = Object.fromEntries(names.map((name) => [name, new Place(name)]))
    const query = (build(db, places as Values) as RawBuilder<Row>).compile(db)
    built.set(text, query)
    return query
  }
  return async (db, values) => {
    const query = queryOf(db, values)
    const valueOf = (parameter: unknown) =>
      parameter instanceof Place ? values[parameter.name as keyof Values] : parameter
    const { rows } = await db.executeQuery<Row>({ ...query, parameters: query.parameters.map(valueOf) })
    return rows
  }
}
