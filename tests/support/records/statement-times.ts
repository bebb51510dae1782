import type { Database } from '../../../server/database/db.ts'

/** What PostgreSQL says of one statement during some work; times are the shortest, in milliseconds. */
export type StatementTimes = {
  text: string
  runs: number
  /** how often it was planned */
  plans: number
  planning: number
  running: number
}

/**
 * Options of connections to which PostgreSQL reports how long each step of a statement took; it plans in the step
 * "bind". They need a superuser, or a role that may set `log_min_duration_statement`.
 */
export const REPORTING = '-c timezone=UTC -c client_min_messages=log -c log_min_duration_statement=0'

const DURATION = /^duration: ([\d.]+) ms {2}(parse|bind|execute) \S+: ([^]*)$/

type Steps = Record<'parse' | 'bind' | 'execute', number[]>

const shortest = (times: readonly number[]): number => (times.length > 0 ? Math.min(...times) : 0)

/** Listens to a database of one connection with the options `REPORTING`, which must not be open yet. */
export function createStatementTimer({ pool }: Pick<Database, 'pool'>) {
  const reported = new Map<string, Steps>()
  pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const [, ms, step, text] = DURATION.exec(message) ?? []
      if (text === undefined) return
      const steps = reported.get(text) ?? { parse: [], bind: [], execute: [] }
      reported.set(text, steps)
      steps[step as keyof Steps].push(Number(ms))
    })
  })
  /** how often each prepared statement was planned for its values */
  const listCustomPlans = async () => {
    const { rows } = await pool.query<{ statement: string; custom_plans: number }>(
      'select statement, custom_plans from pg_prepared_statements',
    )
    return new Map(rows.map(({ statement, custom_plans }) => [statement, custom_plans]))
  }
  /** Returns the statements of this work. */
  return async (work: () => Promise<void>): Promise<StatementTimes[]> => {
    const before = await listCustomPlans()
    reported.clear()
    await work()
    const run = [...reported].filter(([, { execute }]) => execute.length > 0)
    const after = await listCustomPlans()
    return run.map(([text, { parse, bind, execute }]) => {
      const custom = after.get(text)
      return {
        text,
        runs: execute.length,
        plans: custom === undefined ? bind.length : custom - (before.get(text) ?? 0),
        planning: (custom === undefined ? shortest(parse) : 0) + shortest(bind),
        running: shortest(execute),
      }
    })
  }
}
