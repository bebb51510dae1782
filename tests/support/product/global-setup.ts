import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { connect } from '../../../server/database/db.ts'
import { startEmbeddedPostgres } from '../../../server/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../../../server/database/migrate.ts'
import { loadDemoPeople } from '../../../server/seed/demo-people.ts'
import { loadReferenceData } from '../../../server/seed/reference-data.ts'

const { TEST_TEMPLATE } = process.env

/** The database that every test file copies. TEST_TEMPLATE names one that is made once and reused in later runs. */
export const TEMPLATE = TEST_TEMPLATE ?? 'safeguards_template'

declare module 'vitest' {
  export interface ProvidedContext {
    /** the connection to any database of the test server */
    server: pg.ClientConfig
  }
}

/** Runs one statement on a server, outside the databases of the tests. */
export async function query(server: pg.ClientConfig, text: string): Promise<unknown[]> {
  const client = new pg.Client({ ...server, database: 'postgres' })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Starts the server for the tests: TEST_DATABASE_URL, or the product's embedded one with fsync off. */
async function startServer(): Promise<{ server: pg.ClientConfig; stop: () => Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  if (url) {
    const { username, password, hostname, port } = new URL(url)
    const server = {
      host: decodeURIComponent(hostname),
      port: Number(port || 5432),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
    }
    return { server, stop: async () => undefined }
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'safeguards-test-'))
  const embedded = await startEmbeddedPostgres({ dataDir: folder, fsync: false })
  const { database: _, ...server } = embedded.connection
  // a database lives for seconds, and no worker of the server comes in between
  await query(embedded.adminConnection('postgres'), 'alter system set autovacuum = off')
  await query(embedded.adminConnection('postgres'), 'select pg_reload_conf()')
  // a test asks how long statements were planned and run, which is a superuser's setting
  await query(
    embedded.adminConnection('postgres'),
    `grant set on parameter log_min_duration_statement to ${server.user}`,
  )
  return {
    server,
    stop: async () => {
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Makes the template, migrated and seeded. */
async function makeTemplate(server: pg.ClientConfig): Promise<void> {
  await query(server, `drop database if exists ${TEMPLATE}`)
  await query(server, `create database ${TEMPLATE}`)
  const database = connect({ ...server, database: TEMPLATE }, () => undefined)
  await migrate(database.pool)
  await loadReferenceData(database.kysely)
  await loadDemoPeople(database.kysely)
  await database.close()
}

async function isMade(server: pg.ClientConfig): Promise<boolean> {
  const made = await query(server, `select from pg_database where datname = '${TEMPLATE}'`)
  return made.length > 0
}

export default async function setup(project: TestProject) {
  const { server, stop } = await startServer()
  if (!TEST_TEMPLATE || !(await isMade(server))) await makeTemplate(server)
  project.provide('server', server)
  return stop
}
