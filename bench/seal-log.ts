import type pg from 'pg'
import { GENESIS, type Head, signHead } from '../server/audit/chain.ts'
import { insertHead, setCounter } from '../server/audit/chain.queries.ts'
import { signingKey } from '../server/audit/signing-key.ts'
import { readConfig } from '../server/lib/config.ts'
import type { Db } from '../server/lib/db.ts'

/**
 * Seals a log that has no seals yet day by day and signs each day with the key of this data folder, as the product
 * would have. `client` knows `seal_day` (generate/seals.sql), which hashes the rows where they are.
 */
export async function sealLog(client: pg.Client, db: Db, dataDir: string): Promise<void> {
  const key = signingKey(readConfig({ API_KEY: 'not used', DATA_DIR: dataDir }, { production: false }))
  const { rows: days } = await client.query<{ day: string; rows: number }>(
    `select (created_at at time zone 'Asia/Manila')::date::text as day, count(*)::integer as rows
     from audit_logs group by 1 order by 1`,
  )
  let before: Head | null = null
  for (const { day, rows } of days) {
    const position: number = before?.last_position ?? 0
    const previous_signature: Buffer | null = before?.signature ?? null
    const { rows: sealed } = await client.query<{ link: Buffer }>(
      'select pg_temp.seal_day($1, $2, $3) as link',
      [day, position, previous_signature ?? GENESIS],
    )
    const head = sealed[0]?.link ?? GENESIS
    before = signHead(
      { day, first_position: position + 1, last_position: position + rows, rows, head, previous_signature },
      key,
    )
    await insertHead(db, before)
  }
  if (before) await setCounter(db, before.last_position)
}
