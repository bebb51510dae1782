import { execFile, execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Connection } from '../../../server/embedded-postgres/address.ts'
import { startEmbeddedPostgres } from '../../../server/embedded-postgres/embedded-postgres.ts'
import { SUPERUSER } from '../../../server/embedded-postgres/cluster.ts'

const run = promisify(execFile)

/** The address of a database, as in DATABASE_URL. */
export function urlOf({ host, port, user, database, password }: Connection & { password?: string }): string {
  const url = new URL(`postgresql:///${database}`)
  for (const [key, value] of Object.entries({ host, port, user, password }))
    if (value !== undefined) url.searchParams.set(key, String(value))
  return url.href
}

/** A PostgreSQL server that a test may stop and start again. */
type Server = {
  connection: Connection
  /** runs a statement as superuser */
  tell: (statement: string) => Promise<unknown[]>
  stop: () => Promise<void>
  start: () => Promise<void>
}

export type ReplicaPair = { main: Server; copy: Server; stop: () => Promise<void> }

async function runAs(connection: Connection, statement: string): Promise<unknown[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

const pairOf = (main: Server, copy: Server): ReplicaPair => ({
  main,
  copy,
  stop: async () => {
    await copy.stop()
    await main.stop()
  },
})

/** Starts the product's own server on this data folder. */
async function embeddedServer(dataDir: string): Promise<Server> {
  const begin = () => startEmbeddedPostgres({ dataDir, connections: 100 })
  let running: Awaited<ReturnType<typeof begin>> | null = await begin()
  const { connection, adminConnection } = running
  return {
    connection,
    tell: (statement) => runAs(adminConnection(connection.database), statement),
    stop: async () => {
      await running?.stop()
      running = null
    },
    start: async () => {
      running ??= await begin()
    },
  }
}

/** A pair of the product's own servers. Their package has no pg_basebackup, so the files are copied. */
export async function embeddedReplicaPair(mainDir: string, copyDir: string): Promise<ReplicaPair> {
  const main = await embeddedServer(mainDir)
  const [from, to] = [mainDir, copyDir].map((folder) => path.join(folder, 'db', 'cluster')) as [
    string,
    string,
  ]
  const label = await copyFiles(main, from, to)
  const owner = statSync(from)
  const { host, port } = main.connection
  writeFileSync(path.join(to, 'backup_label'), label)
  writeFileSync(path.join(to, 'standby.signal'), '')
  appendFileSync(
    path.join(to, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=${port} user=${SUPERUSER}'\n`,
  )
  for (const name of ['backup_label', 'standby.signal']) chownSync(path.join(to, name), owner.uid, owner.gid)
  return pairOf(main, await embeddedServer(copyDir))
}

/** Copies a running server, with PostgreSQL's low-level backup functions; resolves with the backup label. */
async function copyFiles(main: Server, from: string, to: string): Promise<string> {
  const owner = statSync(path.dirname(from))
  mkdirSync(path.dirname(to), { recursive: true })
  chownSync(path.dirname(to), owner.uid, owner.gid)
  const client = new pg.Client({ ...main.connection, user: SUPERUSER })
  await client.connect()
  await client.query(`select pg_backup_start('copy', true)`)
  await run('cp', ['-a', from, to])
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
  await client.end()
  rmSync(path.join(to, 'postmaster.pid'), { force: true })
  rmSync(path.join(to, 'postmaster.opts'), { force: true })
  return rows[0].labelfile
}

const DEBIAN = '/usr/lib/postgresql/15/bin'
const NOBODY = { uid: 65534, gid: 65534 }

/** A pair as an operator sets it up: Debian's PostgreSQL 15, and a copy by pg_basebackup with a slot. */
export async function debianReplicaPair(mainDir: string, copyDir: string): Promise<ReplicaPair> {
  const as = { ...(process.getuid?.() === 0 ? NOBODY : {}), cwd: '/', stdio: 'ignore' } as const
  const postgres = (name: string, ...args: string[]) => execFileSync(path.join(DEBIAN, name), args, as)
  const server = async (folder: string, user: string, database: string): Promise<Server> => {
    // beside the data folder, whose content is copied
    const host = path.dirname(folder)
    const options = `-k ${host} -c listen_addresses= -c fsync=off`
    const connection: Connection = { host, port: 5432, user, database, ssl: false }
    const start = async () =>
      void postgres('pg_ctl', '-D', folder, '-w', '-l', `${folder}.log`, '-o', options, 'start')
    await start()
    return {
      connection,
      tell: (statement) => runAs({ ...connection, user: SUPERUSER }, statement),
      start,
      stop: async () => void postgres('pg_ctl', '-D', folder, '-w', '-m', 'fast', 'stop'),
    }
  }
  const [at, copyAt] = [mainDir, copyDir].map((parent) => {
    chownSync(parent, as.uid ?? process.getuid?.() ?? 0, as.gid ?? process.getgid?.() ?? 0)
    return path.join(parent, 'pg')
  }) as [string, string]
  postgres('initdb', '-D', at, '-U', SUPERUSER, '-E', 'UTF8', '--locale=C.UTF-8', '--auth=trust', '--no-sync')
  const main = await server(at, 'safeguards', 'safeguards')
  const beside = { ...main.connection, user: SUPERUSER, database: 'postgres' }
  for (const statement of ['create role safeguards login', 'create database safeguards owner safeguards'])
    await runAs(beside, statement)
  const from = ['-h', mainDir, '-U', SUPERUSER, '-D', copyAt, '--checkpoint=fast', '-X', 'stream']
  postgres('pg_basebackup', ...from, '-R', '-C', '-S', 'copy')
  return pairOf(main, await server(copyAt, 'safeguards', 'safeguards'))
}
