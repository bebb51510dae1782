import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './db.ts'

/** Stands in a compiled query where the value of this name goes. */
class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const places = <Values>(): Values =>
  new Proxy({}, { get: (_none, name) => new Place(String(name)) }) as Values

/**
 * A query whose text is always the same, for calls so frequent that putting it together would cost more than running
 * it: `build` is called once, with places where the values go, so it must hand them on unseen: no condition, no list.
 */
export function fixedQuery<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  let built: CompiledQuery<Row> | null = null
  return async (db, values) => {
    built ??= build(db, places<Values>()).compile()
    const valueOf = (parameter: unknown) =>
      parameter instanceof Place ? values[parameter.name as keyof Values] : parameter
    const { rows } = await db.executeQuery<Row>({ ...built, parameters: built.parameters.map(valueOf) })
    return rows
  }
}
