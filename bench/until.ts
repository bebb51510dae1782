import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

const LOOK_EVERY_MS = 250

async function until(client: pg.Client, condition: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ met: boolean }>(`select ${condition} as met`)
    if (rows[0]?.met) return
    await sleep(LOOK_EVERY_MS)
  }
}

/** Waits until no row of the log waits for its seal. */
export const untilSealed = (client: pg.Client): Promise<void> =>
  until(client, 'not exists (select from audit_unsealed)')

/** Waits until all that is sealed now is public. */
export async function untilPublic(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ size: number }>(
    'select coalesce(max(log_index) + 1, 0)::integer as size from log_entries',
  )
  await until(client, `${rows[0]?.size ?? 0} <= coalesce((select size from log_published), 0)`)
}

/** Waits until the queue has nothing more to do now: no mail of what was done before. */
export const untilMailed = (client: pg.Client): Promise<void> =>
  until(client, 'not exists (select from graphile_worker._private_jobs where run_at <= now())')
