import pg from 'pg'

import type { Connection } from './address.ts'

async function withClient<T>(address: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // a server lost between two queries shows in the next query
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Whether a server answers at this address. */
export const answers = (address: Connection): Promise<boolean> =>
  withClient(address, async () => true).catch(() => false)

/** Creates the product's role and database where they are missing. */
export async function ensureDatabase(admin: Connection, name: string): Promise<void> {
  await withClient(admin, async (client) => {
    const quoted = client.escapeIdentifier(name)
    const role = await client.query('select 1 from pg_roles where rolname = $1', [name])
    if (role.rowCount === 0) await client.query(`create role ${quoted} login createdb`)
    const database = await client.query('select 1 from pg_database where datname = $1', [name])
    if (database.rowCount === 0) await client.query(`create database ${quoted} owner ${quoted}`)
  })
}
