import pg from 'pg'

type Reach = { host: string; port: number; user: string; database: string; password?: string; ssl: false }

async function withClient<T>(reach: Reach, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...reach, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // a server lost between two queries shows in the next query
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The cluster_name of the server that answers at this address, or null when none answers. */
export async function nameOfServer(reach: Reach): Promise<string | null> {
  try {
    return await withClient(reach, async (client) => {
      const { rows } = await client.query(`select current_setting('cluster_name') as name`)
      return rows[0]?.name ?? null
    })
  } catch {
    return null
  }
}

/** Makes the product's role and database where they are not there yet. */
export async function ensureDatabase(admin: Reach, name: string, password: string | null): Promise<void> {
  await withClient(admin, async (client) => {
    const role = await client.query('select 1 from pg_roles where rolname = $1', [name])
    if (role.rowCount === 0) {
      const secret = password === null ? '' : `password ${client.escapeLiteral(password)}`
      await client.query(`create role ${client.escapeIdentifier(name)} login createdb ${secret}`)
    }
    const database = await client.query('select 1 from pg_database where datname = $1', [name])
    if (database.rowCount === 0) {
      const quoted = client.escapeIdentifier(name)
      await client.query(`create database ${quoted} owner ${quoted}`)
    }
  })
}

/** Ends what a killed product left running in the server, so that no lock of its outlives it. */
export async function endAbandonedSessions(admin: Reach, role: string): Promise<void> {
  await withClient(admin, (client) =>
    client.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = $1', [role]),
  )
}
