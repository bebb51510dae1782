import type { Kysely } from 'kysely'
import type { DB } from '../../db/types.ts'
import { foreseen } from '../lib/errors.ts'

/** Returns whether the database belongs to a demo bureau or a real one, or is still empty. */
export async function installationKind(db: Kysely<DB>): Promise<'demo' | 'real' | 'empty'> {
  const row = await db.selectFrom('installation').select('demo').executeTakeFirst()
  if (row) return row.demo ? 'demo' : 'real'
  const someone = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  return someone ? 'real' : 'empty'
}

/** Throws a foreseen error for a demo database: its accounts' password is in the documentation. */
export async function refuseDemoDatabase(db: Kysely<DB>): Promise<void> {
  if ((await installationKind(db)) === 'demo')
    throw foreseen('This database holds the demo bureau; point DATABASE_URL or DATA_DIR at another one.')
}
