import { createHash } from 'node:crypto'
import type pg from 'pg'
import { hashPassword } from '../server/auth/passwords.ts'
import { DEMO_PASSWORD } from '../server/seed/demo-people.ts'
import generated from './generate.sql?raw'

/** How much of everything; the share of each kind is the same at every scale. */
export type Scale = { users: number; profiles: number; activities: number; auditRows: number }

export const SCALES = {
  small: { users: 60, profiles: 6_000, activities: 6_000, auditRows: 30_000 },
  large: { users: 2_000, profiles: 200_000, activities: 200_000, auditRows: 1_000_000 },
} as const satisfies Record<string, Scale>

export type ScaleName = keyof typeof SCALES

/** the same records every time */
const SEED = 20_310_704

/** What the records of a bureau follow from; another one is another bureau. */
export const fingerprint = (scale: Scale): string =>
  JSON.stringify({ scale, SEED, generator: createHash('sha256').update(generated).digest('hex') })

/**
 * Fills a migrated database with reference data by a bureau of the scale: users of every office, profiles in every
 * state of the chain with boundaries, activities with evidence, and a year of the audit log. The work is done by the
 * database, statement by statement; constraints are checked, foreign keys are right by construction.
 */
export async function generate(client: pg.Client, scale: Scale, say: (words: string) => void): Promise<void> {
  const password = await hashPassword(DEMO_PASSWORD, 'server')
  const values: Record<string, string> = {
    ':seed': String(SEED),
    ':users': String(scale.users),
    ':profiles': String(scale.profiles),
    ':activities': String(scale.activities),
    ':audit_rows': String(scale.auditRows),
    ':password': client.escapeLiteral(password),
  }
  for (const [title, statement] of steps()) {
    const started = performance.now()
    await client.query(statement.replace(/:[a-z_]+\b/g, (name) => values[name] ?? name))
    say(`  ${title}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
}

/** The file's statements under their titles: `-- # title` begins one. */
function steps(): [string, string][] {
  return generated
    .split(/^-- # /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n')
      return [part.slice(0, end), part.slice(end + 1)]
    })
}
