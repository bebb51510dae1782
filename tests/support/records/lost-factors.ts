import { randomBytes } from 'node:crypto'
import type { TestApp } from '../product/app.ts'

/** Gives a person every kind of second factor and an own computer, as set up long ago. */
export async function withFactors(t: Pick<TestApp, 'db'>, user_id: number): Promise<void> {
  const confirmed_at = '2026-01-01T00:00:00Z'
  await t.db
    .insertInto('app_factors')
    .values({ user_id, secret: randomBytes(48), confirmed_at })
    .execute()
  await t.db
    .insertInto('code_sheets')
    .values({ user_id, secret: randomBytes(48), size: 10, confirmed_at })
    .execute()
  await t.db
    .insertInto('passkeys')
    .values({
      user_id,
      credential_id: `key ${user_id}`,
      public_key: randomBytes(64),
      counter: 0,
      name: 'Office key',
      is_synced: false,
      proved_at: confirmed_at,
    })
    .execute()
  await t.db
    .insertInto('own_computers')
    .values({
      user_id,
      token_hash: randomBytes(32),
      device: 'Firefox on Windows',
      network_address: '10.0.0.7',
      expires_at: '2099-01-01T00:00:00Z',
    })
    .execute()
  await t.db
    .updateTable('users')
    .set({ has_factor: true, factor_reset_at: null })
    .where('id', '=', user_id)
    .execute()
}

/** What is left of a person's second factors, computers and sessions, by table. */
export async function factorsLeft(t: Pick<TestApp, 'db'>, user_id: number): Promise<string[]> {
  const left: string[] = []
  for (const table of ['app_factors', 'code_sheets', 'passkeys', 'own_computers', 'sessions'] as const) {
    const rows = await t.db.selectFrom(table).select('user_id').where('user_id', '=', user_id).execute()
    if (rows.length > 0) left.push(table)
  }
  return left
}
