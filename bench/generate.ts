import { createHash } from 'node:crypto'
import pg from 'pg'
import { hashPassword } from '../server/auth/passwords.ts'
import { KEPT } from '../server/recount/kept.queries.ts'
import { DEMO_PASSWORD } from '../server/seed/demo-people.ts'
import log from './generate/log.sql?raw'
import people from './generate/people.sql?raw'
import records from './generate/records.sql?raw'
import settings from './generate/settings.sql?raw'

/** How much of everything; the share of each kind is the same at every scale. */
export type Scale = { users: number; profiles: number; activities: number; auditRows: number }

export const SCALES = {
  small: { users: 60, profiles: 6_000, activities: 6_000, auditRows: 30_000 },
  large: { users: 2_000, profiles: 200_000, activities: 200_000, auditRows: 1_000_000 },
  huge: { users: 2_000, profiles: 1_000_000, activities: 1_000_000, auditRows: 10_000_000 },
} as const satisfies Record<string, Scale>

export type ScaleName = keyof typeof SCALES

type Say = (words: string) => void

/** the same records every time */
const SEED = 20_310_704

/** What the records of a bureau follow from; another one is another bureau. */
export const fingerprint = (scale: Scale): string => {
  const generator = createHash('sha256').update([settings, people, records, log].join()).digest('hex')
  return JSON.stringify({ scale, SEED, generator })
}

/** The file's statements under their titles: `-- # title` begins one. */
function stepsOf(file: string): [string, string][] {
  return file
    .split(/^-- # /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n')
      return [part.slice(0, end), part.slice(end + 1)]
    })
}

async function timed(say: Say, title: string, work: () => Promise<unknown>): Promise<void> {
  const started = performance.now()
  await work()
  say(`  ${title}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/** Runs the steps of a file on a connection and says how long each took. */
type Run = (client: pg.Client, file: string) => Promise<void>

async function runnerFor(scale: Scale, say: Say): Promise<Run> {
  const values: Record<string, string> = {
    ':seed': String(SEED),
    ':users': String(scale.users),
    ':profiles': String(scale.profiles),
    ':activities': String(scale.activities),
    ':audit_rows': String(scale.auditRows),
    ':password': pg.escapeLiteral(await hashPassword(DEMO_PASSWORD, 'server')),
  }
  return async (client, file) => {
    for (const [title, statement] of stepsOf(file))
      await timed(say, title, () =>
        client.query(statement.replace(/:[a-z_]+\b/g, (name) => values[name] ?? name)),
      )
  }
}

/** Every kept number, counted once for all: what the product would have counted record by record. */
async function countKept(client: pg.Client): Promise<void> {
  await client.query('analyze site_profiles, site_activities')
  for (const { table, anew } of KEPT)
    await client.query(`insert into ${table} select * from (${anew}) as anew`)
  await client.query('select restart_register_history()')
}

/**
 * Fills a migrated database with reference data by a bureau of the scale: users of every office, profiles in every
 * state of the chain with boundaries, activities with evidence, and a year of the audit log, which waits for its seal. The
 * work is done by the database, statement by statement, records and log side by side; constraints are checked, foreign
 * keys are right by construction.
 */
export async function generate(
  [client, other]: readonly [pg.Client, pg.Client],
  scale: Scale,
  say: Say,
): Promise<void> {
  const run = await runnerFor(scale, say)
  // what failed on the other connection is told; that this one is ended then, is not
  for (const one of [client, other]) one.on('error', () => undefined)
  await run(client, settings)
  await run(client, people)
  const logged = async () => {
    await run(other, settings)
    await run(other, log)
  }
  await Promise.all([run(client, records), logged()])
  await timed(say, 'kept numbers', () => countKept(client))
  await timed(say, 'statistics', () => client.query('vacuum analyze'))
}
