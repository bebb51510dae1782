import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { accountFor, runnerFor } from '../../../server/embedded-postgres/account.ts'
import { findBinaries } from '../../../server/embedded-postgres/binaries.ts'
import { clusterMajor, serverSettings, SUPERUSER } from '../../../server/embedded-postgres/cluster.ts'
import { startServer, stopServer } from '../../../server/embedded-postgres/postmaster.ts'
import { openServerLog } from '../../../server/embedded-postgres/server-log.ts'
import type { Connection } from '../../../server/embedded-postgres/address.ts'
import { startEmbeddedPostgres } from '../../../server/embedded-postgres/embedded-postgres.ts'
import { freePort } from '../product/product.ts'

export type TcpServer = {
  /** the product's database on the loopback address, with a password */
  connection: Connection & { password: string }
  /** the superuser's connection, by the socket */
  adminConnection: Connection
  stop: () => Promise<void>
}

/** A PostgreSQL server as an operator might run it, on the loopback address and with passwords. */
export async function startTcpServer(dataDir: string): Promise<TcpServer> {
  await (await startEmbeddedPostgres({ dataDir, fsync: false })).stop()
  const db = realpathSync(path.join(dataDir, 'db'))
  const cluster = path.join(db, 'cluster')
  const rules = path.join(cluster, 'pg_hba.conf')
  writeFileSync(rules, `host all all 127.0.0.1/32 scram-sha-256\n${readFileSync(rules, 'utf8')}`)

  const account = accountFor(db)
  const port = await freePort()
  const settings: [string, string][] = [
    ...serverSettings(db, { fsync: false, connections: 60 }),
    ['listen_addresses', '127.0.0.1'],
    ['port', String(port)],
  ]
  const log = openServerLog(dataDir)
  const binaries = findBinaries(account, clusterMajor(cluster))
  const { pid } = await startServer(cluster, binaries, runnerFor(account, db), settings, log)
  const password = 'Narra-at-Molave-2031!'
  const adminConnection: Connection = { host: db, port, user: SUPERUSER, database: 'postgres', ssl: false }
  const admin = new pg.Client(adminConnection)
  await admin.connect()
  await admin.query(`alter role safeguards password '${password}'`)
  await admin.end()
  return {
    connection: {
      host: '127.0.0.1',
      port,
      user: 'safeguards',
      database: 'safeguards',
      ssl: false,
      password,
    },
    adminConnection,
    stop: async () => {
      await stopServer(pid, cluster)
      log.close()
    },
  }
}
